import {
  deliverWithRetries,
  type HookHabits,
  listenForDecisions,
  SECRET,
  startHook,
} from '../mutants/remote-request-hook/hook.ts';
import { pause, type Reply } from '../mutants/reply.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { testVariants } from './test-variants.ts';

useVirtualTime();

testVariants<HookHabits>(
  'remote-request-hook',
  [
    { name: 'approvals', habits: () => ({}) },
    {
      name: 'rejections with additional fields',
      habits: () => ({
        decision: () => ({
          status: 'KO',
          hookInfo: { message: 'Not in this quarter.', approver: 'jane.doe', score: 3 },
        }),
      }),
    },
    {
      name: 'no tracking',
      habits: () => ({
        accept: () => ({ hookInfo: {} }),
        decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.' } }),
      }),
    },
    {
      name: 'tracking inside hookInfo',
      habits: () => ({
        accept: ({ id }) => ({ hookInfo: { tracking: { id, url: 'https://tickets.example.com/1' } } }),
      }),
    },
    {
      name: 'null for absent fields',
      habits: () => ({ accept: () => ({ hookInfo: { message: null }, tracking: null }) }),
    },
    {
      name: 'a charset',
      habits: () => ({
        letter: (text) => ({ method: 'PATCH', mediaType: 'application/json; charset=utf-8', text }),
      }),
    },
    {
      name: 'immediate decisions and delayed responses',
      habits: () => ({ decisionMs: 0, answer: (reply) => pause(400).then(() => reply) }),
    },
    {
      name: 'slow retries',
      habits: () => ({
        async deliver(send, letter) {
          for (let count = 0; count < 4; count += 1) {
            const { status } = await send(letter);
            if (status !== 404 && status < 500) return;
            await pause(1_000 * 2 ** count);
          }
        },
      }),
    },
    {
      name: 'sequential deliveries',
      habits: () => oneAfterTheOther(),
    },
    { name: 'one worker that responds after each delivery', habits: () => oneWorker() },
    { name: 'slow decisions', habits: () => ({ decisionMs: 1_200 }) },
    { name: 'case-insensitive ids', habits: () => ({ keyOf: (id) => id.toLowerCase() }) },
    { name: 'the first response for each id', habits: () => replaying() },
    { name: 'additional details', habits: () => errorsWithDetails() },
    { name: 'under another prefix', habits: () => ({ prefix: '/approvals/v1' }) },
  ],
  startHook,
  () => ({ headers: { authorization: SECRET }, ...listenForDecisions() }),
);

/** Delivers decisions one at a time. */
function oneAfterTheOther(): Partial<HookHabits> {
  let before: Promise<unknown> = Promise.resolve();
  return {
    deliver: (send) =>
      deliverWithRetries(() => {
        const now = before.then(() => send());
        before = now.catch(() => undefined);
        return now;
      }),
  };
}

/** One worker for responses and decisions: a response waits until the current delivery has finished. */
function oneWorker(): Partial<HookHabits> {
  let busy: Promise<unknown> = Promise.resolve();
  return {
    answer: (reply) => busy.then(() => reply),
    deliver: (send) =>
      deliverWithRetries(() => {
        const now = busy.then(() => send());
        busy = now.catch(() => undefined);
        return now;
      }),
  };
}

/** Repeats the first response to a request id, including a rejection. */
function replaying(): Partial<HookHabits> {
  const first = new Map<string, Reply>();
  return {
    answer(reply, { headers }) {
      const id = String(headers['x-request-id']);
      if (headers['x-request-id'] === undefined || reply.status === 401) return reply;
      const known = first.get(id) ?? reply;
      first.set(id, known);
      return known;
    },
  };
}

function errorsWithDetails(): Partial<HookHabits> {
  return {
    answer: (reply) =>
      reply.status >= 400 ? { ...reply, body: { error: { message: 'No.', details: { code: 17 } } } } : reply,
  };
}
