import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { sortAfter } from '../planning/order.ts';
import type { Tables } from './tables.ts';

/** The content of all tables at one moment, kept in the database. */
export interface Copy {
  /** Name of the schema that holds it. */
  readonly schema: string;
}

/** Schemas of the platform and of the engine. */
const SCHEMAS = ['public', 'dbos'];

/** Tables that record which migrations have run; a copy does not change the structure, so these stay unchanged, too. */
const MIGRATIONS = '%migration%';

/** A table, and the tables that its foreign keys name. */
interface Table {
  readonly id: string;
  readonly after: readonly string[];
}

/** Empties all tables. */
export async function emptyTables(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => truncate(tx, await listTables(tx)));
}

/** Copies all tables into a schema of the same database. */
export async function copyTables(db: Kysely<Tables>, name: string): Promise<Copy> {
  const schema = `copy_${name}`;
  await db.transaction().execute(async (tx) => {
    const tables = await listTables(tx);
    await runAll(tx, [
      sql`create schema ${sql.id(schema)}`,
      ...tables.map(({ id }) => sql`create table ${sql.id(schema, id)} as table ${sql.table(id)}`),
    ]);
  });
  return { schema };
}

/** Restores all tables from a copy. */
export async function restoreTables(db: Kysely<Tables>, { schema }: Copy): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tables = await listTables(tx);
    await truncate(tx, tables);
    const insert = ({ id }: Table) =>
      sql`insert into ${sql.table(id)} overriding system value select * from ${sql.id(schema, id)}`;
    await runAll(tx, tables.map(insert));
    await continueSequences(tx);
  });
}

/** Every table, after those that its foreign keys name. */
async function listTables(tx: Transaction<Tables>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname || '.' || c.relname as id,
      coalesce(array_agg(fn.nspname || '.' || f.relname) filter (where f.oid is not null), '{}') as after
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class f on f.oid = k.confrelid
    left join pg_namespace fn on fn.oid = f.relnamespace
    where c.relkind = 'r' and n.nspname = any(${SCHEMAS}::text[]) and c.relname not like ${MIGRATIONS}
    group by 1`.execute(tx);
  return sortAfter(rows);
}

async function truncate(tx: Transaction<Tables>, tables: readonly Table[]): Promise<void> {
  const names = sql.join(tables.map(({ id }) => sql.table(id)));
  await sql`truncate ${names} restart identity`.execute(tx);
}

/** Sequences continue after the restored rows. */
async function continueSequences(tx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ sequence: string; name: string; column: string }>`
    select pg_get_serial_sequence(table_schema || '.' || table_name, column_name) as sequence,
      table_schema || '.' || table_name as name, column_name as column
    from information_schema.columns
    where table_schema = any(${SCHEMAS}::text[])
      and pg_get_serial_sequence(table_schema || '.' || table_name, column_name) is not null`.execute(tx);
  const next = ({ sequence, name, column }: (typeof rows)[number]) =>
    sql`select setval(${sql.lit(sequence)}, coalesce((select max(${sql.id(column)}) from ${sql.table(name)}), 0) + 1, false)`;
  await runAll(tx, rows.map(next));
}

/** Sends statements without parameters at once: sent one by one, they would spend their time in round trips. */
async function runAll(tx: Transaction<Tables>, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const script = statements.map((statement) => statement.compile(tx).sql).join(';\n');
  if (script !== '') await sql.raw(script).execute(tx);
}
