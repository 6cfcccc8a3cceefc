import type { Notification } from '@tessera/contracts/types/notifications';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Plan } from '../coordinator/plans/plan-store.ts';
import type { Webhook } from '../settings.ts';
import { chunks } from '../storage/chunks.ts';
import type { NotificationTable, Tables } from '../storage/tables.ts';
import { describePlan } from './describe-plan.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A notification for one webhook, as stored. */
export type StoredNotification = Selectable<NotificationTable>;

/** A notification and what it is about. */
export interface NewNotification {
  /** Names the event: the same event is stored once. */
  readonly event: string;
  readonly payload: Notification;
  readonly planId?: string | undefined;
  readonly reportId?: string | undefined;
}

/** Stores the notification about a plan, once for each subscribed webhook. */
export async function notifyOfPlan(
  db: Db,
  webhooks: readonly Webhook[],
  plan: Plan,
  event: 'asked' | 'ended',
  now: Date,
): Promise<void> {
  const payload = describePlan(plan, event);
  if (payload === undefined) return;
  await storeNotifications(db, webhooks, [{ event: `${plan.id}-${event}`, payload, planId: plan.id }], now);
}

/** Stores notifications, once for each subscribed webhook. Returns the ids of the workflows that send them. */
export async function storeNotifications(
  db: Db,
  webhooks: readonly Webhook[],
  notifications: readonly NewNotification[],
  now: Date,
): Promise<string[]> {
  const rows = notifications.flatMap(({ event, payload, planId, reportId }) =>
    webhooks.flatMap(({ url, kinds }, index) =>
      kinds?.includes(payload.kind) === false
        ? []
        : [
            {
              id: `${event}-${index}`,
              plan_id: planId ?? null,
              report_id: reportId ?? null,
              url,
              kind: payload.kind,
              payload: JSON.stringify(payload),
              status: 'WAITING' as const,
              created_at: now,
              updated_at: now,
            },
          ],
    ),
  );
  for (const some of chunks(rows)) {
    await db
      .insertInto('notification')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
  return rows.map(({ id }) => id);
}

/** Ids of the notifications of a plan or a report that have not been delivered or given up. */
export async function waitingOf(
  db: Db,
  subject: string,
  column: 'plan_id' | 'report_id' = 'plan_id',
): Promise<string[]> {
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where(column, '=', subject)
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
