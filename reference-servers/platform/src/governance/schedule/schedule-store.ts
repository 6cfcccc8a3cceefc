import { nextRun } from '@tessera/client/cron';
import { type Kysely, sql, type Transaction } from 'kysely';
import { chunks } from '../../storage/chunks.ts';
import type { Tables } from '../../storage/tables.ts';
import { type Entity, IN_FORCE } from '../entities/entity-store.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** Plans the next run of an entity after a change; removes an entity without a schedule. */
export async function planRun(db: Db, entity: Entity, now: Date): Promise<void> {
  const cron = cronOf(entity);
  const next = cron === undefined ? undefined : nextRun(cron, now);
  if (cron === undefined || next === undefined) {
    await db.deleteFrom('entity_schedule').where('entity_id', '=', entity.id).execute();
    return;
  }
  await db
    .insertInto('entity_schedule')
    .values({ entity_id: entity.id, cron, next_at: next })
    .onConflict((conflict) =>
      conflict
        .column('entity_id')
        .doUpdateSet({ cron, next_at: next })
        // With the same expression, a currently due run is kept.
        .where('entity_schedule.cron', '!=', cron),
    )
    .execute();
}

/** The expression by which the platform evaluates an entity; undefined when it does so on no schedule. */
function cronOf({ status, definition }: Entity): string | undefined {
  const { trigger, timing, cronExpression } = definition;
  const isScheduled = IN_FORCE.includes(status) && trigger === 'active' && timing === 'runtime';
  return isScheduled ? cronExpression : undefined;
}

/** Plans the next run of every entity again, ignoring earlier plans. */
export async function planAllRuns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('entity_schedule').execute();
  const entities = await db
    .selectFrom('governance_entity')
    .selectAll()
    .where('status', 'in', [...IN_FORCE])
    .where(sql<boolean>`definition ? 'cronExpression'`)
    .execute();
  const rows = entities.flatMap((entity) => {
    const cron = cronOf(entity);
    const next = cron === undefined ? undefined : nextRun(cron, now);
    return cron === undefined || next === undefined ? [] : [{ entity_id: entity.id, cron, next_at: next }];
  });
  for (const some of chunks(rows)) await db.insertInto('entity_schedule').values(some).execute();
}
