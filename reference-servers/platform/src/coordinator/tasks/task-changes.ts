import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { gather } from '../../storage/gather.ts';
import type { Tables } from '../../storage/tables.ts';
import { type LogLine, trimExchanges, writeLog } from '../plans/plan-log.ts';
import { ENDED_TASK } from '../plans/plan-store.ts';
import type { EndedTask, TaskWork } from './task-work.ts';

/** A task that ends, with the work that stores its results. */
export interface Ending extends EndedTask {
  readonly work: TaskWork;
}

/** The parts of the platform that a change of a task needs. */
type Changing = Pick<Context, 'db' | 'clock'> & { readonly changes: Pick<Context['changes'], 'publish'> };

/** Stores that a task is running; it keeps the time of its first start. */
export const markRunning = gather(async ({ db, clock }: Changing, ids: readonly string[]) => {
  await db
    .updateTable('task')
    .set({ status: 'RUNNING', started_at: sql`coalesce(started_at, ${clock.now()}::timestamptz)` })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return () => undefined;
});

/** Ends a task: its state, its results and its log in one transaction. */
export const endTask = gather(async (context: Changing, endings: readonly Ending[]) => {
  const now = context.clock.now();
  await context.db.transaction().execute(async (tx) => {
    // A forced termination may have ended a task already, and its result stays.
    const ended = await storeStates(tx, endings, now);
    for (const work of new Set(ended.map((ending) => ending.work))) {
      const some = ended.filter((ending) => ending.work === work);
      await work.record?.(tx, some, now);
    }
    await writeLog(tx, ...ended.flatMap((ending) => linesOf(ending, now)));
    for (const { about } of ended) {
      // A task that was never polled has a few exchanges.
      if (about.task.token !== null) await trimExchanges(tx, { taskId: about.task.id });
    }
  });
  for (const id of new Set(endings.map(({ about }) => about.plan.id))) {
    context.changes.publish({ kind: 'plan', id });
  }
  return () => undefined;
});

/** Stores the terminal states of tasks; returns those that had not ended before. */
async function storeStates(
  tx: Transaction<Tables>,
  endings: readonly Ending[],
  now: Date,
): Promise<Ending[]> {
  const byId = new Map(endings.map((ending) => [ending.about.task.id, ending]));
  const ids = [...byId.keys()];
  const states = [...byId.values()].map(({ outcome }) => outcome.state);
  const results = [...byId.values()].map(({ outcome }) => outcome.result ?? outcome.problem ?? null);
  const planIds = endings.map(({ about }) => about.plan.id);
  // A termination locks its plan before its tasks; the other order would be a deadlock.
  const { rows } = await sql<{ id: string }>`
    with open as (select id from plan where id = any(${planIds}::text[]) order by id for key share)
    update task set status = ended.status, result = ended.result, stopped_at = ${now}
    from open, unnest(${ids}::text[], ${states}::text[], ${results}::text[]) as ended (id, status, result)
    where task.plan_id = open.id and task.id = ended.id and task.status <> all(${ENDED_TASK}::text[])
    returning task.id`.execute(tx);
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The lines of the other side, and the result. */
function linesOf({ about: { task, plan }, outcome }: Ending, now: Date): LogLine[] {
  const about = { planId: plan.id, taskId: task.id };
  const { state, problem, logs = [] } = outcome;
  return [
    ...logs.map((log) => ({
      ...about,
      at: new Date(log.timestamp),
      severity: log.level,
      message: log.message,
      phase: log.phase,
    })),
    {
      ...about,
      at: now,
      severity: state === 'COMPLETED' ? 'INFO' : 'ERROR',
      message: `${task.name}: ${state}${problem === undefined ? '' : `: ${problem}`}`,
    },
  ];
}
