import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { saveExchanges, writeLog } from '../coordinator/plans/plan-log.ts';
import { findPlan } from '../coordinator/plans/plan-store.ts';
import { childOf } from '../coordinator/plans/traceparent.ts';
import type { Durable } from '../engine/engine.ts';
import type { Webhook } from '../settings.ts';
import type { StoredNotification } from './notification-store.ts';

/** Maximum number of attempts. */
const MOST_ATTEMPTS = 6;

/** Pause after the first attempt, in milliseconds; each further one is four times as long. */
const FIRST_PAUSE_MS = 1_000;

/** Statuses after which the same request may succeed, beside those of 500 and above. */
const PASSING = [408, 425, 429];

/** Maximum size of a webhook's response, which is ignored; in bytes. */
const LARGEST_ANSWER = 64 * 1024;

/** The workflow of one notification: sends it until it is accepted, rejected, or out of attempts. */
export async function sendNotification(context: Context, durable: Durable, id: string): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === MOST_ATTEMPTS;
    const status = await durable.step('send', () => send(context, id, isLast));
    if (status !== 'WAITING') return;
    await durable.sleep(pause);
    pause *= 4;
  }
}

async function send(context: Context, id: string, isLast: boolean): Promise<StoredNotification['status']> {
  const { db, clock, settings } = context;
  const stored = await db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst();
  if (stored === undefined || stored.status !== 'WAITING') return 'DELIVERED';
  const planId = stored.plan_id;
  const plan = planId === null ? undefined : await findPlan(db, planId);
  const webhook = settings.webhooks.find(({ url }) => url === stored.url);
  const result =
    webhook === undefined
      ? { problem: 'the webhook is no longer configured', mayPass: false }
      : await post(context, webhook, stored, plan?.traceparent ?? null);
  const hasFailed = result !== undefined && (isLast || !result.mayPass);
  const status = result === undefined ? 'DELIVERED' : hasFailed ? 'FAILED' : 'WAITING';
  await db
    .updateTable('notification')
    .set((row) => ({
      status,
      attempts: row('attempts', '+', 1),
      problem: result?.problem ?? null,
      updated_at: clock.now(),
    }))
    .where('id', '=', id)
    .execute();
  if (hasFailed && planId !== null) {
    const message = `the notification ${stored.kind} was not delivered to ${stored.url}: ${result.problem}`;
    await writeLog(db, { planId, at: clock.now(), severity: 'WARNING', message });
  }
  return status;
}

interface Failure {
  readonly problem: string;
  readonly mayPass: boolean;
}

async function post(
  { outbound, db, clock, settings }: Context,
  { url, headers = {}, secret }: Webhook,
  { id, payload, plan_id, report_id }: StoredNotification,
  traceparent: string | null,
): Promise<Failure | undefined> {
  const body = JSON.stringify(payload);
  const about = { planId: plan_id ?? undefined, reportId: report_id ?? undefined };
  const hasReaders = plan_id !== null || report_id !== null;
  const transport = outbound.transport(async (exchange) => {
    if (hasReaders) await saveExchanges(db, about, [exchange]);
  });
  const request = {
    method: 'POST',
    url,
    path: new URL(url).pathname,
    headers: {
      ...headers,
      'content-type': 'application/json',
      traceparent: childOf(traceparent),
      'webhook-id': id,
      ...(secret === undefined ? {} : sign({ id, body, secret, now: clock.now() })),
    },
    body,
    maxResponseBytes: LARGEST_ANSWER,
  };
  try {
    const { status } = await transport(request, AbortSignal.timeout(settings.callMs));
    if (status >= 200 && status < 300) return undefined;
    return { problem: `the webhook returned ${status}`, mayPass: status >= 500 || PASSING.includes(status) };
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause), mayPass: true };
  }
}

interface Signed {
  readonly id: string;
  readonly body: string;
  readonly secret: string;
  readonly now: Date;
}

/** Headers by which a receiver checks who sent a notification, and when, as Standard Webhooks define them. */
function sign({ id, body, secret, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
