import { withBody } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
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
  mutant('HK-01', 'rejects every request for a missing field', () => ({
    answer: (reply) => (reply.status === 202 ? refuse(400, ['fields']) : reply),
  })),
  mutant('X-01', 'returns 208 for a duplicate request', () => repeating()),
  mutant('X-11', 'treats malformed JSON as an empty request', () => ({
    answer: (reply, { input, headers }) =>
      reply.status === 400 &&
      input === undefined &&
      Number(headers['content-length'] ?? 0) > 0 &&
      String(headers['content-type']).startsWith('application/json')
        ? { status: 202, body: { hookInfo: { message: 'Taken.' } } }
        : reply,
  })),
  mutant('X-02', 'returns a list of strings instead of the error object', () => ({
    answer: (reply) => (reply.status === 400 ? { ...reply, body: ['fields is required'] } : reply),
  })),
  mutant('HK-07', 'rejects in the error shape of another contract', () => ({
    answer: (reply) =>
      reply.status === 400 ? { ...reply, body: { errors: ['fields is required'] } } : reply,
  })),
  mutant('X-09', 'returns the solutions of an error as a string', () => ({
    answer: (reply) =>
      reply.status === 400 ? withBody(reply, { moreInfo: { problems: [], solutions: 'Ask again.' } }) : reply,
  })),
];
