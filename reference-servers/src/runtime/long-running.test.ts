import { lifecycles } from '@tessera/contracts/lifecycles';
import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { KEEP_FINISHED_FOR, MOST_FINISHED } from './finished-tasks.ts';
import { createSequentialIds } from './ids.ts';
import { createTaskRegistry } from './long-running.ts';
import { createMemoryTaskStore, type TaskRecord, type TaskStore, TaskTakenOver } from './task-store.ts';
import { WRITE_EVERY } from './task-writes.ts';

type End = 'well' | 'badly';

/** The value of a store in memory, which is there at once. */
function now<T>(value: T | Promise<T>): T {
  if (value instanceof Promise) throw new Error('the value is not there yet');
  return value;
}

function setUp(store = createMemoryTaskStore(), kind = 'getStatus') {
  const clock = createManualClock();
  const failures: unknown[] = [];
  const registry = createTaskRegistry({
    kind,
    lifecycle: lifecycles.ProvisioningTaskStatus,
    cancel: 'terminateProvisioning',
    store,
    clock,
    ids: createSequentialIds(),
    onStoreFailure: (_token, thrown) => failures.push(thrown),
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
    const found = now(registry.find(token));
    return [found?.state, found?.output['said']];
  };
  return { clock, registry, store, work, start, look, failures };
}

/** All tasks of a store in memory. */
function recordsIn(store: TaskStore): readonly TaskRecord[] {
  return now(store.claim(['getStatus', 'getValidationStatus']));
}

/** A registry whose store notes each write, and takes as long as `wait` for it. */
function recording(wait: () => Promise<void> | undefined = () => undefined) {
  const written: TaskRecord[] = [];
  const memory = createMemoryTaskStore();
  const put = (record: TaskRecord) => {
    written.push(structuredClone(record));
    memory.put(record);
    return wait();
  };
  return { ...setUp({ ...memory, put }), written };
}

const NOTHING = { operation: 'provision', output: {} };

describe('a task', () => {
  it('is running when it is started, and can be found at once', async () => {
    const { start, look } = setUp();
    const { token } = await start();
    expect([token, ...look(token)]).toEqual(['task-1', 'RUNNING', 'begun']);
  });

  it('completes when its work is done', async () => {
    const { clock, registry, start, look } = setUp();
    const { token, ended } = await start();
    await clock.advance(99);
    expect(look(token)).toEqual(['RUNNING', 'begun']);
    await clock.advance(1);
    expect(registry.running()).toBe(0);
    expect(look(token)).toEqual(['COMPLETED', 'done']);
    expect(await ended).toMatchObject({ token, state: 'COMPLETED' });
  });

  it('fails when its work throws', async () => {
    const { clock, start, look } = setUp();
    const { token } = await start('badly');
    await clock.advance(100);
    expect(look(token)).toEqual(['FAILED', 'begun']);
  });

  it('is stopping until its work has come to an end, then it is stopped', async () => {
    const { clock, registry, start, look } = setUp();
    const { token } = await start();
    await clock.advance(30);
    expect([await registry.stop(token), ...look(token)]).toEqual([true, 'TERMINATING', 'begun']);
    await clock.advance(49);
    expect([await registry.stop(token), ...look(token)]).toEqual([false, 'TERMINATING', 'begun']);
    await clock.advance(1);
    expect(look(token)).toEqual(['TERMINATED', 'cleaned up']);
  });

  it('is stopped although its work had just been done', async () => {
    const { registry } = setUp();
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { token, ended } = await registry.start(NOTHING, () => done);
    finish();
    expect(await registry.stop(token)).toBe(true);
    expect((await ended).state).toBe('TERMINATED');
  });

  it('never changes again once it has ended', async () => {
    const { clock, registry, start, look } = setUp();
    const { token } = await start();
    await clock.advance(100);
    expect(await registry.stop(token)).toBe(false);
    await clock.advance(1000);
    expect(look(token)).toEqual(['COMPLETED', 'done']);
  });

  it('is remembered with its request only until it has ended', async () => {
    const { clock, registry, start } = setUp();
    const { token } = await start();
    expect(now(registry.find(token))?.request).toEqual({ body: 'x' });
    await clock.advance(100);
    expect(registry.find(token)).not.toHaveProperty('request');
  });

  it('is forgotten an hour after its end, not after its beginning', async () => {
    const { clock, registry, start } = setUp();
    const [first, second] = [await start(), await start()];
    await clock.advance(KEEP_FINISHED_FOR);
    expect(registry.find(first.token)).toBeDefined();
    const third = await start();
    await clock.advance(101);
    expect([first, second, third].map(({ token }) => now(registry.find(token))?.state)).toEqual([
      undefined,
      undefined,
      'COMPLETED',
    ]);
  });
});

describe('a server that goes down', () => {
  it('waits for its tasks, also for those that begin meanwhile', async () => {
    const { clock, registry, start, look } = setUp();
    const first = await start();
    const drained = registry.drain(1000);
    await clock.advance(50);
    const second = await start();
    await clock.advance(100);
    await drained;
    expect([look(first.token)[0], look(second.token)[0]]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await registry.release()).toEqual([]);
  });

  it('waits no longer than it may, then leaves the rest as it is for another process', async () => {
    const { clock, registry, store, start } = setUp();
    const { token } = await start();
    const drained = registry.drain(60);
    await clock.advance(60);
    await drained;
    expect(await registry.release()).toEqual([token]);
    await clock.advance(1000);
    expect(store.get(token)).toMatchObject({ state: 'RUNNING', request: { body: 'x' } });
  });

  it('is followed by one that goes on where it was', async () => {
    const store = createMemoryTaskStore();
    const gone = setUp(store);
    const [running, stopping] = [await gone.start(), await gone.start()];
    await gone.clock.advance(90);
    await gone.registry.stop(stopping.token);
    await gone.registry.release();

    const { clock, registry, work, look } = setUp(store);
    registry.restore(recordsIn(store), ({ request }) => {
      expect(request).toEqual({ body: 'x' });
      return work('well');
    });
    await clock.advance(0);
    expect([running, stopping].map(({ token }) => look(token)[0])).toEqual(['RUNNING', 'TERMINATED']);
    await clock.advance(100);
    expect(look(running.token)).toEqual(['COMPLETED', 'done']);
  });

  it('is followed by one that ends as failed what it cannot go on with, and lets the old expire', async () => {
    const store = createMemoryTaskStore();
    const gone = setUp(store);
    const early = await gone.start();
    await gone.clock.advance(100);
    const late = await gone.start();
    await gone.registry.release();

    const { clock, registry, look } = setUp(store);
    registry.restore(recordsIn(store), () => undefined);
    await clock.advance(0);
    expect([look(early.token)[0], look(late.token)[0]]).toEqual(['COMPLETED', 'FAILED']);
    await clock.advance(KEEP_FINISHED_FOR + 101);
    expect([look(early.token)[0], look(late.token)[0]]).toEqual([undefined, undefined]);
    expect(recordsIn(store)).toEqual([]);
  });
});

describe('a store that fails', () => {
  it('rejects a task that it cannot keep, and the work does not begin', async () => {
    let hasBegun = false;
    const put = () => Promise.reject(new Error('the disk is full'));
    const { registry } = setUp({ ...createMemoryTaskStore(), put });
    const started = registry.start(NOTHING, async () => {
      hasBegun = true;
    });
    await expect(started).rejects.toThrow('the disk is full');
    expect([hasBegun, registry.running()]).toEqual([false, 0]);
  });

  it('gets the final state again until it takes it; until then the task runs', async () => {
    const memory = createMemoryTaskStore();
    let isFull = false;
    const put = async (record: TaskRecord) => {
      if (isFull) throw new Error('the disk is full');
      memory.put(record);
    };
    const { registry, clock, look, failures } = setUp({ ...memory, put });
    const { token, ended } = await registry.start(NOTHING, async () => {
      isFull = true;
    });
    await clock.advance(0);
    expect(look(token)[0]).toBe('RUNNING');
    await clock.advance(1_000);
    expect(failures).toHaveLength(2);
    isFull = false;
    await clock.advance(2_000);
    expect([look(token)[0], (await ended).state, registry.running()]).toEqual(['COMPLETED', 'COMPLETED', 0]);
  });

  it('ends work whose task another server has taken over, and leaves the task alone', async () => {
    const memory = createMemoryTaskStore();
    let isTaken = false;
    const put = async (record: TaskRecord) => {
      if (isTaken) throw new TaskTakenOver(record.token);
      memory.put(record);
    };
    const { registry, clock, look, failures } = setUp({ ...memory, put });
    const seen: AbortSignal[] = [];
    const { token } = await registry.start(NOTHING, async ({ signal, save }) => {
      seen.push(signal);
      isTaken = true;
      save();
      await clock.sleep(10 * WRITE_EVERY, signal);
    });
    await clock.advance(WRITE_EVERY);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    expect([registry.running(), registry.isHere(token), look(token)[0]]).toEqual([0, false, 'RUNNING']);
    expect(failures).toHaveLength(1);
  });
});

describe('a registry', () => {
  it('knows nothing of other tokens', async () => {
    const { registry } = setUp();
    expect([await registry.find('other'), await registry.stop('other')]).toEqual([undefined, false]);
  });

  it('knows nothing of tasks of another kind in the same store', async () => {
    const { store, start } = setUp();
    const { token } = await start();
    const other = setUp(store, 'getValidationStatus').registry;
    expect([await other.find(token), await other.stop(token)]).toEqual([undefined, false]);
    expect(other.restore(recordsIn(store), () => undefined)).toEqual([]);
    expect(now(store.get(token))?.state).toBe('RUNNING');
  });

  it('writes what work shows, at most once in a second, and its end at once', async () => {
    const { registry, clock, written } = recording();
    await registry.start(NOTHING, async ({ output, save }) => {
      for (const said of ['a', 'b', 'c']) {
        output['said'] = said;
        save();
      }
      await clock.sleep(WRITE_EVERY + 10);
      output['said'] = 'd';
      save();
    });
    await clock.advance(WRITE_EVERY);
    expect(written.map(({ state, output }) => [state, output['said']])).toEqual([
      ['RUNNING', undefined],
      ['RUNNING', 'c'],
    ]);
    await clock.advance(10);
    expect(written.slice(2).map(({ state, output }) => [state, output['said']])).toEqual([
      ['COMPLETED', 'd'],
    ]);
    await clock.advance(2 * WRITE_EVERY);
    expect(written).toHaveLength(3);
  });

  it('never writes the same task twice at the same time, and its end last', async () => {
    let isWriting = false;
    const { registry, clock, written } = recording(async () => {
      expect(isWriting).toBe(false);
      isWriting = true;
      await clock.sleep(100);
      isWriting = false;
    });
    const started = registry.start(NOTHING, async ({ save }) => {
      save();
      await clock.sleep(WRITE_EVERY);
    });
    await clock.advance(100);
    const { ended } = await started;
    await clock.advance(WRITE_EVERY + 200);
    expect((await ended).state).toBe('COMPLETED');
    expect(written.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING', 'COMPLETED']);
  });

  it('does not write work whose caller waits for its end', async () => {
    const { registry, written } = recording();
    const { state } = await registry.perform(NOTHING, async ({ save }) => save());
    expect([state, written]).toEqual(['COMPLETED', []]);
  });

  it('forgets the oldest when too many have ended', async () => {
    const { registry } = setUp();
    const begun = Array.from({ length: MOST_FINISHED + 2 }, () => registry.start(NOTHING, async () => {}));
    const tasks = await Promise.all(begun);
    await Promise.all(tasks.map(({ ended }) => ended));
    expect(tasks.slice(0, 4).map(({ token }) => now(registry.find(token))?.token)).toEqual([
      undefined,
      undefined,
      'task-3',
      'task-4',
    ]);
  });

  it('does not count work whose caller waited for its end', async () => {
    const { registry } = setUp();
    const { token, ended } = await registry.start(NOTHING, async () => {});
    await ended;
    for (let count = 0; count <= MOST_FINISHED; count += 1) await registry.perform(NOTHING, async () => {});
    expect(now(registry.find(token))?.token).toBe(token);
  });

  it('keeps the tasks of many callers apart', async () => {
    const { clock, start, look } = setUp();
    const begun = Array.from({ length: 50 }, (_, index) => start(index % 2 === 0 ? 'well' : 'badly'));
    const tasks = await Promise.all(begun);
    await clock.advance(100);
    expect(new Set(tasks.map(({ token }) => token)).size).toBe(50);
    expect(tasks.map(({ token }) => look(token)[0])).toEqual(
      tasks.map((_, index) => (index % 2 === 0 ? 'COMPLETED' : 'FAILED')),
    );
  });

  it('is not made over a lifecycle that does not say how tasks end', () => {
    const { GovernanceEntityStatus, ValidationTaskStatus } = lifecycles;
    const parts = { kind: 'x', store: createMemoryTaskStore(), clock: createManualClock() };
    const ids = createSequentialIds();
    expect(() => createTaskRegistry({ ...parts, ids, lifecycle: GovernanceEntityStatus })).toThrow(
      'does not say how a task begins',
    );
    expect(() =>
      createTaskRegistry({ ...parts, ids, lifecycle: ValidationTaskStatus, cancel: 'stopIt' }),
    ).toThrow('the lifecycle ValidationTaskStatus does not say how stopIt stops a task');
  });
});
