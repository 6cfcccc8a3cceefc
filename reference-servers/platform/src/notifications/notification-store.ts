import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Plan } from '../coordinator/plans/plan-store.ts';
import type { Webhook } from '../settings.ts';
import type { NotificationTable, Tables } from '../storage/tables.ts';
import { describePlan } from './describe-plan.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A notification for one webhook, as stored. */
export type StoredNotification = Selectable<NotificationTable>;

/** Stores the notification about a plan, once for each subscribed webhook. */
export async function storeNotifications(
  db: Db,
  webhooks: readonly Webhook[],
  plan: Plan,
  event: 'asked' | 'ended',
  now: Date,
): Promise<void> {
  const payload = describePlan(plan, event);
  if (payload === undefined) return;
  const { kind } = payload;
  const rows = webhooks
    .map(({ url, kinds }, index) => ({
      url,
      wanted: kinds?.includes(kind) !== false,
      id: `${plan.id}-${event}-${index}`,
    }))
    .filter(({ wanted }) => wanted)
    .map(({ id, url }) => ({
      id,
      plan_id: plan.id,
      url,
      kind,
      payload: JSON.stringify(payload),
      status: 'WAITING' as const,
      created_at: now,
      updated_at: now,
    }));
  if (rows.length === 0) return;
  await db
    .insertInto('notification')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Ids of the notifications of a plan that have not been delivered or given up. */
export async function waitingOf(db: Db, planId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where('plan_id', '=', planId)
    .where('status', '=', 'WAITING')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The latest notifications, the newest first. */
export async function listNotifications(db: Db, limit: number): Promise<StoredNotification[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
