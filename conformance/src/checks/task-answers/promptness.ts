import type { Check, Trial } from '../../suite/check.ts';
import { type Exchange, ownTime, succeeded } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import { endSeenAt, isEnd, isUnstopped } from './each-task.ts';

/** Share of the time for an answer in which this process may have been busy, for the rest to be the target's. */
const CLEAR = 0.25;

/** That no answer waits for the work. */
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
      // Whoever holds the question until the work has ended is quick only when it has.
      const unfinished = pollsOf(run, false);
      const often = [...groupByOperation(unfinished)].filter(([, { length }]) => length > 1);
      if (often.length > 0) judge(trial, new Map(often), 'the state');
      // Where each is asked once, those of all together tell a machine that is slow for a moment from such a server.
      else if (unfinished.length > 1) judge(trial, new Map([['a poll', unfinished]]), 'the state');
      const early = [...groupByOperation(earlyPolls(run))].filter(([, { length }]) => length > 1);
      judge(trial, new Map(early), 'the state');
      // A request to stop asks for the state to come as well: the work is stopped behind the answer.
      judge(trial, groupByOperation(tasks.all.flatMap(({ terminations }) => terminations)), 'the state');
    }),
  ];
}

/** The polls that were answered with an end, or with the state in which work begins; to stop it is another thing. */
function pollsOf({ tasks }: Run, over: boolean): Exchange[] {
  return tasks.all.flatMap((task) =>
    task.observations
      .filter(({ state }) => (over ? isEnd(task, state) : state === task.lifecycle.initial))
      .map(({ exchange }) => exchange),
  );
}

/** The polls that nobody had to hold: asked so early that an answer in time comes before the end. */
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

function groupByOperation(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const groups = new Map<string, Exchange[]>();
  for (const one of exchanges) groups.set(one.operation, [...(groups.get(one.operation) ?? []), one]);
  return groups;
}

/**
 * The quickest answer counts: a slow one among them may be due to the machine. Of one that came while this process was
 * busy nobody knows how long it took, so it counts only where there are no others.
 */
function judgePromptness(
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
        symptom: `${operation} answers late`,
        expected: `${what} within ${limit} ms (--promptness)`,
        actual: `${Math.round(ownTime(quickest))} ms at best`,
      },
      quickest,
    );
  }
}
