import type { Check, Trial } from '../../suite/check.ts';
import type { Run } from '../../suite/run.ts';
import { type Observation, stateOf, type Task } from '../../suite/tasks.ts';
import { eachTask, isEnd, stopsOf } from './each-task.ts';

/** Checks of the initial state of a lifecycle, and its transitions. */
export function moveChecks(run: Run): Check[] {
  return [eachTask(run, 'A-05', expectBeginning), eachTask(run, 'A-06', expectLegalMoves)];
}

function expectBeginning(task: Task, trial: Trial): void {
  const first = task.observations.find(({ state }) => state !== undefined);
  if (first?.state === undefined || !task.lifecycle.states.includes(first.state)) return;
  trial.saw(first.exchange);
  const { at, took } = first.exchange;
  const isStopped = stopsOf(task).some((one) => one.at <= at + took);
  if (first.state === task.lifecycle.initial || isEnd(task, first.state) || isStopped) return;
  trial.violated(
    {
      symptom: `starts as ${first.state}`,
      expected: `${task.lifecycle.initial} or a terminal state`,
      actual: first.state,
    },
    first.exchange,
  );
}

function expectLegalMoves(task: Task, trial: Trial): void {
  for (const [before, after] of moves(task)) {
    trial.saw(before.exchange, after.exchange);
    // Another requirement covers leaving a terminal state.
    if (isEnd(task, before.state) || mayLead(task, before, after)) continue;
    trial.violated(
      {
        symptom: `${before.state} to ${after.state}`,
        expected: `a valid transition from ${before.state}`,
        actual: after.state,
      },
      after.exchange,
      before.exchange,
    );
  }
}

type Known = Observation & { readonly state: string };

function moves(task: Task): [Known, Known][] {
  const isKnown = (one: Observation): one is Known =>
    one.state !== undefined && task.lifecycle.states.includes(one.state);
  const known = task.observations.filter(isKnown);
  const polled = known.map((after, index) => [known[index - 1], after] as const);
  // The response to a termination request has a state, too. Polls before that response may have been answered earlier.
  const told = task.terminations
    .map(
      (exchange): Observation => ({ exchange, state: stateOf(exchange, task.longRunning), body: undefined }),
    )
    .filter(isKnown)
    .map((before) => {
      const { at, took } = before.exchange;
      return [before, known.find(({ exchange }) => exchange.at >= at + took)] as const;
    });
  return [...polled, ...told].flatMap(([before, after]) =>
    before === undefined || after === undefined || before.state === after.state ? [] : [[before, after]],
  );
}

/**
 * Polls may miss states, so a transition is valid when a chain of transitions leads there with the requests until then.
 */
function mayLead(task: Task, before: Known, after: Known): boolean {
  const { transitions } = task.lifecycle;
  if (transitions === 'unspecified') return true;
  const asked = stopsOf(task).some((one) => one.at <= after.exchange.at + after.exchange.took);
  const reached = new Set([before.state]);
  for (const state of reached) {
    for (const { from, to, by } of transitions) {
      if (from === state && (by === 'server' || asked)) reached.add(to);
    }
    if (!asked || isEnd(task, state)) continue;
    // A stop request may be too late, so the task may end normally. A task that is being stopped never succeeds.
    for (const end of task.lifecycle.terminal)
      if (state === task.lifecycle.initial || !task.longRunning.succeeded.includes(end)) reached.add(end);
  }
  return reached.has(after.state);
}
