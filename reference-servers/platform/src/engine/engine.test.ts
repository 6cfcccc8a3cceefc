import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../storage/database.ts';
import { type Engine, openEngine } from './engine.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(workflows: Parameters<typeof openEngine>[0]['workflows']): Promise<[Engine, Database]> {
  const database = await openDatabase();
  open.push(database);
  const engine = await openEngine({ pool: database.pool, executorId: 'one', workflows, pollMs: 5 });
  open.push(engine);
  return [engine, database];
}

describe('the engine', () => {
  it('runs children side by side and hands their ids back as they end', async () => {
    const ended: string[] = [];
    const { promise, resolve } = withResolvers<string[]>();
    const [engine] = await start({
      parent: async (durable) => {
        const ids = ['a', 'b', 'c'];
        for (const id of ids) await durable.start('child', id);
        const running = new Set(ids);
        while (running.size > 0) {
          const id = await durable.first([...running]);
          running.delete(id);
          ended.push(id);
        }
        resolve(ended);
      },
      child: async (durable, id) => {
        await durable.step('work', async () => id);
      },
    });
    await engine.start('parent', 'p');
    expect((await promise).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('wakes a workflow that waits for a message', async () => {
    const { promise, resolve } = withResolvers<unknown>();
    const [engine] = await start({
      waiting: async (durable) => resolve(await durable.receive('answer', 60)),
    });
    await engine.start('waiting', 'w');
    await engine.send('w', 'answer', { status: 'OK' });
    expect(await promise).toEqual({ status: 'OK' });
  });

  it('refuses a second engine in the same process', async () => {
    const [, database] = await start({});
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
