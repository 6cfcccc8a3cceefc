import type { Check, Trial } from '../../suite/check.ts';
import { type Exchange, ownTime, succeeded } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import { endSeenAt, isEnd, isUnstopped } from './each-task.ts';

/** Share of the response time in which this process may have been busy, so that the rest counts as the target's. */
const CLEAR = 0.25;

/** Checks that no answer waits for the work. */
export function promptnessChecks(run: Run): Check[] {
  const { tasks, settings } = run;
  const last = { phase: 'last' } as const;
  const judge = (trial: Trial, groups: ReadonlyMap<string, readonly Exchange[]>, what: string): void =>
    judgePromptness(trial, settings.promptness, groups, what);
  return [
    run.check('A-15', last, (trial) => {
      judge(trial, groupByOperation(tasks.all.map(({ start }) => start)), 'the token');
    }),
    run.check('CO-07', last, (trial) => {
      judge(trial, groupByOperation(pollsOf(run, true)), 'the state');
      // A target that holds polls until the work ends is fast only when it has ended.
      const unfinished = pollsOf(run, false);
      const often = [...groupByOperation(unfinished)].filter(([, { length }]) => length > 1);
      if (often.length > 0) judge(trial, new Map(often), 'the state');
      // If each task is polled once, all polls together distinguish such a server from a temporarily slow machine.
      else if (unfinished.length > 1) judge(trial, new Map([['a poll', unfinished]]), 'the state');
      const early = [...groupByOperation(earlyPolls(run))].filter(([, { length }]) => length > 1);
      judge(trial, new Map(early), 'the state');
      // A stop request returns before the work has stopped: the client polls for the result.
      judge(trial, groupByOperation(tasks.all.flatMap(({ terminations }) => terminations)), 'the state');
    }),
  ];
}

/** The polls that returned a terminal state, or the initial state of the work; stop requests are not included. */
function pollsOf({ tasks }: Run, over: boolean): Exchange[] {
  return tasks.all.flatMap((task) =>
    task.observations
      .filter(({ state }) => (over ? isEnd(task, state) : state === task.lifecycle.initial))
      .map(({ exchange }) => exchange),
  );
}

/** The polls that a server has no reason to hold: early enough that an answer in time comes before the end. */
function earlyPolls({ tasks, settings }: Run): Exchange[] {
  const unstopped = tasks.all.filter(isUnstopped);
  return [...groupByOperation(unstopped.map(({ start }) => start)).keys()].flatMap((operation) => {
    const alike = unstopped.filter((task) => task.operation === operation);
    const until = Math.min(...alike.map((task) => endSeenAt(task) - task.start.at)) - settings.promptness;
    return alike.flatMap(({ start, observations }) =>
      observations.map(({ exchange }) => exchange).filter(({ at }) => at - start.at < until),
    );
  });
}

export function groupByOperation(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const groups = new Map<string, Exchange[]>();
  for (const one of exchanges) groups.set(one.operation, [...(groups.get(one.operation) ?? []), one]);
  return groups;
}

/**
 * The fastest answer counts: a slow one may be due to the machine. The duration of an answer is unknown if it arrived
 * while this process was busy, so such answers count only if there are no others.
 */
export function judgePromptness(
  trial: Trial,
  limit: number,
  groups: ReadonlyMap<string, readonly Exchange[]>,
  what: string,
): void {
  for (const [operation, exchanges] of groups) {
    const answers = exchanges.filter(succeeded);
    const clear = answers.filter(({ lag }) => lag <= limit * CLEAR);
    const judged = clear.length > 1 ? clear : answers;
    const quickest = judged.toSorted((left, right) => ownTime(left) - ownTime(right))[0];
    if (quickest === undefined) continue;
    trial.saw(quickest);
    if (ownTime(quickest) <= limit) continue;
    trial.violated(
      {
        symptom: `${operation} responds late`,
        expected: `${what} within ${limit} ms (--promptness)`,
        actual: `${Math.round(ownTime(quickest))} ms at best`,
      },
      quickest,
    );
  }
}
