import type { Check, Trial } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import type { Observation, Task } from '../../suite/tasks.ts';

/** A check of every task of the run, made when all else has ended. */
export function eachTask(run: Run, requirement: string, judge: (task: Task, trial: Trial) => void): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const task of run.tasks.all) judge(task, trial);
  });
}

/** Whether the lifecycle of the task ends in this state; false for an answer that names none. */
export function isEnd(task: Task, state: string | undefined): state is string {
  return state !== undefined && task.lifecycle.terminal.includes(state);
}

/** The observations that say that a task has ended, in order. */
export function endsOf(task: Task): Observation[] {
  return task.observations.filter(({ state }) => isEnd(task, state));
}

/** When somebody was told of its end; never, where nobody was. */
export function endSeenAt(task: Task): number {
  const { at, took } = endsOf(task)[0]?.exchange ?? { at: Number.POSITIVE_INFINITY, took: 0 };
  return at + took;
}

/** The requests to stop that may have had an effect: a rejected one excuses nothing that is seen of the task. */
export function stopsOf({ terminations }: Task): Exchange[] {
  return terminations.filter((one) => statusOf(one) < 400 || (statusOf(one) >= 500 && statusOf(one) !== 501));
}

/** Nobody asked it to stop before its end was seen. */
export function isUnstopped(task: Task): boolean {
  return task.terminations.every(({ at }) => at >= endSeenAt(task));
}
