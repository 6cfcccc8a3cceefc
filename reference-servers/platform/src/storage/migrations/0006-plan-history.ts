import { type Kysely, sql } from 'kysely';

/** The order in which what was deployed is read since a time. */
export async function planHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index plan_by_end on plan (stopped_at, id)
    where kind = 'PROVISIONING' and stopped_at is not null`.execute(db);
}
