import { type Kysely, sql } from 'kysely';

/** Which contract an exchange is about; and notifications that go to webhooks. They are stored with what they are about, and sent afterwards. */
export async function notifications(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exchange add column api text`.execute(db);
  await sql`
    create table notification (
      id text primary key,
      plan_id text not null references plan (id) on delete cascade,
      url text not null,
      kind text not null,
      payload jsonb not null,
      status text not null,
      attempts integer not null default 0,
      problem text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index notification_by_plan on notification (plan_id)`.execute(db);
  await sql`create index notification_latest on notification (created_at, id)`.execute(db);
  await sql`create index notification_waiting on notification (created_at) where status = 'WAITING'`.execute(
    db,
  );
}
