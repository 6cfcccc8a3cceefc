import { lifecycles } from '@tessera/contracts/lifecycles';
import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { KEEP_FINISHED_FOR, MOST_FINISHED } from './finished-tasks.ts';
import { createSequentialIds } from './ids.ts';
import { createTaskRegistry, type TaskRecord } from './long-running.ts';
import { createMemoryStore, type Store } from './store.ts';

type End = 'well' | 'badly';

function setUp(store: Store<TaskRecord> = createMemoryStore(), kind = 'getStatus') {
  const clock = createManualClock();
  const registry = createTaskRegistry({
    kind,
    lifecycle: lifecycles.ProvisioningTaskStatus,
    cancel: 'terminateProvisioning',
    store,
    clock,
    ids: createSequentialIds(),
  });
  /** Works for 100 ms; when it is stopped it takes another 50 to clean up. */
  const work = (end: End) => async (task: { output: Record<string, unknown>; signal: AbortSignal }) => {
    task.output['said'] = 'begun';
    try {
      await clock.sleep(100, task.signal);
    } catch (aborted) {
      await clock.sleep(50);
      task.output['said'] = 'cleaned up';
      throw aborted;
    }
    if (end === 'badly') throw new Error('broken');
    task.output['said'] = 'done';
  };
  const start = (end: End = 'well') =>
    registry.start({ operation: 'provision', output: {}, request: { body: 'x' } }, work(end));
  const look = (token: string) => {
    const found = registry.find(token);
    return [found?.state, found?.output['said']];
  };
  return { clock, registry, store, work, start, look };
}

const NOTHING = { operation: 'provision', output: {} };

