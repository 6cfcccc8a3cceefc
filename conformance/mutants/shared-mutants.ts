import { type Change, mutants } from './mutant.ts';
import { isBody, withBody } from './reply.ts';
import type { Habits } from './server.ts';

/** Mutants of tech adapters and data catalog plugins. */
export const sharedMutants = mutants<Change<Habits>>({
  'A-03': {
    'compares tokens without decoding the path': { decode: (text) => text },
  },
  'CO-09': {
    'finds a task by the start of its token': {
      find: (job, { token }, jobs) => job ?? [...jobs.values()].find((one) => token.startsWith(one.token)),
    },
  },
  'X-02': {
    'returns the input as an object instead of text in an error': {
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input) ? withBody(reply, { input }) : reply,
    },
  },
  'X-05': {
    'omits errors when it rejects a request without descriptorKind': {
      answer: (reply, { input }) =>
        reply.status === 400 &&
        isBody(input) &&
        input['descriptorKind'] === undefined &&
        'descriptor' in input
          ? { ...reply, body: { userMessage: 'The request cannot be accepted.' } }
          : reply,
    },
    'rejects with a list of one empty error': {
      answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [''] }) : reply),
    },
  },
});
