import { nextRun } from '@tessera/client/cron';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../storage/tables.ts';
import { storePerimeterEvaluations } from '../evaluation/start-evaluation.ts';

/** Due entities that are claimed in one transaction. */
const BATCH = 200;

/**
 * Starts due runs. A row of the schedule is claimed by moving it to its next time, in the transaction that stores the
 * report: one process gets it, and the report is stored atomically. Runs that came due while no process ran are run
 * once.
 */
export async function runDue(context: Context): Promise<void> {
  // Mostly nothing is due, and a transaction takes four round trips.
  while (await isAnyDue(context)) {
    const started = await claim(context);
    await Promise.all(started.map((id) => context.engine.start('evaluation', id)));
    if (started.length < BATCH) return;
  }
}

async function isAnyDue({ db, clock }: Context): Promise<boolean> {
  const due = await db
    .selectFrom('entity_schedule')
    .select('entity_id')
    .where('next_at', '<=', clock.now())
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

async function claim({ db, clock, ids }: Context): Promise<string[]> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('entity_schedule as schedule')
      .innerJoin('governance_entity as entity', 'entity.id', 'schedule.entity_id')
      .select(['entity.id', 'entity.environment', 'entity.resource_type', 'schedule.cron'])
      .where('schedule.next_at', '<=', now)
      .orderBy('schedule.next_at')
      .limit(BATCH)
      .forUpdate('schedule')
      // Skips rows that another process is claiming.
      .skipLocked()
      .execute();
    const runs = due.map(({ cron, ...entity }) => ({
      id: ids(),
      entity,
      scope: 'evaluation' as const,
      next: nextRun(cron, now),
    }));
    await storePerimeterEvaluations(tx, runs, now);
    await moveOn(
      tx,
      runs.map(({ entity, next = null }) => ({ id: entity.id, next })),
    );
    return runs.map(({ id }) => id);
  });
}

/** Moves rows of the schedule to their next times, and removes those that have none. */
async function moveOn(
  tx: Transaction<Tables>,
  rows: readonly { readonly id: string; readonly next: Date | null }[],
): Promise<void> {
  await sql`
    update entity_schedule as schedule set next_at = row.next
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, next timestamptz)
    where schedule.entity_id = row.id and row.next is not null`.execute(tx);
  const over = rows.filter(({ next }) => next === null).map(({ id }) => id);
  if (over.length > 0) await tx.deleteFrom('entity_schedule').where('entity_id', 'in', over).execute();
}

/**
 * Starts evaluations that were stored by a process that ended before it could start them. Those of a task are started
 * by the task, unless its plan was stopped before it could finish them.
 */
export async function startForgotten({ db, engine }: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select report.id
    from evaluation_report as report
    where report.status = 'pending'
      and report.created_at < now() - interval '5 seconds'
      and not exists (select 1 from dbos.workflow_status as workflow where workflow.workflow_uuid = report.id)
      and (
        report.demand ->> 'taskId' is null
        or exists (
          select 1 from task join plan on plan.id = task.plan_id
          where task.id = report.demand ->> 'taskId' and plan.stopped_at is not null
        )
      )`.execute(db);
  for (const { id } of rows) await engine.start('evaluation', id);
}
