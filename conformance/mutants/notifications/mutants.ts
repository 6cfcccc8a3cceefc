import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Call, type Habits, isBody, type Reply } from '../server.ts';
import { messagesOf, refuse } from './consumer.ts';

/** Returns another response if a condition holds for the request. */
const when = (holds: (call: Call, reply: Reply) => boolean, other: Reply = refuse(400)): Partial<Habits> => ({
  answer: (reply, call) => (holds(call, reply) ? other : reply),
});
const kindOf = ({ input }: Call): unknown => (isBody(input) ? input['kind'] : undefined);
const fine = ({ status }: Reply): boolean => status < 300;

/** All mutants of the notification consumer. */
export const consumerMutants: readonly Mutant[] = [
  {
    name: 'consumer-not-there',
    class: 'sequence',
    defect: 'does not accept notifications at the configured address',
    caughtBy: 'WH-02',
    habits: () => when(() => true, refuse(404)),
  },
  {
    name: 'consumer-leads-elsewhere',
    class: 'sequence',
    defect: 'redirects the platform to another address',
    caughtBy: 'WH-02',
    habits: () => when(() => true, { status: 307, headers: { location: '/notifications/' } }),
  },
  {
    name: 'consumer-knows-one-kind-less',
    class: 'cross-field meaning',
    defect: 'crashes on notifications about rejected access',
    caughtBy: 'WH-02',
    habits: () => when((call) => kindOf(call) === 'accessRejected', refuse(500)),
  },
  {
    name: 'consumer-passes-on-first',
    class: 'promptness',
    defect: 'responds only after the chat has accepted the message',
    caughtBy: 'WH-03',
    habits: () => ({ answer: (reply) => pause(fine(reply) ? 1_200 : 0).then(() => reply) }),
  },
  {
    name: 'consumer-once-only',
    class: 'state over time',
    defect: 'rejects a duplicate notification',
    caughtBy: 'WH-04',
    habits: () => refusingKnown(1),
  },
  {
    name: 'consumer-twice-only',
    class: 'state over time',
    defect: 'crashes on the third copy of a notification',
    caughtBy: 'WH-04',
    habits: () => refusingKnown(2),
  },
  {
    name: 'consumer-knows-all-members',
    class: 'negatives',
    defect: 'rejects a notification with an unknown field',
    caughtBy: 'WH-05',
    habits: () => when(({ input }) => isBody(input) && 'notInTheContract' in input),
  },
  {
    name: 'consumer-knows-all-recipients',
    class: 'negatives',
    defect: 'rejects recipients with unknown fields',
    caughtBy: 'WH-05',
    habits: () =>
      when(({ input }) =>
        JSON.stringify(messagesOf(input).map((one) => one['recipients'])).includes('notIn'),
      ),
  },
  {
    name: 'consumer-knows-all-kinds',
    class: 'negatives',
    defect: 'rejects an unknown kind',
    caughtBy: 'WH-06',
    habits: () => when((call) => kindOf(call) === 'somethingNewHappened', refuse(422)),
  },
  {
    name: 'consumer-needs-a-message',
    class: 'cross-field meaning',
    defect: 'crashes on a notification without messages',
    caughtBy: 'WH-07',
    habits: () => when(({ input }, reply) => fine(reply) && messagesOf(input).length === 0, refuse(500)),
  },
  {
    name: 'consumer-needs-recipients',
    class: 'cross-field meaning',
    defect: 'rejects a message without recipients',
    caughtBy: 'WH-07',
    habits: () =>
      when(
        ({ input }, reply) =>
          fine(reply) &&
          messagesOf(input).some(({ recipients }) => JSON.stringify(recipients) === '[]') &&
          kindOfFirst(input) !== 'contractBroken',
      ),
  },
  {
    name: 'consumer-needs-the-older-name',
    class: 'linkage between operations',
    defect: 'crashes without the older name of the audience',
    caughtBy: 'WH-07',
    habits: () =>
      when(
        ({ input }, reply) =>
          fine(reply) &&
          kindOfFirst(input) !== 'contractBroken' &&
          messagesOf(input).some((one) => one['recipientType'] === undefined),
        refuse(500),
      ),
  },
  {
    name: 'consumer-needs-the-newer-name',
    class: 'linkage between operations',
    defect: 'crashes without the newer name of the audience',
    caughtBy: 'WH-07',
    habits: () =>
      when(
        ({ input }, reply) =>
          fine(reply) && messagesOf(input).some((one) => one['recipientType_v2'] === undefined),
        refuse(500),
      ),
  },
  {
    name: 'consumer-takes-anything',
    class: 'negatives',
    defect: 'returns 200 for input that is not JSON',
    caughtBy: 'WH-08',
    habits: () => when(({ input }) => input === undefined, { status: 200 }),
  },
  {
    name: 'consumer-takes-lists',
    class: 'negatives',
    defect: 'returns 200 for a list',
    caughtBy: 'WH-08',
    habits: () => when(({ input }) => Array.isArray(input), { status: 200 }),
  },
  {
    name: 'consumer-breaks-on-nonsense',
    class: 'negatives',
    defect: 'answers malformed JSON with 500',
    caughtBy: 'WH-09',
    habits: () => when(({ input }) => input === undefined, refuse(500)),
  },
  {
    name: 'consumer-breaks-without-kind',
    class: 'negatives',
    defect: 'answers a notification without kind with 500',
    caughtBy: 'WH-09',
    habits: () => when(({ input }) => isBody(input) && !('kind' in input), refuse(500)),
  },
  {
    name: 'consumer-silenced',
    class: 'state over time',
    defect: 'accepts no notifications after malformed JSON',
    caughtBy: 'WH-11',
    habits: () => silencedByNonsense(),
  },
  {
    name: 'consumer-small',
    class: 'shape',
    defect: 'crashes on a message to very many recipients',
    caughtBy: 'WH-12',
    habits: () => when(({ input }) => JSON.stringify(input ?? null).length > 50_000, refuse(500)),
  },
  {
    name: 'consumer-latin-only',
    class: 'shape',
    defect: 'crashes on non-ASCII text',
    caughtBy: 'WH-13',
    habits: () => when(({ input }) => /[\u3000-\u9fff]/.test(JSON.stringify(input ?? null)), refuse(500)),
  },
  {
    name: 'consumer-serves-strangers',
    class: 'identity and isolation',
    defect: 'does not check the credentials of the sender',
    caughtBy: 'WH-14',
    habits: () => when((_call, { status }) => status === 401, { status: 200 }),
  },
];

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
