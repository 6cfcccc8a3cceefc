import { type Kysely, sql } from 'kysely';

/** The registry of tech adapters, the state of deployment units, and plans with their tasks, logs and exchanges. */
export async function coordinator(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tech_adapter (
      id text primary key,
      version text not null,
      name text not null,
      description text,
      labels text[] not null default '{}'
    )`.execute(db);
  await sql`create index tech_adapter_by_name on tech_adapter (name, id)`.execute(db);
  await sql`create index tech_adapter_by_label on tech_adapter using gin (labels)`.execute(db);
  await sql`
    create table tech_adapter_deployment (
      adapter_id text not null references tech_adapter (id) on delete cascade,
      environment text not null,
      url text not null,
      enabled boolean not null,
      properties jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (adapter_id, environment)
    )`.execute(db);
  await sql`
    create table unit_state (
      unit_id text not null,
      environment text not null,
      kind text not null,
      version text not null,
      descriptor text not null,
      is_corrupt boolean not null default false,
      updated_at timestamptz not null,
      primary key (unit_id, environment)
    )`.execute(db);
  await sql`
    create table component_state (
      unit_id text not null,
      environment text not null,
      component_id text not null,
      status text not null,
      version text not null,
      descriptor jsonb not null,
      info jsonb,
      operation text not null,
      operation_status text not null,
      updated_at timestamptz not null,
      primary key (unit_id, environment, component_id)
    )`.execute(db);
  await createPlanTables(db);
  await sql`
    create table process_heartbeat (
      executor_id text primary key,
      seen_at timestamptz not null
    )`.execute(db);
}

async function createPlanTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan (
      id text primary key,
      kind text not null,
      unit_id text not null,
      environment text not null,
      version text not null,
      status text not null,
      termination text,
      descriptor text not null,
      request jsonb not null,
      traceparent text,
      started_at timestamptz not null,
      stopped_at timestamptz
    )`.execute(db);
  // One plan at a time may change a deployment unit in an environment.
  await sql`
    create unique index plan_active on plan (unit_id, environment)
    where kind = 'PROVISIONING' and status in ('RUNNING', 'TERMINATING')`.execute(db);
  await sql`create index plan_by_start on plan (started_at, id)`.execute(db);
  await sql`create index plan_by_unit on plan (unit_id, environment, started_at, id)`.execute(db);
  await sql`create index plan_unfinished on plan (id) where stopped_at is null`.execute(db);
  await sql`
    create table task (
      id text primary key,
      plan_id text not null references plan (id) on delete cascade,
      key text not null,
      position integer not null,
      name text not null,
      action text not null,
      component_id text,
      status text not null,
      result text,
      token text,
      sub_plan_id text,
      started_at timestamptz,
      stopped_at timestamptz,
      unique (plan_id, key)
    )`.execute(db);
  await sql`create index task_by_action on task (action, plan_id)`.execute(db);
  await sql`
    create table task_edge (
      plan_id text not null references plan (id) on delete cascade,
      task_id text not null,
      depends_on text not null,
      primary key (plan_id, task_id, depends_on)
    )`.execute(db);
  await sql`
    create table log_entry (
      id bigint generated always as identity primary key,
      plan_id text not null references plan (id) on delete cascade,
      task_id text,
      at timestamptz not null,
      severity text not null,
      message text not null,
      phase text
    )`.execute(db);
  await sql`create index log_entry_by_plan on log_entry (plan_id, id)`.execute(db);
  await sql`
    create table exchange (
      id bigint generated always as identity primary key,
      plan_id text references plan (id) on delete cascade,
      task_id text,
      at timestamptz not null,
      method text not null,
      url text not null,
      request_headers jsonb not null,
      request_body text,
      status integer,
      response_headers jsonb not null,
      response_body text,
      cut text[] not null default '{}',
      duration_ms integer not null,
      error text
    )`.execute(db);
  await sql`create index exchange_by_task on exchange (task_id, id)`.execute(db);
}
