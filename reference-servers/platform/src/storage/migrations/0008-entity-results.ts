import { type Kysely, sql } from 'kysely';

/** Lists of policies and metrics, each with its latest results. */
export async function entityResults(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index evaluation_result_of_entity on evaluation_result (entity_id, created_at desc, id desc)
    where counts and outcome not in ('pending', 'not_executed')`.execute(db);
  await sql`create index governance_entity_newest on governance_entity (created_at desc, id desc)`.execute(
    db,
  );
}
