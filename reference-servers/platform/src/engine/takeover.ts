import { type Kysely, sql } from 'kysely';
import type { Tables } from '../storage/tables.ts';
import type { Engine } from './engine.ts';

/** What a process needs to take over the work of others. */
export interface TakeoverOptions {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
  readonly onError: (message: string) => void;
  /** How long a process may go without a heartbeat before it counts as gone, in milliseconds. */
  readonly silentMs?: number;
}

const SILENT_MS = 30_000;

/** The number of missed heartbeats in a row: taking over the work of a live process would run it twice. */
const REPORTS = 10;

/**
 * Sends heartbeats for this process, and takes over unfinished work of processes that no longer run. The engine
 * recovers the workflows of its process; deciding that another process is gone is up to its users. Returns a function
 * that stops the heartbeat and withdraws it.
 */
export async function keepAlive(options: TakeoverOptions): Promise<() => Promise<void>> {
  const { db, engine, onError, silentMs = SILENT_MS } = options;
  let current: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    try {
      await report(db, engine.executorId);
      for (const gone of await claimSilent(db, engine.executorId, silentMs)) {
        await engine.resume(await engine.unfinishedOf(gone));
        await db.deleteFrom('process_heartbeat').where('executor_id', '=', gone).execute();
      }
      await startForgotten(db, engine);
    } catch (cause) {
      onError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  await round();
  const timer = setInterval(() => {
    current = current.then(round);
  }, silentMs / REPORTS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
    await db.deleteFrom('process_heartbeat').where('executor_id', '=', engine.executorId).execute();
  };
}

async function report(db: Kysely<Tables>, executorId: string): Promise<void> {
  await db
    .insertInto('process_heartbeat')
    .values({ executor_id: executorId, seen_at: sql`now()` })
    .onConflict((conflict) => conflict.column('executor_id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/**
 * Processes without a recent heartbeat. The update is the claim: one caller gets each of them. If that caller stops
 * before it has resumed everything, the next one gets the claim after the same time.
 */
async function claimSilent(db: Kysely<Tables>, executorId: string, silentMs: number): Promise<string[]> {
  const rows = await db
    .updateTable('process_heartbeat')
    .set({ seen_at: sql`now()` })
    .where('executor_id', '!=', executorId)
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${silentMs / 1000})`)
    .returning('executor_id')
    .execute();
  return rows.map(({ executor_id }) => executor_id);
}

/**
 * Starts the workflows of plans and notifications that were stored by a process that ended before it could start them. A
 * second start with the same id does nothing, so what is running is not disturbed.
 */
async function startForgotten(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const plans = await sql<{ id: string }>`
    select id from plan
    where stopped_at is null and started_at < now() - interval '5 seconds' and ${isUnknown('plan')}`.execute(
    db,
  );
  for (const { id } of plans.rows) await engine.start('plan', id);
  const notifications = await sql<{ id: string }>`
    select id from notification
    where status = 'WAITING' and created_at < now() - interval '5 seconds' and ${isUnknown('notification')}`.execute(
    db,
  );
  for (const { id } of notifications.rows) await engine.start('notification', id);
}

function isUnknown(table: string) {
  return sql`not exists (select 1 from dbos.workflow_status where workflow_uuid = ${sql.ref(`${table}.id`)})`;
}
