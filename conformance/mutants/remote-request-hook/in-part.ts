import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Body, type Call, isBody } from '../server.ts';
import { type HookHabits, refuse } from './hook.ts';

const NEARLY = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const requestIdOf = ({ headers }: Call): string => String(headers['x-request-id']);
const fieldsOf = ({ input }: Call): Body => (isBody(input) && isBody(input['fields']) ? input['fields'] : {});

/** Mutants that fail for some ids, addresses or fields, and handle the others correctly. */
export const partMutants: readonly Mutant<HookHabits>[] = [
  ...idMutants(),
  ...addressMutants(),
  mutant('HK-23', 'rejects requests with another verb than the expected one', () => ({
    answer: (reply, call) =>
      reply.status === 202 && fieldsOf(call)['verb'] === 'revoke' ? refuse(400, ['verb']) : reply,
  })),
  mutant('HK-23', 'crashes when the identities are a string instead of a list', () => ({
    answer: (reply, call) =>
      reply.status === 202 && typeof fieldsOf(call)['identities'] === 'string'
        ? { status: 500, body: { error: { message: 'It broke.' } } }
        : reply,
  })),
  mutant('X-12', 'crashes on an empty body', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && isBody(input) && Object.keys(input).length === 0
        ? { status: 500, body: { error: { message: 'It broke.' } } }
        : reply,
  })),
  mutant('HK-19', 'responds only after all deliveries of the decision', () => answeringWhenDelivered(3)),
  mutant('HK-19', 'responds only after the first delivery of the decision', () => answeringWhenDelivered(1)),
];

/** Mutants that read or compare ids incorrectly. */
function idMutants(): Mutant<HookHabits>[] {
  return [
    ...(
      [
        ['takes an id that begins with a UUID', `^${NEARLY}`],
        ['takes an id that ends with a UUID', `${NEARLY}$`],
        ['takes any letters for a UUID', '^\\w{8}(-\\w{4}){3}-\\w{12}$'],
      ] as const
    ).map(
      ([defect, pattern]): Mutant<HookHabits> =>
        mutant('HK-03', defect, () => ({
          refuse: (call, found) =>
            new RegExp(pattern, 'i').test(requestIdOf(call))
              ? found.filter(({ field }) => field !== 'x-request-id')
              : found,
        })),
    ),
    mutant('HK-22', 'treats two requests whose ids start alike as duplicates', () => ({
      keyOf: (requestId) => requestId.slice(0, 8),
    })),
    mutant('HK-10', 'treats two requests whose ids end alike as duplicates, and names no case', () => ({
      keyOf: (requestId) => requestId.slice(-12),
      accept: () => ({ hookInfo: { message: 'Taken.' } }),
      decision: () => ({ status: 'OK', hookInfo: { message: 'Approved.' } }),
    })),
    mutant('HK-14', 'does not recognize a duplicate whose fields are in another order', () =>
      knowingBySpelling(),
    ),
    mutant('HK-10', 'accepts a request that it rejected before, and never decides it', () =>
      forgettingTheCorrection(),
    ),
  ];
}

/** Mutants that fail for certain forms of addresses. */
function addressMutants(): Mutant<HookHabits>[] {
  return [
    mutant('HK-10', 'drops the trailing slash of an address', () => ({
      address: ({ url }) => url.replace(/\/$/, ''),
    })),
    mutant('HK-10', 'adds a slash to an address without a path and a query', () => ({
      address: ({ url }) => (/[?]|\/$/.test(url) ? url : `${url}/`),
    })),
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
