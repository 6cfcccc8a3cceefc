import { nextRun } from '@tessera/client/cron';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { storePerimeterEvaluation } from '../evaluation/start-evaluation.ts';

/** Due entities that are claimed in one transaction. */
const BATCH = 200;

/**
 * Starts due runs. A row of the schedule is claimed by moving it to its next time, in the transaction that stores the
 * report: one process gets it, and the report is stored atomically. Runs that came due while no process ran are run
 * once.
 */
export async function runDue(context: Context): Promise<void> {
  for (;;) {
    const started = await claim(context);
    for (const id of started) await context.engine.start('evaluation', id);
    if (started.length < BATCH) return;
  }
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
    const started: string[] = [];
    for (const { cron, ...entity } of due) {
      const next = nextRun(cron, now);
      if (next === undefined)
        await tx.deleteFrom('entity_schedule').where('entity_id', '=', entity.id).execute();
      else {
        await tx
          .updateTable('entity_schedule')
          .set({ next_at: next })
          .where('entity_id', '=', entity.id)
          .execute();
      }
      const id = ids();
      await storePerimeterEvaluation(tx, { id, entity, scope: 'evaluation' }, now);
      started.push(id);
    }
    return started;
  });
}

/**
 * Starts evaluations that were stored by a process that ended before it could start them. Those of a task are started
 * by the task.
 */
export async function startForgotten({ db, engine }: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select report.id
    from evaluation_report as report
    where report.status = 'pending'
      and report.created_at < now() - interval '5 seconds'
      and not exists (select 1 from dbos.workflow_status as workflow where workflow.workflow_uuid = report.id)
      and report.demand ->> 'taskId' is null`.execute(db);
  for (const { id } of rows) await engine.start('evaluation', id);
}
