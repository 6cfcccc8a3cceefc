import { randomUUID } from 'node:crypto';
import { isTaskRecord, type TaskRecord, type TaskStore, TaskTakenOver } from './task-store.ts';

/** The part of a `Pool` of the package `pg` that the store uses. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** Name of the table, optionally with its schema. Default `tessera_tasks`; a second one ends in `_servers`. */
  readonly table?: string;
}

/** How often a server reports that it runs, in milliseconds. */
const CLAIM_EVERY = 10_000;

/** How long a server owns its tasks after its last report, in seconds. */
const LEASE_SECONDS = 45;

/** Texts are inserted into the statements, so only plain names are allowed. */
const NAME = /^([a-z_][a-z0-9_]{0,50}\.)?[a-z_][a-z0-9_]{0,50}$/;

/**
 * Keeps tasks in a PostgreSQL database, which several servers may share. Each task belongs to one server. When that server
 * has not reported for 45 seconds, another one continues its tasks. The tables are created when they are missing; the
 * caller closes the pool.
 * @throws Error when the table has an unsuitable name
 */
export function createPostgresStore(pool: PostgresPool, options: PostgresStoreOptions = {}): TaskStore {
  const { table = 'tessera_tasks' } = options;
  if (!NAME.test(table)) {
    throw new Error(`the table of tasks has a name of lower-case letters, digits and _, not '${table}'`);
  }
  const server = randomUUID();
  const sql = statementsOf(table);
  let hasTables = false;

  async function createTables(): Promise<void> {
    if (hasTables) return;
    const { rows } = await pool.query(sql.findTables);
    // Without parameters, so that the statements are one transaction.
    if (rows.length === 0) await pool.query(sql.createTables);
    hasTables = true;
  }

  return {
    claimEvery: CLAIM_EVERY,
    async claim(kinds) {
      await createTables();
      await pool.query(sql.report, [server, LEASE_SECONDS]);
      await pool.query(sql.removeServers);
      const { rows } = await pool.query(sql.claim, [server, kinds]);
      return rows.map((row) => recordIn(row, table));
    },
    async get(token) {
      // PostgreSQL rejects texts with this character.
      if (token.includes('\0')) return undefined;
      const { rows } = await pool.query(sql.get, [token]);
      return rows.length === 0 ? undefined : recordIn(rows[0], table);
    },
    async put(record) {
      const { rows } = await pool.query(sql.put, [record.token, record.kind, server, JSON.stringify(record)]);
      if (rows.length === 0) throw new TaskTakenOver(record.token);
    },
    async delete(token) {
      await pool.query(sql.delete, [token]);
    },
    async release(kinds) {
      await pool.query(sql.release, [server, kinds]);
    },
  };
}

function statementsOf(table: string) {
  const servers = `${table}_servers`;
  return {
    findTables: `SELECT 1 WHERE to_regclass('${table}') IS NOT NULL AND to_regclass('${servers}') IS NOT NULL`,
    // The lock keeps two servers from creating the tables at the same time. The record is text: jsonb rejects the
    // character U+0000.
    createTables: `
      SELECT pg_advisory_xact_lock(hashtext('${table}'));
      CREATE TABLE IF NOT EXISTS ${table}
        (token text PRIMARY KEY, kind text NOT NULL, owner uuid, record text NOT NULL);
      CREATE TABLE IF NOT EXISTS ${servers} (id uuid PRIMARY KEY, alive_until timestamptz NOT NULL);`,
    report: `
      INSERT INTO ${servers} (id, alive_until) VALUES ($1, now() + make_interval(secs => $2))
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    removeServers: `DELETE FROM ${servers} WHERE alive_until < now() - interval '1 day'`,
    // It compares the owner again while the row is locked, so that only one of several servers gets a task.
    claim: `
      UPDATE ${table} AS task SET owner = $1
      FROM (
        SELECT token, owner FROM ${table} AS free
        WHERE kind = ANY($2) AND NOT EXISTS (
          SELECT 1 FROM ${servers} AS known WHERE known.id = free.owner AND known.alive_until > now()
        )
      ) AS seen
      WHERE task.token = seen.token AND task.owner IS NOT DISTINCT FROM seen.owner
      RETURNING task.record`,
    get: `SELECT record FROM ${table} WHERE token = $1`,
    put: `
      INSERT INTO ${table} AS task (token, kind, owner, record) VALUES ($1, $2, $3, $4)
      ON CONFLICT (token) DO UPDATE SET record = excluded.record WHERE task.owner = excluded.owner
      RETURNING token`,
    delete: `DELETE FROM ${table} WHERE token = $1`,
    release: `UPDATE ${table} SET owner = NULL WHERE owner = $1 AND kind = ANY($2)`,
  };
}

function recordIn(row: unknown, table: string): TaskRecord {
  const text: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'record') : undefined;
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  if (isTaskRecord(value)) return value;
  throw new Error(`a row of the table ${table} is not a task: delete the row`);
}