describe('a task', () => {
  it('is running when it is started, and can be found at once', () => {
    const { start, look } = setUp();
    const { token } = start();
    expect([token, ...look(token)]).toEqual(['task-1', 'RUNNING', 'begun']);
  });

  it('completes when its work is done', async () => {
    const { clock, registry, start, look } = setUp();
    const { token, ended } = start();
    await clock.advance(99);
    expect(look(token)).toEqual(['RUNNING', 'begun']);
    await clock.advance(1);
    expect(registry.running()).toBe(0);
    expect(look(token)).toEqual(['COMPLETED', 'done']);
    expect(await ended).toMatchObject({ token, state: 'COMPLETED' });
  });

  it('fails when its work throws', async () => {
    const { clock, start, look } = setUp();
    const { token } = start('badly');
    await clock.advance(100);
    expect(look(token)).toEqual(['FAILED', 'begun']);
  });

  it('is stopping until its work has come to an end, then it is stopped', async () => {
    const { clock, registry, start, look } = setUp();
    const { token } = start();
    await clock.advance(30);
    expect([registry.stop(token), ...look(token)]).toEqual([true, 'TERMINATING', 'begun']);
    await clock.advance(49);
    expect([registry.stop(token), ...look(token)]).toEqual([false, 'TERMINATING', 'begun']);
    await clock.advance(1);
    expect(look(token)).toEqual(['TERMINATED', 'cleaned up']);
  });

  it('is stopped although its work had just been done', async () => {
    const { registry } = setUp();
    const { token, ended } = registry.start(NOTHING, async () => {});
    expect(registry.stop(token)).toBe(true);
    expect((await ended).state).toBe('TERMINATED');
  });

  it('never changes again once it has ended', async () => {
    const { clock, registry, start, look } = setUp();
    const { token } = start();
    await clock.advance(100);
    expect(registry.stop(token)).toBe(false);
    await clock.advance(1000);
    expect(look(token)).toEqual(['COMPLETED', 'done']);
  });

  it('is remembered with its request only until it has ended', async () => {
    const { clock, registry, start } = setUp();
    const { token } = start();
    expect(registry.find(token)?.request).toEqual({ body: 'x' });
    await clock.advance(100);
    expect(registry.find(token)).not.toHaveProperty('request');
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
});

describe('a server that goes down', () => {
  it('waits for its tasks, also for those that begin meanwhile', async () => {
    const { clock, registry, start, look } = setUp();
    const first = start();
    const drained = registry.drain(1000);
    await clock.advance(50);
    const second = start();
    await clock.advance(100);
    await drained;
    expect([look(first.token)[0], look(second.token)[0]]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(registry.release()).toEqual([]);
  });

  it('waits no longer than it may, then leaves the rest as it is for another process', async () => {
    const { clock, registry, store, start } = setUp();
    const { token } = start();
    const drained = registry.drain(60);
    await clock.advance(60);
    await drained;
    expect(registry.release()).toEqual([token]);
    await clock.advance(1000);
    expect(store.get(token)).toMatchObject({ state: 'RUNNING', request: { body: 'x' } });
  });

  it('is followed by one that goes on where it was', async () => {
    const store = createMemoryStore<TaskRecord>();
    const gone = setUp(store);
    const [finished, running, stopping] = [gone.start(), gone.start(), gone.start()];
    await gone.clock.advance(90);
    gone.registry.stop(stopping.token);
    gone.registry.forget(finished.token);
    gone.registry.release();

    const { clock, registry, work, look } = setUp(store);
    registry.restore(({ request }) => {
      expect(request).toEqual({ body: 'x' });
      return work('well');
    });
    expect([finished, running, stopping].map(({ token }) => look(token)[0])).toEqual([
      undefined,
      'RUNNING',
      'TERMINATED',
    ]);
    await clock.advance(100);
    expect(look(running.token)).toEqual(['COMPLETED', 'done']);
  });

  it('is followed by one that ends as failed what it cannot go on with, and lets the old expire', async () => {
    const store = createMemoryStore<TaskRecord>();
    const gone = setUp(store);
    const early = gone.start();
    await gone.clock.advance(100);
    const late = gone.start();
    gone.registry.release();

    const { clock, registry, look } = setUp(store);
    registry.restore(() => undefined);
    expect([look(early.token)[0], look(late.token)[0]]).toEqual(['COMPLETED', 'FAILED']);
    await clock.advance(KEEP_FINISHED_FOR + 101);
    expect([look(early.token)[0], look(late.token)[0]]).toEqual([undefined, undefined]);
    expect(store.values()).toEqual([]);
  });
});

describe('a registry', () => {
  it('knows nothing of other tokens', () => {
    const { registry } = setUp();
    expect([registry.find('other'), registry.stop('other')]).toEqual([undefined, false]);
  });

  it('knows nothing of tasks of another kind in the same store', () => {
    const { store, start } = setUp();
    const { token } = start();
    const other = setUp(store, 'getValidationStatus').registry;
    other.forget(token);
    expect([other.find(token), other.stop(token), store.get(token)?.state]).toEqual([
      undefined,
      false,
      'RUNNING',
    ]);
  });

  it('writes down what work asks it to', async () => {
    const written: TaskRecord[] = [];
    const memory = createMemoryStore<TaskRecord>();
    const put = (key: string, record: TaskRecord) => {
      written.push(structuredClone(record));
      memory.put(key, record);
    };
    const { registry } = setUp({ ...memory, put });
    const { ended } = registry.start({ operation: 'provision', output: {} }, async ({ output, save }) => {
      output['said'] = 'half';
      save();
    });
    await ended;
    expect(written.map(({ state, output }) => [state, output['said']])).toEqual([
      ['RUNNING', undefined],
      ['RUNNING', 'half'],
      ['COMPLETED', 'half'],
    ]);
  });

  it('forgets the oldest when too many have ended', async () => {
    const { registry } = setUp();
    const tasks = Array.from({ length: MOST_FINISHED + 2 }, () => registry.start(NOTHING, async () => {}));
    await Promise.all(tasks.map(({ ended }) => ended));
    expect(tasks.slice(0, 4).map(({ token }) => registry.find(token)?.token)).toEqual([
      undefined,
      undefined,
      'task-3',
      'task-4',
    ]);
  });

  it('does not count those that can no longer be read', async () => {
    const { registry } = setUp();
    const { token, ended } = registry.start(NOTHING, async () => {});
    await ended;
    for (let count = 0; count <= MOST_FINISHED; count += 1) {
      const waitedFor = registry.start(NOTHING, async () => {});
      await waitedFor.ended;
      registry.forget(waitedFor.token);
    }
    expect(registry.find(token)?.token).toBe(token);
  });

  it('keeps the tasks of many callers apart', async () => {
    const { clock, start, look } = setUp();
    const tasks = Array.from({ length: 50 }, (_, index) => start(index % 2 === 0 ? 'well' : 'badly'));
    await clock.advance(100);
    expect(new Set(tasks.map(({ token }) => token)).size).toBe(50);
    expect(tasks.map(({ token }) => look(token)[0])).toEqual(
      tasks.map((_, index) => (index % 2 === 0 ? 'COMPLETED' : 'FAILED')),
    );
  });

  it('is not made over a lifecycle that does not say how tasks end', () => {
    const { GovernanceEntityStatus, ValidationTaskStatus } = lifecycles;
    const parts = { kind: 'x', store: createMemoryStore<TaskRecord>(), clock: createManualClock() };
    const ids = createSequentialIds();
    expect(() => createTaskRegistry({ ...parts, ids, lifecycle: GovernanceEntityStatus })).toThrow(
      'does not say how a task begins',
    );
    expect(() =>
      createTaskRegistry({ ...parts, ids, lifecycle: ValidationTaskStatus, cancel: 'stopIt' }),
    ).toThrow('the lifecycle ValidationTaskStatus does not say how stopIt stops a task');
  });
});
