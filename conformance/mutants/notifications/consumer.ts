import { notificationsSuite } from '../../src/cases/notifications.ts';
import { type Body, isBody, type Reply } from '../reply.ts';
import { type Adapter, type Habits, startServer } from '../server.ts';

/** The authorization header that the webhook requires. */
export const SECRET = 'Bearer of-the-webhook';

/** Serves a small notification consumer until the caller closes it. */
export function startConsumer(habits: Partial<Habits> = {}): Promise<Adapter> {
  return startServer(habits, {
    operations: notificationsSuite.contract.table.operations,
    kindOf: () => 'provisioning',
    faultsIn: ({ input }) => (isNotification(input) ? [] : [{ field: 'body', message: 'no notification' }]),
    answerAtOnce: ({ headers }) => (headers.authorization === SECRET ? { status: 200 } : refuse(401)),
    endOf: () => ({}),
    refusal: (status) => refuse(status),
    fault: () => refuse(500),
  });
}

function isNotification(input: unknown): boolean {
  return (
    isBody(input) &&
    typeof input['kind'] === 'string' &&
    isBody(input['body']) &&
    Array.isArray(input['messages'])
  );
}

/** A response that rejects the request. */
export function refuse(status: number): Reply {
  return { status, body: { detail: 'not accepted' } };
}

/** The messages of a notification. */
export function messagesOf(input: unknown): Body[] {
  const list: unknown = isBody(input) ? input['messages'] : undefined;
  return (Array.isArray(list) ? list : []).filter(isBody);
}
