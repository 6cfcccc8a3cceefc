import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants that fail on a valid request only at another time or in combination with another common value. */
export const circumstanceMutants: readonly Mutant[] = [
  mutant('TA-43', 'moves the file of an import away, so that the next import fails and moves it back', () =>
    importingOnce(),
  ),
  mutant('TA-18', 'crashes when the enriched descriptor does not contain the component yet', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'provision' && reply.status === 202 && isBody(input) && !isInEnriched(input)
        ? breakDown('NoSuchElement')
        : reply,
  })),
  mutant('TA-41', 'validates a descriptor that is JSON, but cannot deploy it', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && String(input['descriptor']).startsWith('{')
        ? failed('expected a block mapping')
        : end,
  })),
  mutant('TA-41', 'uses the first component when the descriptor names null', () => ({
    finish: (end, { operation, input }) =>
      operation === 'validate' && readYaml(String(input['descriptor']))?.['componentIdToProvision'] === null
        ? { valid: true }
        : end,
  })),
  mutant('CO-03', 'fails to set access when the fields contain non-ASCII text', () => ({
    finish: (end, { operation, input }) =>
      operation === 'updateacl' && /[^\0-\x7f]/.test(JSON.stringify(input['accessControlFields'] ?? ''))
        ? failed('codec can’t encode characters')
        : end,
  })),
  mutant('X-23', 'returns the database statement for an unknown task', () => ({
    answer: (reply, { token }) =>
      reply.status === 400 && token !== ''
        ? refuse(400, ['SELECT id, state FROM tasks WHERE token = ?: no rows'])
        : reply,
  })),
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
