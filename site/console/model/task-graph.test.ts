import type { PlanTask } from '@tessera/contracts/types/coordinator-v1';
import { describe, expect, it } from 'vitest';
import { listTasks, placeTasks } from './task-graph.ts';

const task = (id: string, dependsOnTasks: PlanTask[] = [], more: Partial<PlanTask> = {}): PlanTask => ({
  ...{ id, name: id, status: 'COMPLETED', action: 'PROVISION' },
  dependsOnTasks,
  ...more,
});

describe('the tasks of a plan', () => {
  it('appear once each, with all that they wait for, although the tree tells it one time only', () => {
    const first = task('first');
    const left = task('left', [first]);
    const right = task('right', [task('first')]);
    const tasks = listTasks(task('last', [left, right]));
    expect(tasks.map(({ id }) => id)).toEqual(['first', 'left', 'right', 'last']);
    expect(tasks.at(-1)?.dependsOn).toEqual(['left', 'right']);
  });

  it('start the last one when those before it have ended, and not with the plan', () => {
    const before = task('before', [], { stopTime: '2026-01-01T00:00:05Z' });
    const times = { startTime: '2026-01-01T00:00:00Z', stopTime: '2026-01-01T00:00:06Z' };
    expect(listTasks(task('last', [before], times)).at(-1)?.startTime).toBe('2026-01-01T00:00:05Z');
    const waiting = listTasks(task('last', [before], { ...times, status: 'NOT_STARTED' })).at(-1);
    expect(waiting?.startTime).toBeUndefined();
  });

  it('stand in layers, each below the last task that it waits for', () => {
    const first = task('first');
    const long = task('long', [task('middle', [first])]);
    const placed = placeTasks(listTasks(task('last', [task('short', [first]), long])));
    const layers = Object.fromEntries(placed.map(({ task: { id }, layer }) => [id, layer]));
    expect(layers).toEqual({ first: 0, middle: 1, short: 1, long: 2, last: 3 });
  });
});
