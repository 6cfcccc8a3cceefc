import type { Mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { refused, results } from './plugin.ts';

/** Thought of by somebody who had not seen the checks; no check saw them then. */
export const blindMutants: readonly Mutant[] = [
  {
    name: 'catalog-results-not-validated',
    class: 'negatives',
    crime: 'refuses to validate a data product with results as a task',
    caughtBy: 'DC-03',
    habits: {
      answer: (reply, { operation, input }) =>
        operation === 'asyncValidate' && reply.status === 202 && results(input) ? refused : reply,
    },
  },
  {
    name: 'catalog-removes-one-component',
    class: 'linkage between operations',
    crime: 'removes one of the components of a data product and leaves the others where they are',
    caughtBy: 'DC-30',
    habits: remembering(),
  },
];

/** Goes on finding what was found once, but for the first component that was asked for. */
function remembering(): Partial<Habits> {
  const found = new Map<string, Reply>();
  let first: string | undefined;
  return {
    answer(reply, { operation, query }) {
      const id = query.get('componentId') ?? '';
      if (operation !== 'getEntityReference' || id === '') return reply;
      first ??= id;
      if (reply.status === 200 && isBody(reply.body)) found.set(id, reply);
      const kept = found.get(id);
      return reply.status === 400 && kept !== undefined && id !== first ? kept : reply;
    },
  };
}
