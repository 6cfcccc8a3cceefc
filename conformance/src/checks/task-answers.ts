import type { Check, Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, ownTime, statusOf, succeeded } from '../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Observation, Task } from '../suite/tasks.ts';
import { tokenOf } from '../suite/tasks.ts';

/** What holds for every task of the run, judged over everything that was seen of it. */
export function taskAnswerChecks(run: Run): Check[] {
  const { tasks, session, settings } = run;
  const last = { phase: 'last' } as const;
  const eachTask = (requirement: string, judge: (task: Task, trial: Trial) => void): Check =>
    run.check(requirement, last, (trial) => {
      for (const task of tasks.all) judge(task, trial);
    });

  return [
    run.check('A-01', last, (trial) => {
      for (const exchange of session.journal) {
        const { longRunning } = operationOf(run.contract, exchange.operation);
        if (longRunning === undefined || statusOf(exchange) !== Number(longRunning.startStatus)) continue;
        trial.saw(exchange);
        const value = atPointer(bodyOf(exchange), longRunning.token);
        const bare = exchange.received?.json === undefined || exchange.received.mediaType === 'text/plain';
        if (
          typeof value === 'string'
            ? value.trim() !== ''
            : bare && tokenOf(exchange, longRunning.token) !== undefined
        )
          continue;
        trial.violated(
          {
            symptom: 'token is no string',
            expected: 'a token, a string that is not empty',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }
    }),
    eachTask('A-02', (task, trial) => {
      if (run.owners.ofToken(task.start) === undefined) expectKnown(task, trial);
    }),
    run.check('A-04', last, (trial) => {
      const seen = new Map<string, Task>();
      for (const task of tasks.all) {
        trial.saw(task.start);
        const key = `${task.longRunning.poll.operation} ${task.token}`;
        const other = seen.get(key);
        if (other !== undefined) {
          // Whatever else is odd about these tasks comes from here.
          const shown = [task, other].flatMap(({ observations }) =>
            observations.map(({ exchange }) => exchange),
          );
          trial.violated(
            {
              symptom: 'shared token',
              expected: 'a token of its own for every operation',
              actual: `${brief(task.token)} twice`,
            },
            task.start,
            other.start,
            ...shown,
          );
        }
        seen.set(key, task);
      }
    }),
    eachTask('A-05', (task, trial) => {
      const first = task.observations.find(({ state }) => state !== undefined);
      if (first?.state === undefined || !task.lifecycle.states.includes(first.state)) return;
      trial.saw(first.exchange);
      if (first.state === task.lifecycle.initial || isEnd(task, first.state) || task.terminations.length > 0)
        return;
      trial.violated(
        {
          symptom: `begins as ${first.state}`,
          expected: `${task.lifecycle.initial} or an end state`,
          actual: first.state,
        },
        first.exchange,
      );
    }),
    eachTask('A-06', (task, trial) => {
      for (const [before, after] of moves(task)) {
        trial.saw(before.exchange, after.exchange);
        // Leaving an end state is the subject of another requirement.
        if (isEnd(task, before.state) || mayLead(task, before, after)) continue;
        trial.violated(
          {
            symptom: `${before.state} to ${after.state}`,
            expected: `a move that the lifecycle has from ${before.state}`,
            actual: after.state,
          },
          after.exchange,
          before.exchange,
        );
      }
    }),
    eachTask('A-07', (task, trial) => {
      const seen = task.observations.at(-1);
      if (seen === undefined || task.end === undefined) return;
      trial.saw(task.start, seen.exchange);
      if (task.end !== 'stuck') return;
      trial.violated(
        {
          symptom: 'never ends',
          expected: `an end state within ${settings.pollBudget} ms (--poll-budget)`,
          actual: `${task.observations.length} polls, last ${describeAnswer(seen.exchange)}`,
        },
        seen.exchange,
        task.start,
      );
    }),
    eachTask('A-08', (task, trial) => {
      const first = task.observations.findIndex(({ state }) => state !== undefined && isEnd(task, state));
      if (first === -1) return;
      const end = task.observations[first];
      if (end?.state === undefined) return;
      for (const { exchange, state } of askedAfter(task, first)) {
        trial.saw(end.exchange, exchange);
        if (state === end.state || statusOf(exchange) !== 200) continue;
        trial.violated(
          {
            symptom: 'end state changes',
            expected: `${end.state} for ever`,
            actual: describeAnswer(exchange),
          },
          exchange,
          end.exchange,
        );
      }
    }),
    eachTask('A-09', (task, trial) => {
      const first = task.observations.findIndex(({ state }) => state !== undefined && isEnd(task, state));
      for (const { exchange } of first === -1 ? [] : askedAfter(task, first)) {
        trial.saw(exchange);
        if (statusOf(exchange) === 200) continue;
        trial.violated(
          {
            symptom: 'end is forgotten',
            expected: '200 for a task that has ended',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }
      // Its end was never to be seen.
      const known = task.observations.findLast(({ exchange }) => statusOf(exchange) === 200);
      const lost = task.observations.at(-1);
      if (task.end !== 'lost' || known === undefined || lost === undefined) return;
      trial.violated(
        {
          symptom: 'end is forgotten',
          expected: '200 for a token that was known before',
          actual: describeAnswer(lost.exchange),
        },
        lost.exchange,
        known.exchange,
      );
    }),
    eachTask('CO-04', (task, trial) => {
      const ends = task.observations.filter(({ state }) => state !== undefined && isEnd(task, state));
      const [end, ...later] = ends;
      if (end === undefined) return;
      const lines = ends.map(({ body }) => listOf(at(body, 'logs')).length);
      // A late line may still come in; one for every question is an answer to the question.
      const grows =
        lines.length > 2 && lines.every((count, index) => index === 0 || count > (lines[index - 1] ?? 0));
      if (grows)
        trial.violated(
          {
            symptom: 'end answer changes',
            expected: `${lines[0]} lines of logs, however often it is asked for`,
            actual: lines.join(', then '),
          },
          ...ends.map(({ exchange }) => exchange).reverse(),
        );
      for (const one of later) {
        trial.saw(end.exchange, one.exchange);
        if (one.state === end.state) expectLinesKept(trial, end, one);
        if (one.state !== end.state || substance(one) === substance(end)) continue;
        trial.violated(
          {
            symptom: 'end answer changes',
            expected: brief(substance(end), 300),
            actual: brief(substance(one), 300),
          },
          one.exchange,
          end.exchange,
        );
      }
    }),
    run.check('A-15', last, (trial) => {
      judgePromptness(
        trial,
        settings.promptness,
        groupByOperation(tasks.all.map(({ start }) => start)),
        'the token',
      );
    }),
    run.check('CO-07', last, (trial) => {
      const polls = tasks.all.flatMap((task) => task.observations.map((one) => ({ task, one })));
      const [ended, running] = [true, false].map((over) =>
        polls
          .filter(({ task, one: { state } }) => state !== undefined && isEnd(task, state) === over)
          .map(({ one: { exchange } }) => exchange),
      );
      judgePromptness(trial, settings.promptness, groupByOperation(ended ?? []), 'the state');
      // Whoever holds the question until the work has ended is quick only when it has.
      const often = [...groupByOperation(running ?? [])].filter(([, { length }]) => length > 1);
      if (often.length > 0) judgePromptness(trial, settings.promptness, new Map(often), 'the state');
      // A request to stop asks for the state to come as well: the work is stopped behind the answer.
      const stops = tasks.all.flatMap(({ terminations }) => terminations);
      judgePromptness(trial, settings.promptness, groupByOperation(stops), 'the state');
    }),
  ];
}

/** Whoever gets a token may ask with it at once. */
export function expectKnown(task: Task, trial: Trial): void {
  const [first] = task.observations;
  if (first === undefined) return;
  trial.saw(task.start, first.exchange);
  if (statusOf(first.exchange) === 200) return;
  trial.violated(
    {
      symptom: 'token is not known',
      expected: '200 for a token that was just handed out',
      actual: describeAnswer(first.exchange),
    },
    first.exchange,
    task.start,
  );
}

/** What was seen of a task by those who asked when an answer was there already: others may overtake each other. */
function askedAfter({ observations }: Task, index: number): Observation[] {
  const known = observations[index]?.exchange;
  if (known === undefined) return [];
  return observations.slice(index + 1).filter(({ exchange }) => exchange.at >= known.at + known.took);
}

type Known = Observation & { readonly state: string };

function isEnd(task: Task, state: string): boolean {
  return task.lifecycle.terminal.includes(state);
}

function moves(task: Task): [Known, Known][] {
  const known = task.observations.filter(
    (one): one is Known => one.state !== undefined && task.lifecycle.states.includes(one.state),
  );
  return known.flatMap((after, index) => {
    const before = known[index - 1];
    return before === undefined || before.state === after.state
      ? []
      : [[before, after] satisfies [Known, Known]];
  });
}

/** Polls may miss states, so a move is legal when a chain of transitions leads there with what was asked until then. */
function mayLead(task: Task, before: Known, after: Known): boolean {
  const { transitions } = task.lifecycle;
  if (transitions === 'unspecified') return true;
  const asked = task.terminations.some((one) => one.at <= after.exchange.at + after.exchange.took);
  const reached = new Set([before.state]);
  for (const state of reached) {
    for (const { from, to, by } of transitions) {
      if (from === state && (by === 'server' || asked)) reached.add(to);
    }
    // A request to stop may come too late: the natural end is an end too.
    if (asked && !isEnd(task, state)) for (const end of task.lifecycle.terminal) reached.add(end);
  }
  return reached.has(after.state);
}

/** What the log of an end has told it tells again; late lines may join it. */
function expectLinesKept(trial: Trial, end: Observation, later: Observation): void {
  const linesOf = ({ body }: Observation): string[] => listOf(at(body, 'logs')).map(canonical);
  const told = linesOf(later);
  const lost = linesOf(end).find((line) => !told.includes(line));
  if (lost === undefined) return;
  trial.violated(
    {
      symptom: 'end answer changes',
      expected: `the line ${brief(lost, 200)} still in the logs`,
      actual: told.length === 0 ? 'no line' : brief(told.join(', '), 300),
      difference: '/logs',
    },
    later.exchange,
    end.exchange,
  );
}

/** What of an end answer must not change, beside the lines of its log. */
function substance({ body }: Observation): string {
  if (!isObject(body)) return canonical(body);
  const told = ['status', 'info', 'updates', 'result'].map((name) => at(body, name) ?? null);
  return canonical(told);
}

function groupByOperation(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const groups = new Map<string, Exchange[]>();
  for (const one of exchanges) groups.set(one.operation, [...(groups.get(one.operation) ?? []), one]);
  return groups;
}

/** The quickest answer counts: a slow one among them may be due to the machine. */
function judgePromptness(
  trial: Trial,
  limit: number,
  groups: ReadonlyMap<string, readonly Exchange[]>,
  what: string,
): void {
  for (const [operation, exchanges] of groups) {
    const quickest = [...exchanges]
      .filter(succeeded)
      .sort((left, right) => ownTime(left) - ownTime(right))[0];
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
