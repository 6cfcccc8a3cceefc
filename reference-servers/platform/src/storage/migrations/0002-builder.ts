import { type Kysely, sql } from 'kysely';

/** Hooks: decisions that a task of a plan waits for. */
export async function builder(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hook (
      id text primary key,
      name text not null,
      task_id text not null references task (id) on delete cascade,
      plan_id text not null references plan (id) on delete cascade,
      action_name text not null,
      status text not null,
      info jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index hook_waiting on hook (created_at) where status = 'WAITING'`.execute(db);
}
