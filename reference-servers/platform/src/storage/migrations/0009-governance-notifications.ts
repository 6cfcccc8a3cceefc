import { type Kysely, sql } from 'kysely';

/** Notifications about evaluations and data contracts, which belong to a report or to neither a plan nor a report. */
export async function governanceNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification alter column plan_id drop not null`.execute(db);
  await sql`
    alter table notification
    add column report_id text references evaluation_report (id) on delete cascade`.execute(db);
  await sql`create index notification_by_report on notification (report_id)`.execute(db);
}
