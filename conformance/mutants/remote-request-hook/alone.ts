import { withBody } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type HookHabits, refuse } from './hook.ts';

/** Returns 208 for a repeated request id. */
function repeating(): Partial<HookHabits> {
  const seen = new Set<string>();
  return {
    answer(reply, { headers }) {
      const id = String(headers['x-request-id']);
      if (reply.status !== 202) return reply;
      if (seen.has(id)) return { ...reply, status: 208 };
      seen.add(id);
      return reply;
    },
  };
}

/** Mutants with a single defect: each violates exactly one requirement. */
export const aloneMutants: readonly Mutant<HookHabits>[] = [
  {
    name: 'hook-declines',
    class: 'negatives',
    defect: 'rejects every request for a missing field',
    caughtBy: 'HK-01',
    habits: () => ({ answer: (reply) => (reply.status === 202 ? refuse(400, ['fields']) : reply) }),
  },
  {
    name: 'hook-repeat-told-apart',
    class: 'sequence',
    defect: 'returns 208 for a duplicate request',
    caughtBy: 'X-01',
    habits: () => repeating(),
  },
  {
    name: 'hook-takes-malformed-json',
    class: 'negatives',
    defect: 'treats malformed JSON as an empty request',
    caughtBy: 'X-11',
    habits: () => ({
      answer: (reply, { input, headers }) =>
        reply.status === 400 &&
        input === undefined &&
        Number(headers['content-length'] ?? 0) > 0 &&
        String(headers['content-type']).startsWith('application/json')
          ? { status: 202, body: { hookInfo: { message: 'Taken.' } } }
          : reply,
    }),
  },
  {
    name: 'hook-refuses-with-a-list',
    class: 'shape',
    defect: 'returns a list of strings instead of the error object',
    caughtBy: 'X-02',
    habits: () => ({
      answer: (reply) => (reply.status === 400 ? { ...reply, body: ['fields is required'] } : reply),
    }),
  },
  {
    name: 'hook-error-of-others',
    class: 'shape',
    defect: 'rejects in the error shape of another contract',
    caughtBy: 'HK-07',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400 ? { ...reply, body: { errors: ['fields is required'] } } : reply,
    }),
  },
  {
    name: 'hook-case-without-url',
    class: 'shape',
    defect: 'names a case without its address',
    caughtBy: 'HK-05',
    habits: () => ({ accept: ({ id }) => ({ hookInfo: { message: 'Taken.' }, tracking: { id } }) }),
  },
  {
    name: 'hook-solutions-are-text',
    class: 'shape',
    defect: 'returns the solutions of an error as a string',
    caughtBy: 'X-09',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400
          ? withBody(reply, { moreInfo: { problems: [], solutions: 'Ask again.' } })
          : reply,
    }),
  },
];
