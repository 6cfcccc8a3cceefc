import type { Check, Trial } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import type { Observation, Task } from '../../suite/tasks.ts';

/** A check of every task of the run, after all other requests. */
export function eachTask(run: Run, requirement: string, judge: (task: Task, trial: Trial) => void): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const task of run.tasks.all) judge(task, trial);
  });
}

/** Whether the state is a terminal one for the task; false for an answer without a state. */
export function isEnd(task: Task, state: string | undefined): state is string {
  return state !== undefined && task.lifecycle.terminal.includes(state);
}

/** The observations of a terminal state, in order. */
export function endsOf(task: Task): Observation[] {
  return task.observations.filter(({ state }) => isEnd(task, state));
}

/** When an answer first reported its terminal state; infinity if none did. */
export function endSeenAt(task: Task): number {
  const { at, took } = endsOf(task)[0]?.exchange ?? { at: Number.POSITIVE_INFINITY, took: 0 };
  return at + took;
}

/** The stop requests that may have had an effect: a rejected one does not explain the state of the task. */
export function stopsOf({ terminations }: Task): Exchange[] {
  return terminations.filter((one) => statusOf(one) < 400 || (statusOf(one) >= 500 && statusOf(one) !== 501));
}

/** No request asked it to stop before its terminal state was seen. */
export function isUnstopped(task: Task): boolean {
  return task.terminations.every(({ at }) => at >= endSeenAt(task));
}
