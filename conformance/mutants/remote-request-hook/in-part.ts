import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Body, type Call, isBody } from '../server.ts';
import { type HookHabits, refuse } from './hook.ts';

const NEARLY = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const requestIdOf = ({ headers }: Call): string => String(headers['x-request-id']);
const fieldsOf = ({ input }: Call): Body => (isBody(input) && isBody(input['fields']) ? input['fields'] : {});

/** Mutants that fail for some ids, addresses or fields, and handle the others correctly. */
export const partMutants: readonly Mutant<HookHabits>[] = [
  ...idMutants(),
  ...addressMutants(),
  {
    name: 'hook-grants-alone',
    class: 'negatives',
    defect: 'rejects requests with another verb than the expected one',
    caughtBy: 'HK-23',
    habits: () => ({
      answer: (reply, call) =>
        reply.status === 202 && fieldsOf(call)['verb'] === 'revoke' ? refuse(400, ['verb']) : reply,
    }),
  },
  {
    name: 'hook-counts-identities',
    class: 'negatives',
    defect: 'crashes when the identities are a string instead of a list',
    caughtBy: 'HK-23',
    habits: () => ({
      answer: (reply, call) =>
        reply.status === 202 && typeof fieldsOf(call)['identities'] === 'string'
          ? { status: 500, body: { error: { message: 'It broke.' } } }
          : reply,
    }),
  },
  {
    name: 'hook-empty-body-breaks',
    class: 'negatives',
    defect: 'crashes on an empty body',
    caughtBy: 'X-12',
    habits: () => ({
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input) && Object.keys(input).length === 0
          ? { status: 500, body: { error: { message: 'It broke.' } } }
          : reply,
    }),
  },
  {
    name: 'hook-answers-when-delivered',
    class: 'promptness',
    defect: 'responds only after all deliveries of the decision',
    caughtBy: 'HK-19',
    habits: () => answeringWhenDelivered(3),
  },
  {
    name: 'hook-answers-when-sent',
    class: 'promptness',
    defect: 'responds only after the first delivery of the decision',
    caughtBy: 'HK-19',
    habits: () => answeringWhenDelivered(1),
  },
];

/** Mutants that read or compare ids incorrectly. */
function idMutants(): Mutant<HookHabits>[] {
  return [
    ...(
      [
        ['hook-id-with-more-behind', 'takes an id that begins with a UUID', `^${NEARLY}`],
        ['hook-id-with-more-before', 'takes an id that ends with a UUID', `${NEARLY}$`],
        ['hook-id-of-any-letters', 'takes any letters for a UUID', '^\\w{8}(-\\w{4}){3}-\\w{12}$'],
      ] as const
    ).map(
      ([name, defect, pattern]): Mutant<HookHabits> => ({
        name,
        class: 'negatives',
        defect,
        caughtBy: 'HK-03',
        habits: () => ({
          refuse: (call, found) =>
            new RegExp(pattern, 'i').test(requestIdOf(call))
              ? found.filter(({ field }) => field !== 'x-request-id')
              : found,
        }),
      }),
    ),
    {
      name: 'hook-knows-ids-by-their-beginning',
      class: 'identity and isolation',
      defect: 'treats two requests whose ids start alike as duplicates',
      caughtBy: 'HK-22',
      habits: () => ({ keyOf: (requestId) => requestId.slice(0, 8) }),
    },
    {
      name: 'hook-knows-ids-by-their-end',
      class: 'identity and isolation',
      defect: 'treats two requests whose ids end alike as duplicates, and names no case',
      caughtBy: 'HK-10',
      habits: () => ({
        keyOf: (requestId) => requestId.slice(-12),
        accept: () => ({ hookInfo: { message: 'Taken.' } }),
        decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.' } }),
      }),
    },
    {
      name: 'hook-knows-repeats-by-their-spelling',
      class: 'identity and isolation',
      defect: 'does not recognize a duplicate whose fields are in another order',
      caughtBy: 'HK-14',
      habits: () => knowingBySpelling(),
    },
    {
      name: 'hook-forgets-the-correction',
      class: 'state over time',
      defect: 'accepts a request that it rejected before, and never decides it',
      caughtBy: 'HK-10',
      habits: () => forgettingTheCorrection(),
    },
  ];
}

/** Mutants that fail for certain forms of addresses. */
function addressMutants(): Mutant<HookHabits>[] {
  return [
    {
      name: 'hook-strips-the-last-slash',
      class: 'linkage between operations',
      defect: 'drops the trailing slash of an address',
      caughtBy: 'HK-10',
      habits: () => ({ address: ({ url }) => url.replace(/\/$/, '') }),
    },
    {
      name: 'hook-adds-a-last-slash',
      class: 'linkage between operations',
      defect: 'adds a slash to an address without a path and a query',
      caughtBy: 'HK-10',
      habits: () => ({ address: ({ url }) => (/[?]|\/$/.test(url) ? url : `${url}/`) }),
    },
  ];
}

function knowingBySpelling(): Partial<HookHabits> {
  let spelled = '';
  return {
    refuse(call, found) {
      spelled = JSON.stringify(call.input);
      return found;
    },
    keyOf: (requestId) => `${requestId} ${spelled}`,
  };
}

/** Remembers ids before it validates the request, so the corrected request counts as a repeat. */
function forgettingTheCorrection(): Partial<HookHabits> {
  const seen = new Set<string>();
  return {
    refuse(call, found) {
      if (found.length > 0) seen.add(requestIdOf(call));
      return found;
    },
    address: ({ requestId, url }) => (seen.has(requestId) ? 'http://127.0.0.1:9/unused' : url),
  };
}

function answeringWhenDelivered(tries: number): Partial<HookHabits> {
  const deliveries = new Map<string, Promise<void>>();
  let deciding = '';
  return {
    decisionMs: 0,
    decision({ requestId }) {
      deciding = requestId;
      return { status: 'OK', hookInfo: { message: 'Approved.' } };
    },
    deliver(send, letter) {
      const delivery = (async () => {
        for (let count = 0; count < tries; count += 1) {
          const { status } = await send(letter);
          if (status !== 404 && status < 500) return;
          await pause(300 * 2 ** count);
        }
      })();
      deliveries.set(deciding, delivery);
      return delivery;
    },
    async answer(reply, call) {
      if (reply.status !== 202) return reply;
      while (!deliveries.has(requestIdOf(call))) await pause(5);
      await deliveries.get(requestIdOf(call))?.catch(() => undefined);
      return reply;
    },
  };
}
