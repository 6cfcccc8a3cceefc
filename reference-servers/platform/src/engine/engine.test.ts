import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../storage/database.ts';
import { type Engine, openEngine } from './engine.ts';

const parent = withResolvers<string[]>();
const waiting = withResolvers<unknown>();
let database: Database;
let engine: Engine;
beforeAll(async () => {
  database = await openDatabase();
  engine = await openEngine({
    pool: database.pool,
    executorId: 'one',
    pollMs: 5,
    workflows: {
      parent: async (durable) => {
        const ended: string[] = [];
        const ids = ['a', 'b', 'c'];
        for (const id of ids) await durable.start('child', id);
        const running = new Set(ids);
        while (running.size > 0) {
          const id = await durable.first([...running]);
          running.delete(id);
          ended.push(id);
        }
        parent.resolve(ended);
      },
      child: async (durable, id) => {
        await durable.step('work', async () => id);
      },
      waiting: async (durable) => waiting.resolve(await durable.receive('answer', 60)),
    },
  });
});
afterAll(async () => {
  await engine?.close();
  await database?.close();
});

describe('the engine', () => {
  it('runs children side by side and hands their ids back as they end', async () => {
    await engine.start('parent', 'p');
    expect((await parent.promise).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('wakes a workflow that waits for a message', async () => {
    await engine.start('waiting', 'w');
    await engine.send('w', 'answer', { status: 'OK' });
    expect(await waiting.promise).toEqual({ status: 'OK' });
  });

  it('refuses a second engine in the same process', async () => {
    await expect(openEngine({ pool: database.pool, executorId: 'two', workflows: {} })).rejects.toThrow(
      'a platform is running in this process already',
    );
  });
});

/** As in newer versions of Node. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
