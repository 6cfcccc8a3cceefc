import { lifecycles } from '@tessera/contracts/lifecycles';
import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { createSequentialIds } from './ids.ts';
import { createTaskRegistry, KEEP_FINISHED_FOR, MOST_FINISHED } from './long-running.ts';

type Provisioning = typeof lifecycles.ProvisioningTaskStatus;

function setUp() {
  const clock = createManualClock();
  const registry = createTaskRegistry<Provisioning, string[]>({
    lifecycle: lifecycles.ProvisioningTaskStatus,
    states: {
      running: 'RUNNING',
      completed: 'COMPLETED',
      failed: 'FAILED',
      stopping: { state: 'TERMINATING', stopped: 'TERMINATED', by: 'terminateProvisioning' },
    },
    clock,
    ids: createSequentialIds(),
  });
  /** Works for 100 ms; when it is stopped it takes another 50 to clean up. */
  const start = (end: 'well' | 'badly' = 'well') =>
    registry.start([], async (output, signal) => {
      output.push('begun');
      try {
        await clock.sleep(100, signal);
      } catch (aborted) {
        await clock.sleep(50);
        output.push('cleaned up');
        throw aborted;
      }
      if (end === 'badly') throw new Error('broken');
      output.push('done');
    });
  return { clock, registry, start };
}

describe('a task', () => {
  it('is running when it is started, and can be found at once', () => {
    const { registry, start } = setUp();
    const task = start();
    expect([task.token, task.state, registry.find(task.token)?.state]).toEqual([
      'task-1',
      'RUNNING',
      'RUNNING',
    ]);
  });

  it('completes when its work is done', async () => {
    const { clock, start } = setUp();
    const task = start();
    await clock.advance(99);
    expect([task.state, task.output]).toEqual(['RUNNING', ['begun']]);
    await clock.advance(1);
    expect([task.state, task.output]).toEqual(['COMPLETED', ['begun', 'done']]);
    await task.ended;
  });

  it('fails when its work throws', async () => {
    const { clock, start } = setUp();
    const task = start('badly');
    await clock.advance(100);
    expect(task.state).toBe('FAILED');
  });

  it('is stopping until its work has come to an end, then it is stopped', async () => {
    const { clock, registry, start } = setUp();
    const task = start();
    await clock.advance(30);
    expect([registry.stop(task.token), task.state]).toEqual([true, 'TERMINATING']);
    await clock.advance(49);
    expect([registry.stop(task.token), task.state]).toEqual([false, 'TERMINATING']);
    await clock.advance(1);
    expect([task.state, task.output]).toEqual(['TERMINATED', ['begun', 'cleaned up']]);
  });

  it('is stopped although its work had just been done', async () => {
    const { registry } = setUp();
    const task = registry.start([], async () => {});
    expect(registry.stop(task.token)).toBe(true);
    await task.ended;
    expect(task.state).toBe('TERMINATED');
  });

  it('never changes again once it has ended', async () => {
    const { clock, registry, start } = setUp();
    const task = start();
    await clock.advance(100);
    expect([registry.stop(task.token), task.state]).toEqual([false, 'COMPLETED']);
    await clock.advance(1000);
    expect(task.state).toBe('COMPLETED');
  });

  it('is forgotten an hour after its end, not after its beginning', async () => {
    const { clock, registry, start } = setUp();
    const [first, second] = [start(), start()];
    await clock.advance(KEEP_FINISHED_FOR);
    expect(registry.find(first.token)).toBeDefined();
    const third = start();
    await clock.advance(101);
    expect([first, second, third].map(({ token }) => registry.find(token)?.state)).toEqual([
      undefined,
      undefined,
      'COMPLETED',
    ]);
  });

  it('is not kept going by a server that goes down', async () => {
    const { clock, registry, start } = setUp();
    const task = start();
    await clock.advance(10);
    registry.close();
    await clock.advance(50);
    await task.ended;
    expect(task.output).toEqual(['begun', 'cleaned up']);
  });
});

describe('a registry', () => {
  it('knows nothing of other tokens', () => {
    const { registry } = setUp();
    expect([registry.find('other'), registry.stop('other')]).toEqual([undefined, false]);
  });

  it('forgets the oldest when too many have ended', async () => {
    const { registry } = setUp();
    const tasks = Array.from({ length: MOST_FINISHED + 2 }, () => registry.start([], async () => {}));
    await Promise.all(tasks.map(({ ended }) => ended));
    expect(tasks.slice(0, 4).map(({ token }) => registry.find(token)?.token)).toEqual([
      undefined,
      undefined,
      'task-3',
      'task-4',
    ]);
  });

  it('keeps the tasks of many callers apart', async () => {
    const { clock, start } = setUp();
    const tasks = Array.from({ length: 50 }, (_, index) => start(index % 2 === 0 ? 'well' : 'badly'));
    await clock.advance(100);
    expect(new Set(tasks.map(({ token }) => token)).size).toBe(50);
    expect(tasks.map(({ state }) => state)).toEqual(
      tasks.map((_, index) => (index % 2 === 0 ? 'COMPLETED' : 'FAILED')),
    );
  });
});
