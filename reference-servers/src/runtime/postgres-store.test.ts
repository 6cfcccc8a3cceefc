import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { type TaskRecord, TaskTakenOver } from './task-store.ts';

// An embedded PostgreSQL behind a socket, so that the store uses the driver that a real server has.
let pool: pg.Pool;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  const database = await PGlite.create();
  const folder = await mkdtemp(join(tmpdir(), 'tessera-kit-'));
  const socket = new PGLiteSocketServer({ db: database, path: join(folder, '.s.PGSQL.5432') });
  await socket.start();
  pool = new pg.Pool({ host: folder, user: 'postgres', database: 'postgres', max: 1 });
  close = async () => {
    await pool.end();
    await socket.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());
beforeEach(() => pool.query('DROP TABLE IF EXISTS tessera_tasks, tessera_tasks_servers'));

const KINDS = ['a', 'b'];

function taskOf(token: string, more: Partial<TaskRecord> = {}): TaskRecord {
  const output = { result: '\u0000 and \u{1F600}', logs: [] };
  return { token, kind: 'a', operation: 'provision', state: 'RUNNING', output, startedAt: 1, ...more };
}

/** A store whose server runs. */
async function open() {
  const store = createPostgresStore(pool);
  const claimed = await store.claim(KINDS);
  return { store, claimed: claimed.map(({ token }) => token) };
}

/** As if no server had reported for a while. */
const silence = () =>
  pool.query("UPDATE tessera_tasks_servers SET alive_until = now() - interval '1 second'");

describe('a store in PostgreSQL', () => {
  it('creates its tables, and gives back what was put', async () => {
    const { store, claimed } = await open();
    expect(claimed).toEqual([]);
    await store.put(taskOf('one'));
    await store.put(taskOf('one', { state: 'COMPLETED', endedAt: 2 }));
    await store.put(taskOf('two'));
    await store.delete('two');
    expect(await store.get('one')).toEqual(taskOf('one', { state: 'COMPLETED', endedAt: 2 }));
    expect([await store.get('two'), await store.get('none'), await store.get('no\0ne')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('lets every server read a task, and only its owner write it', async () => {
    const [first, second] = [(await open()).store, await open()];
    await first.put(taskOf('one'));
    expect(second.claimed).toEqual([]);
    expect(await second.store.claim(KINDS)).toEqual([]);
    expect(await second.store.get('one')).toEqual(taskOf('one'));
    await expect(second.store.put(taskOf('one', { state: 'FAILED' }))).rejects.toThrow(TaskTakenOver);
  });

  it('gives the tasks of a silent server to another one, and rejects what that server still writes', async () => {
    const first = (await open()).store;
    await first.put(taskOf('one'));
    await first.put(taskOf('two', { kind: 'b', state: 'COMPLETED', endedAt: 2 }));
    await silence();
    const second = createPostgresStore(pool);
    expect(await second.claim(['a'])).toEqual([taskOf('one')]);
    expect(await second.claim(['a'])).toEqual([]);
    expect(await second.claim(KINDS)).toHaveLength(1);
    await expect(first.put(taskOf('one', { state: 'COMPLETED' }))).rejects.toThrow(
      'another server has taken over the task one',
    );
  });

  it('keeps the tasks of a server that reports in time', async () => {
    const first = (await open()).store;
    await first.put(taskOf('one'));
    await silence();
    expect(await first.claim(KINDS)).toEqual([]);
    expect((await open()).claimed).toEqual([]);
  });

  it('gives each task to one of several servers that ask at the same time', async () => {
    const first = (await open()).store;
    for (let count = 0; count < 20; count += 1) await first.put(taskOf(`task-${count}`));
    await first.release?.(KINDS);
    const claims = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(claims.flatMap(({ claimed }) => claimed)).toHaveLength(20);
  });

  it('releases only tasks of the kinds that were asked for', async () => {
    const first = (await open()).store;
    await first.put(taskOf('one'));
    await first.put(taskOf('two', { kind: 'b' }));
    await first.release?.(['a']);
    expect((await open()).claimed).toEqual(['one']);
  });

  it('names a row that is not a task', async () => {
    const { store } = await open();
    await store.put(taskOf('one'));
    await pool.query("UPDATE tessera_tasks SET record = '{}'");
    await expect(store.get('one')).rejects.toThrow('a row of the table tessera_tasks is not a task');
  });

  it('uses a table of another name, and rejects names that are statements', async () => {
    await pool.query('CREATE SCHEMA IF NOT EXISTS adapters');
    const store = createPostgresStore(pool, { table: 'adapters.tasks' });
    await store.claim(KINDS);
    await store.put(taskOf('one'));
    expect((await pool.query('SELECT token FROM adapters.tasks')).rows).toEqual([{ token: 'one' }]);
    expect(() => createPostgresStore(pool, { table: 'x; DROP TABLE y' })).toThrow(
      "the table of tasks has a name of lower-case letters, digits and _, not 'x; DROP TABLE y'",
    );
  });
});
