import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { dropTemplates } from './snapshot.ts';

const namesIn = async ({ db }: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

it('a folder that begins with a dump without templates keeps its state when it is opened again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const built = await openDatabase();
  await dropTemplates(built.db);
  const snapshot = await built.dump?.();
  await built.close();
  if (snapshot === undefined) throw new Error('an embedded database can be dumped');
  const dataDir = join(folder, 'state');
  const first = await openDatabase({ dataDir, snapshot });
  expect(await namesIn(first)).toEqual(['postgres']);
  await sql`create table kept (n int)`.execute(first.db);
  await first.close();
  const second = await openDatabase({ dataDir, snapshot });
  onTestFinished(() => second.close());
  expect((await sql`select * from kept`.execute(second.db)).rows).toEqual([]);
  const { rows } = await sql`select max(name) as name from kysely_migration`.execute(second.db);
  expect(rows).toEqual([{ name: SCHEMA_VERSION }]);
});
