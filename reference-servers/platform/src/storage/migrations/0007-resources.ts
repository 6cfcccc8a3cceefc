import { type Kysely, sql } from 'kysely';

/** Registered resources, and when results about them are expected. */
export async function resources(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table computational_resource (
      external_id text not null,
      environment text not null,
      kind text not null,
      resource_type text,
      origin_external_id text,
      primary key (external_id, environment)
    )`.execute(db);
  // A resource stays as it was registered, so its kind and type can be repeated here: every filter then has its index.
  await sql`
    create table evaluation_status (
      seq bigint generated always as identity primary key,
      external_id text not null,
      environment text not null,
      entity_id text not null,
      kind text not null,
      resource_type text,
      frequency text,
      tolerance text,
      expected_at timestamptz,
      limit_at timestamptz,
      last_result_id text,
      unique (external_id, environment, entity_id),
      foreign key (external_id, environment) references computational_resource (external_id, environment)
    )`.execute(db);
  for (const column of ['environment', 'entity_id', 'kind', 'resource_type'])
    await sql`create index on evaluation_status (${sql.ref(column)}, seq)`.execute(db);
  await sql`create index on evaluation_status (expected_at) where expected_at is not null`.execute(db);
  await sql`alter table evaluation_report add column updates_statuses boolean not null default false`.execute(
    db,
  );
}
