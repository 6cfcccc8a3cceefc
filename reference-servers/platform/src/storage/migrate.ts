import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { coordinator } from './migrations/0001-coordinator.ts';
import { builder } from './migrations/0002-builder.ts';
import { assistant } from './migrations/0003-assistant.ts';
import { governance } from './migrations/0004-governance.ts';
import { notifications } from './migrations/0005-notifications.ts';
import { planHistory } from './migrations/0006-plan-history.ts';
import { resources } from './migrations/0007-resources.ts';
import { entityResults } from './migrations/0008-entity-results.ts';
import { governanceNotifications } from './migrations/0009-governance-notifications.ts';

/** All migrations in their order. They only go forward: a later one corrects a mistake. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-coordinator': { up: coordinator },
  '0002-builder': { up: builder },
  '0003-assistant': { up: assistant },
  '0004-governance': { up: governance },
  '0005-notifications': { up: notifications },
  '0006-plan-history': { up: planHistory },
  '0007-resources': { up: resources },
  '0008-entity-results': { up: entityResults },
  '0009-governance-notifications': { up: governanceNotifications },
};

/** Name of the newest migration; snapshots of another one are ignored. */
export const SCHEMA_VERSION = Object.keys(MIGRATIONS).at(-1) ?? '';

/**
 * Brings the tables up to date. Processes that start at the same time wait for each other, by a lock of the database.
 * @param version name of the last migration to run; the newest one when absent
 * @throws Error with the cause of the first migration that failed; its changes are rolled back
 * @throws Error when a later version of the platform has migrated the database
 */
export async function migrate<T>(db: Kysely<T>, version: string = SCHEMA_VERSION): Promise<void> {
  const present = await readVersion(db);
  if (present === version) return;
  if (present !== undefined && !Object.hasOwn(MIGRATIONS, present)) {
    throw new Error(
      `the database belongs to a later version of the platform, with ${present}; this version knows ${SCHEMA_VERSION}: start the later one`,
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error, results } = await migrator.migrateTo(version);
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`the database could not be migrated${failed === undefined ? '' : ` (${failed})`}`, {
    cause: error,
  });
}

/**
 * Name of the newest migration that has run; undefined in an empty database. The migrator reads the whole catalog first, which
 * takes a large part of a start.
 */
async function readVersion<T>(db: Kysely<T>): Promise<string | undefined> {
  const known = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db);
  if (known.rows[0]?.name == null) return undefined;
  const latest = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return latest.rows[0]?.name;
}
