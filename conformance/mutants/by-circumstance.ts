import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants that fail on a valid request only at another time or in combination with another common value. */
export const circumstanceMutants: readonly Mutant[] = [
  {
    name: 'import-used-up',
    class: 'sequence',
    defect: 'moves the file of an import away, so that the next import fails and moves it back',
    caughtBy: 'TA-43',
    habits: () => importingOnce(),
  },
  {
    name: 'looks-for-the-component-of-before',
    class: 'linkage between operations',
    defect: 'crashes when the enriched descriptor does not contain the component yet',
    caughtBy: 'TA-18',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'provision' && reply.status === 202 && isBody(input) && !isInEnriched(input)
          ? breakDown('NoSuchElement')
          : reply,
    }),
  },
  {
    name: 'deploys-no-json',
    class: 'negatives',
    defect: 'validates a descriptor that is JSON, but cannot deploy it',
    caughtBy: 'TA-41',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && String(input['descriptor']).startsWith('{')
          ? failed('expected a block mapping')
          : end,
    }),
  },
  {
    name: 'first-for-none',
    class: 'identity and isolation',
    defect: 'uses the first component when the descriptor names null',
    caughtBy: 'TA-41',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'validate' && readYaml(String(input['descriptor']))?.['componentIdToProvision'] === null
          ? { valid: true }
          : end,
    }),
  },
  {
    name: 'access-in-ascii',
    class: 'negatives',
    defect: 'fails to set access when the fields contain non-ASCII text',
    caughtBy: 'CO-03',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'updateacl' && /[^\0-\x7f]/.test(JSON.stringify(input['accessControlFields'] ?? ''))
          ? failed('codec can’t encode characters')
          : end,
    }),
  },
  {
    name: 'list-for-fields',
    class: 'negatives',
    defect: 'accepts a list as accessControlFields',
    caughtBy: 'CO-11',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && Array.isArray(input['accessControlFields'])
          ? found.filter(({ field }) => field !== 'accessControlFields')
          : found,
    }),
  },
  {
    name: 'statement-shown',
    class: 'shape',
    defect: 'returns the database statement for an unknown task',
    caughtBy: 'X-23',
    habits: () => ({
      answer: (reply, { token }) =>
        reply.status === 400 && token !== ''
          ? refuse(400, ['SELECT id, state FROM tasks WHERE token = ?: no rows'])
          : reply,
    }),
  },
];

function importingOnce(): Partial<Habits> {
  let isMoved = true;
  return {
    finish(end, { operation }) {
      if (operation !== 'runReverseProvisioning') return end;
      isMoved = !isMoved;
      return isMoved ? { status: 'FAILED', updates: {} } : end;
    },
  };
}

/** Also true without an enriched descriptor to search. */
function isInEnriched(input: Body): boolean {
  const system = readYaml(String(input['latestEnrichedDescriptor']));
  return system === undefined || componentsOf(system).includes(componentOf(input) ?? '');
}

function componentsOf(system: Body): string[] {
  const components = system['components'];
  return Array.isArray(components) ? components.filter(isBody).map((one) => String(one['id'])) : [];
}
