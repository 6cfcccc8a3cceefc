import { createCoordinatorV2 } from '@tessera/client';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createInstantAdapter } from '../../testing/instant-adapter.ts';
import { HANGS_AFTER_MS } from '../../testing/limits.ts';
import { AT, component, describeUnit, register, TEMPLATE, targets } from '../../testing/open-platform.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { kill, type Process, startProcess } from '../../testing/process.ts';
import { migrate, SCHEMA_VERSION } from '../storage/migrate.ts';

/** A version of the tables that an earlier release had. */
const EARLIER = '0006-plan-history';

/** The migration of a release that does not exist yet. */
const LATER = '9999-later';

let server: PostgresServer;
let db: Kysely<unknown>;
beforeEach(async () => {
  server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  // A stopping server ends a connection that the pool still closes, and the pool reports it.
  pool.on('error', () => undefined);
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return async () => {
    await db.destroy();
    await server.stop();
  };
});

async function start(): Promise<Process> {
  const process = await startProcess(['--database-url', server.url]);
  onTestFinished(() => kill(process));
  return process;
}

const coordinatorOf = ({ origin }: Process) => createCoordinatorV2({ baseUrl: `${origin}/coordinator` });

describe.skipIf(findPostgres() === undefined)('two versions of the platform on one database', () => {
  it('the later one brings the tables of the earlier one up to date, and keeps its data', async () => {
    await migrate(db, EARLIER);
    await sql`insert into tech_adapter (id, version, name) values ('urn:dmb:itm:kept:0', '0', 'Kept')`.execute(
      db,
    );
    const { name } = await coordinatorOf(await start()).getTechAdapter({
      path: { id: 'urn:dmb:itm:kept:0' },
    });
    const { rows } = await sql`select max(name) as version from kysely_migration`.execute(db);
    expect([name, rows]).toEqual(['Kept', [{ version: SCHEMA_VERSION }]]);
  });

  it('the earlier one works on while it runs, and does not start again, with the reason', async () => {
    const earlier = await start();
    // Migrations only add to the tables.
    await sql`alter table plan add column later text`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values (${LATER}, 'now')`.execute(db);
    const adapter = createInstantAdapter();
    onTestFinished(() => adapter.close());
    const v2 = coordinatorOf(earlier);
    await register(v2, TEMPLATE, await adapter.listen({ port: 0, host: '127.0.0.1' }));
    const plan = await v2.startProvisioning({
      ...AT,
      body: { descriptor: describeUnit(component('table')), targetStatus: targets('DEPLOYED', 'table') },
    });
    expect((await plan.wait({ timeout: HANGS_AFTER_MS })).status).toBe('COMPLETED');
    await expect(start()).rejects.toThrow(
      `the database belongs to a later version of the platform, with ${LATER}; this version knows ${SCHEMA_VERSION}`,
    );
  });
});
