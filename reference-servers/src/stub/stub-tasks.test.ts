import { lifecycles } from '@tessera/contracts/lifecycles';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../runtime/clock.ts';
import { createSequentialIds } from '../runtime/ids.ts';
import { createStubTasks, MOST_TASKS } from './stub-tasks.ts';

const { ProvisioningTaskStatus, GovernanceEntityStatus } = lifecycles;

describe('the tasks of a stub', () => {
  function open() {
    const clock = createManualClock();
    return { clock, tasks: createStubTasks({ clock, ids: createSequentialIds(), taskMs: 100 }) };
  }

  it('have the status that their lifecycle has reached when a caller polls', async () => {
    const { clock, tasks } = open();
    const token = tasks.start(ProvisioningTaskStatus, 'poll');
    await clock.advance(99);
    expect(tasks.stateOf(token, 'poll')).toBe('RUNNING');
    await clock.advance(1);
    expect(tasks.stateOf(token, 'poll')).toBe('COMPLETED');
    await clock.advance(10_000);
    expect(tasks.stateOf(token, 'poll')).toBe('COMPLETED');
  });

  it('end in their usual time after the clock was set back', async () => {
    const manual = createManualClock();
    let shift = 0;
    const clock = { ...manual, now: () => new Date(manual.now().getTime() + shift) };
    const tasks = createStubTasks({ clock, ids: createSequentialIds(), taskMs: 100 });
    const token = tasks.start(ProvisioningTaskStatus, 'poll');
    shift = -3_600_000;
    expect(tasks.stateOf(token, 'poll')).toBe('RUNNING');
    await manual.advance(100);
    expect(tasks.stateOf(token, 'poll')).toBe('COMPLETED');
  });

  it('can be stopped only where the lifecycle says so', async () => {
    const { clock, tasks } = open();
    const token = tasks.start(ProvisioningTaskStatus, 'poll');
    expect(tasks.stop(token, 'somethingElse')).toBe(false);
    await clock.advance(100);
    expect(tasks.stop(token, 'terminateProvisioning')).toBe(false);
    expect(tasks.stop('unknown', 'terminateProvisioning')).toBe(false);
  });

  it('stay where they are when the lifecycle shows no moves', async () => {
    const { clock, tasks } = open();
    const token = tasks.start(GovernanceEntityStatus, 'poll');
    const state = tasks.stateOf(token, 'poll');
    await clock.advance(1000);
    expect(tasks.stateOf(token, 'poll')).toBe(state);
  });

  it('are forgotten from the first on when there are too many', () => {
    const { tasks } = open();
    for (let count = 0; count <= MOST_TASKS; count += 1) tasks.start(ProvisioningTaskStatus, 'poll');
    expect(tasks.stateOf('task-1', 'poll')).toBeUndefined();
    expect(tasks.stateOf('task-2', 'poll')).toBe('RUNNING');
    expect(tasks.stateOf(`task-${MOST_TASKS + 1}`, 'poll')).toBe('RUNNING');
  });
});
