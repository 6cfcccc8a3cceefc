import { type Change, mutants } from '../mutant.ts';
import { isBody, pause, type Reply } from '../reply.ts';
import type { Call, Habits } from '../server.ts';
import { messagesOf, refuse } from './consumer.ts';

/** Returns another response if a condition holds for the request. */
const when = (holds: (call: Call, reply: Reply) => boolean, other: Reply = refuse(400)): Partial<Habits> => ({
  answer: (reply, call) => (holds(call, reply) ? other : reply),
});

const kindOf = ({ input }: Call): unknown => (isBody(input) ? input['kind'] : undefined);

const fine = ({ status }: Reply): boolean => status < 300;

/** Mutants of the receiver of notifications. */
export const consumerMutants = mutants<Change<Habits>>({
  'WH-02': {
    'does not accept notifications at the configured address': when(() => true, refuse(404)),
    'redirects the platform to another address': when(() => true, {
      status: 307,
      headers: { location: '/notifications/' },
    }),
    'crashes on notifications about rejected access': when(
      (call) => kindOf(call) === 'accessRejected',
      refuse(500),
    ),
  },
  'WH-03': {
    'responds only after the chat has accepted the message': {
      answer: (reply) => pause(fine(reply) ? 1_200 : 0).then(() => reply),
    },
  },
  'WH-04': {
    'rejects a duplicate notification': () => refusingKnown(1),
    'crashes on the third copy of a notification': () => refusingKnown(2),
  },
  'WH-05': {
    'rejects a notification with an unknown field': when(
      ({ input }) => isBody(input) && 'notInTheContract' in input,
    ),
    'rejects recipients with unknown fields': when(({ input }) =>
      JSON.stringify(messagesOf(input).map((one) => one['recipients'])).includes('notIn'),
    ),
  },
  'WH-06': {
    'rejects an unknown kind': when((call) => kindOf(call) === 'somethingNewHappened', refuse(422)),
  },
  'WH-07': {
    'crashes on a notification without messages': when(
      ({ input }, reply) => fine(reply) && messagesOf(input).length === 0,
      refuse(500),
    ),
    'rejects a message without recipients': when(
      ({ input }, reply) =>
        fine(reply) &&
        messagesOf(input).some(({ recipients }) => JSON.stringify(recipients) === '[]') &&
        kindOfFirst(input) !== 'contractBroken',
    ),
    'crashes without the older name of the audience': when(
      ({ input }, reply) =>
        fine(reply) &&
        kindOfFirst(input) !== 'contractBroken' &&
        messagesOf(input).some((one) => one['recipientType'] === undefined),
      refuse(500),
    ),
    'crashes without the newer name of the audience': when(
      ({ input }, reply) =>
        fine(reply) && messagesOf(input).some((one) => one['recipientType_v2'] === undefined),
      refuse(500),
    ),
  },
  'WH-08': {
    'returns 200 for input that is not JSON': when(({ input }) => input === undefined, { status: 200 }),
    'returns 200 for a list': when(({ input }) => Array.isArray(input), { status: 200 }),
  },
  'WH-09': {
    'answers malformed JSON with 500': when(({ input }) => input === undefined, refuse(500)),
    'answers a notification without kind with 500': when(
      ({ input }) => isBody(input) && !('kind' in input),
      refuse(500),
    ),
  },
  'WH-11': {
    'accepts no notifications after malformed JSON': silencedByNonsense,
  },
  'WH-12': {
    'crashes on a message to very many recipients': when(
      ({ input }) => JSON.stringify(input ?? null).length > 50_000,
      refuse(500),
    ),
  },
  'WH-13': {
    'crashes on non-ASCII text': when(
      ({ input }) => /[\u3000-\u9fff]/.test(JSON.stringify(input ?? null)),
      refuse(500),
    ),
  },
  'WH-14': {
    'does not check the credentials of the sender': when((_call, { status }) => status === 401, {
      status: 200,
    }),
  },
});

function kindOfFirst(input: unknown): unknown {
  return isBody(input) ? input['kind'] : undefined;
}

function refusingKnown(most: number): Partial<Habits> {
  const seen = new Map<string, number>();
  return {
    answer(reply, { input }) {
      if (!fine(reply)) return reply;
      const key = JSON.stringify(input);
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return count > most ? refuse(409) : reply;
    },
  };
}

function silencedByNonsense(): Partial<Habits> {
  let silent = false;
  return {
    answer(reply, { input }) {
      if (input === undefined && reply.status === 400) silent = true;
      return silent && fine(reply) ? refuse(503) : reply;
    },
  };
}
