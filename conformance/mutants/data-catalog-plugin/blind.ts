import type { Mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { broken, refused, results } from './plugin.ts';

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
    name: 'catalog-aliases-break',
    class: 'shape',
    crime: 'breaks on a descriptor that points to what it said before',
    caughtBy: 'DC-31',
    habits: breakingOn((descriptor) => /\*[\w-]+$/m.test(descriptor)),
  },
  {
    name: 'catalog-needs-components',
    class: 'shape',
    crime: 'breaks on a data product without a component',
    caughtBy: 'DC-31',
    habits: breakingOn((descriptor) => /^ *components: \[\]/m.test(descriptor)),
  },
  {
    name: 'catalog-removes-one-component',
    class: 'linkage between operations',
    crime: 'removes one of the components of a data product and leaves the others where they are',
    caughtBy: 'DC-30',
    habits: remembering(),
  },
];

/** Has no answer to some descriptors. */
function breakingOn(isBad: (descriptor: string) => boolean): Partial<Habits> {
  return {
    answer: (reply, { input }) =>
      reply.status < 300 && isBody(input) && isBad(String(input['descriptor'])) ? broken('TypeError') : reply,
  };
}

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
