import { type Kysely, sql } from 'kysely';

/** Policies and metrics, resource types, evaluation reports with their results, and schedules. */
export async function governance(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table governance_entity (
      id text primary key,
      group_id text not null,
      version integer not null,
      type text not null,
      status text not null,
      environment text not null,
      resource_type text not null,
      definition jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (group_id, version)
    )`.execute(db);
  await sql`
    create index governance_entity_in_force on governance_entity (environment, resource_type, created_at, id)
    where status in ('enabled', 'grace')`.execute(db);
  await sql`create table resource_type (name text primary key, definition jsonb not null)`.execute(db);
  await createReportTables(db);
  await sql`
    create table entity_schedule (
      entity_id text primary key references governance_entity (id) on delete cascade,
      cron text not null,
      next_at timestamptz not null
    )`.execute(db);
  await sql`create index entity_schedule_next on entity_schedule (next_at)`.execute(db);
}

async function createReportTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evaluation_report (
      id text primary key,
      environment text not null,
      resource_type text not null,
      scope text not null,
      status text not null,
      demand jsonb not null,
      labels text[] not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index evaluation_report_pending on evaluation_report (id) where status = 'pending'`.execute(
    db,
  );
  await sql`
    create table evaluated_resource (
      id text primary key,
      report_id text references evaluation_report (id) on delete cascade,
      external_id text not null,
      display_name text,
      environment text not null,
      resource_type text not null,
      descriptor text not null,
      previous text
    )`.execute(db);
  await sql`create index evaluated_resource_by_report on evaluated_resource (report_id)`.execute(db);
  await sql`
    create table evaluation_result (
      id text primary key,
      report_id text references evaluation_report (id) on delete cascade,
      resource_key text references evaluated_resource (id) on delete cascade,
      entity_id text not null,
      entity_type text not null,
      entity_status text not null,
      outcome text not null,
      result jsonb not null,
      counts boolean not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index evaluation_result_by_report on evaluation_result (report_id, id)`.execute(db);
  await sql`
    create index evaluation_result_pending on evaluation_result (report_id, id) where outcome = 'pending'`.execute(
    db,
  );
  await sql`
    create index evaluation_result_counted on evaluation_result (created_at, entity_id)
    where counts and entity_type = 'policy'`.execute(db);
  await sql`alter table exchange add column report_id text references evaluation_report (id) on delete cascade`.execute(
    db,
  );
  await sql`create index exchange_by_report on exchange (report_id, id) where report_id is not null`.execute(
    db,
  );
}
