import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import type { PlatformMutant } from './habits.ts';
import type { Memory } from './memory.ts';
import type { Habits } from './server.ts';

const STOP = 'coordinator-v1.terminateExecutionPlan';

/** Plans that the suite intends to stop keep running until it stops them, however long that takes. */
function waiting(answer: Habits['answer']): Partial<Habits> {
  return {
    answer: (reply, call, memory) => {
      const { operation, path } = call;
      const isLong = /-(stopped|left-running)\b/.test(path['deployment-unit-id'] ?? '');
      const task = memory.tasks.get(String(reply.body));
      if (operation === 'coordinator-v2.startProvisioning' && isLong && task !== undefined)
        task.startedAt = Number.POSITIVE_INFINITY;
      const answered = answer(reply, call, memory);
      // The plans that were stopped earlier have finished.
      const stopped = memory.tasks.get(path['token'] ?? '');
      if (operation === STOP && stopped !== undefined && !Number.isFinite(stopped.startedAt))
        for (const one of memory.tasks.values())
          if (!Number.isFinite(one.startedAt)) one.startedAt = performance.now();
      return answered;
    },
  };
}

function hasEnded({ startedAt }: { readonly startedAt: number }, { work }: Memory): boolean {
  return performance.now() - startedAt >= work;
}

/** Platform mutants that stop the wrong plans. */
export const stoppingMutants: readonly PlatformMutant[] = [
  mutant('P-69', 'terminates all plans with one of them', () =>
    waiting((reply, { operation }, memory) => {
      if (operation === STOP)
        for (const task of memory.tasks.values()) if (!hasEnded(task, memory)) task.stopped = true;
      return reply;
    }),
  ),
  mutant('P-69', 'terminates, with a plan, the previous one in the same mode', () =>
    waiting((reply, { operation, path }, memory) => {
      if (operation !== STOP) return reply;
      const tasks = [...memory.tasks];
      const own = tasks.findIndex(([token]) => token === path['token']);
      const started = tasks[own]?.[1].by;
      const before = tasks.slice(0, Math.max(0, own)).findLast(([, { by }]) => by === started)?.[1];
      if (before !== undefined && !hasEnded(before, memory)) before.stopped = true;
      return reply;
    }),
  ),
  mutant('P-69', 'never finishes a terminated plan', () =>
    waiting((reply, { operation }) =>
      operation === 'coordinator-v1.getExecutionPlanStatus' &&
      membersOf(reply.body)['status'] === 'TERMINATED'
        ? { ...reply, body: { status: 'TERMINATING' } }
        : reply,
    ),
  ),
  mutant('P-69', 'terminates running plans when it reloads its configuration', () =>
    waiting((reply, { operation }, memory) => {
      if (operation === 'coordinator-v1.reloadConfiguration')
        for (const task of memory.tasks.values())
          if (/startProvisioning/.test(task.by) && !hasEnded(task, memory)) task.stopped = true;
      return reply;
    }),
  ),
];
