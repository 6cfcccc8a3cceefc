import type { Check, Trial } from '../suite/check.ts';
import type { Exchange } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { looksAtWork, type Task } from '../suite/tasks.ts';
import { endSeenAt, isUnstopped } from './task-answers/each-task.ts';

/** Number of tasks that must take equally many polls, whatever the time, before that is no coincidence. */
const ENOUGH = 3;
/** Limits for the delay of a task that is not polled: usual durations, and milliseconds. */
const LONG = { lengths: 1.5, more: 50 };
/** Share of the usual duration by which queued work may be late. */
const SPARE = 1.3;

/**
 * Polling must not drive the work. It does if other tasks ended after a few polls, but a task without polls was not
 * done after a much longer time, and then ended after as many polls.
 */
export function solitudeCheck({ check, tasks }: Pick<Run, 'check' | 'tasks'>): Check {
  const scope = {
    of: 'work',
    title: 'Work of every kind makes progress without polling',
    phase: 'last',
  } as const;
  return check('A-10', scope, (trial) => {
    const ended = tasks.all.filter((task) => task.end === 'terminal' && isUnstopped(task));
    for (const operation of new Set(ended.map((task) => task.operation)))
      expectOwnPace(
        trial,
        ended.filter((task) => task.operation === operation),
        tasks.all,
      );
  });
}

function expectOwnPace(trial: Trial, alike: readonly Task[], all: readonly Task[]): void {
  trial.saw(...alike.flatMap(shownOf));
  const [first] = alike;
  const looks = first === undefined ? 0 : looksAtWork(first);
  if (first === undefined || alike.length < ENOUGH || looks === 0) return;
  if (alike.some((one) => looksAtWork(one) !== looks)) return;
  const usual = Math.min(...alike.map((one) => endSeenAt(one) - one.start.at));
  const waiting = alike.find((one) => isLeftWaiting(one, all, usual));
  if (waiting === undefined) return;
  trial.violated(
    {
      symptom: 'work depends on polling',
      expected: `a terminal state within ${Math.round(waiting.leftAlone ?? 0)} ms, with or without polling`,
      actual: `${first.lifecycle.initial} then, and a terminal state after ${looks + 1} polls, as always`,
    },
    ...shownOf(waiting),
    ...shownOf(first),
  );
}

/** Still running after a time without polls, and not queued: later work had ended, or there was time for all. */
function isLeftWaiting(task: Task, all: readonly Task[], usual: number): boolean {
  const [look] = task.observations;
  const { leftAlone = 0 } = task;
  if (leftAlone < LONG.lengths * usual + LONG.more || look?.state !== task.lifecycle.initial) return false;
  const { at = 0 } = look?.exchange ?? {};
  const others = all.filter((other) => other !== task && other.start.at < at);
  if (others.some((other) => other.start.at > task.start.at && endSeenAt(other) <= at)) return true;
  const before = others.filter((other) => endSeenAt(other) > at).length + 1;
  return leftAlone >= before * usual * SPARE;
}

function shownOf({ observations }: Task): Exchange[] {
  return observations.map(({ exchange }) => exchange);
}
