import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import type { Habits } from './server.ts';
import { type Body, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants with defects on requests that teams rarely test: unusual descriptors, unusual lists, a second read. */
export const unforeseenMutants: readonly Mutant[] = [
  mutant('TA-41', 'crashes on a component with only an id', () =>
    breakingOn((system) => listOf(system?.['components']).some((one) => one['kind'] === undefined)),
  ),
  mutant('TA-41', 'crashes when the list of components is null', () =>
    breakingOn((system) => system?.['components'] === null),
  ),
  mutant('TA-41', 'crashes on a version that YAML parses as a number', () =>
    breakingOn((system) => typeof system?.['version'] === 'number'),
  ),
  mutant('TA-41', 'repeats the first verdict on a component, whatever the descriptor says later', () =>
    keepingVerdicts(),
  ),
  mutant('TA-41', 'rejects a descriptor with a document marker', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && String(input['descriptor']).startsWith('---')
        ? [...found, { field: 'descriptor', message: 'cannot be read' }]
        : found,
  })),
  mutant('CO-05', 'completes an unprovision that names no component', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' &&
      readYaml(String(input['descriptor'])) !== undefined &&
      componentOf(input) === undefined
        ? { status: 'COMPLETED', result: 'removed' }
        : end,
  })),
  mutant('CO-03', 'fails to set access for a duplicate identity', () => ({
    finish: (end, { operation, input }) =>
      operation === 'updateacl' && new Set(namesIn(input)).size < namesIn(input).length
        ? failed('duplicate key')
        : end,
  })),
  mutant('TA-32', 'looks for the prefix of an identity anywhere in its text', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && namesIn(input).every((name) => /(user|group):./.test(name))
        ? found.filter(({ field }) => field !== 'refs.0')
        : found,
  })),
  mutant('TA-18', 'rejects an unprovision without an enriched descriptor', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'unprovision' && isBody(input) && input['latestEnrichedDescriptor'] === undefined
        ? [...found, { field: 'latestEnrichedDescriptor', message: 'is required' }]
        : found,
  })),
  mutant('CO-04', 'returns each line of the log once', () => ({
    look: (seen, { readsAfter }) => (readsAfter > 1 && 'logs' in seen ? { ...seen, logs: [] } : seen),
  })),
  mutant('TA-29', 'crashes on the termination of a finished change of access', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'terminateProvisioning' && job?.operation === 'updateacl'
        ? breakDown('IllegalState')
        : reply,
  })),
  mutant('A-14', 'adds the findings about a component to those about the next one', () => addingFindings()),
  mutant('X-15', 'writes the offset of a timestamp without its colon', () => ({
    look: (seen) => ({
      ...seen,
      ...(Array.isArray(seen['logs'])
        ? {
            logs: listOf(seen['logs']).map((one) => ({
              ...one,
              timestamp: String(one['timestamp']).replace('Z', '+0000'),
            })),
          }
        : {}),
    }),
  })),
  mutant('X-23', 'returns the address of its database for an unknown task', () => ({
    answer: (reply, { token }) =>
      reply.status === 400 && token !== ''
        ? refuse(400, ['no row in jdbc:postgresql://tasks.example.com/jobs'])
        : reply,
  })),
  mutant('X-24', 'crashes on an unknown use case template', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'runReverseProvisioning' &&
      isBody(input) &&
      reply.status === 202 &&
      !/^urn:[\w.:-]+$/.test(String(input['useCaseTemplateId']))
        ? breakDown('KeyError')
        : reply,
  })),
];

function listOf(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isBody) : [];
}

function namesIn(input: unknown): string[] {
  const refs = isBody(input) ? input['refs'] : undefined;
  return Array.isArray(refs) ? refs.map(String) : [];
}

/** Crashes on some data products. */
function breakingOn(isBad: (system: Body | undefined) => boolean): Partial<Habits> {
  return {
    answer(reply, { operation, input }) {
      if (operation !== 'validate' || reply.status !== 200 || !isBody(input)) return reply;
      const system = readYaml(String(input['descriptor']))?.['dataProduct'];
      return isBad(isBody(system) ? system : undefined) ? breakDown('NullPointer') : reply;
    },
  };
}

/** Repeats the first verdict on a component. */
function keepingVerdicts(): Partial<Habits> {
  const known = new Map<string, Body>();
  return {
    finish(end, { operation, input }) {
      const component = componentOf(input);
      if (operation !== 'validate' || component === undefined) return end;
      const first = known.get(component) ?? end;
      known.set(component, first);
      return first;
    },
  };
}

/** Accumulates the findings of all descriptors in one list. */
function addingFindings(): Partial<Habits> {
  const found: unknown[] = [];
  return {
    finish(end, { operation }) {
      const error = end['error'];
      if (operation !== 'validate' || !isBody(error) || !Array.isArray(error['errors'])) return end;
      found.push(...error['errors']);
      return { ...end, error: { errors: [...found] } };
    },
  };
}
