import { systemClock } from '@tessera/reference-servers/harness';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres, startPostgres } from '../../../testing/postgres.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { insertPlan, readTask } from '../plans/plan-store.ts';
import { endTask } from './task-changes.ts';

async function openServer(): Promise<Database> {
  const server = await startPostgres();
  const database = await openDatabase({ url: server.url });
  onTestFinished(async () => {
    await database.close();
    await server.stop();
  });
  return database;
}

describe.skipIf(findPostgres() === undefined)('a task that ends while its plan is terminated', () => {
  it('waits for the termination, and keeps the state that it gave', async () => {
    const { db } = await openServer();
    const tasks = [{ key: 'only', name: 'Only', action: 'NOP' as const, dependsOn: [] }];
    const plan = {
      id: 'p',
      kind: 'VALIDATION' as const,
      unitId: 'u',
      environment: 'development',
      version: '1',
    };
    await insertPlan(db, { ...plan, descriptor: '', request: {}, tasks }, new Date());
    const about = await readTask(db, 'p/only');
    const context = { db, clock: systemClock, changes: { publish() {} } };
    const { ended } = await db.transaction().execute(async (termination) => {
      await termination.selectFrom('plan').select('id').where('id', '=', 'p').forUpdate().execute();
      const ending = endTask(context, { work: { start }, about, outcome: { state: 'COMPLETED' } });
      await expect.poll(() => countWaiting(db)).toBe(1);
      await termination
        .updateTable('task')
        .set({ status: 'TERMINATED' })
        .where('plan_id', '=', 'p')
        .execute();
      return { ended: ending };
    });
    await ended;
    expect((await readTask(db, 'p/only')).task.status).toBe('TERMINATED');
  });
});

async function start() {
  return { state: 'COMPLETED' } as const;
}

/** How many connections wait for a lock. */
async function countWaiting(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
