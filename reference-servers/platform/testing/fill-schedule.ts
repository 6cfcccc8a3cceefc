import type { Kysely } from 'kysely';
import { planAllRuns } from '../src/governance/schedule/schedule-store.ts';
import type { Tables } from '../src/storage/tables.ts';

/** Maximum number of rows per insert. */
const ROWS = 2_000;

/** Stores enabled policies without resources, each with its cron expression, and plans their next runs. */
export async function fillSchedule(db: Kysely<Tables>, cronOf: readonly string[], now: Date): Promise<void> {
  const entities = cronOf.map((cronExpression, index) => ({
    id: `scheduled-${index}`,
    group_id: `group-${index}`,
    version: 1,
    type: 'policy' as const,
    status: 'enabled' as const,
    environment: 'development',
    resource_type: 'none',
    definition: JSON.stringify({ trigger: 'active', timing: 'runtime', cronExpression }),
    created_at: now,
    updated_at: now,
  }));
  for (let at = 0; at < entities.length; at += ROWS)
    await db
      .insertInto('governance_entity')
      .values(entities.slice(at, at + ROWS))
      .execute();
  await planAllRuns(db, now);
}
