import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import type { Mutant } from './mutant.ts';
import type { Habits } from './server.ts';
import { type Body, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants with defects on requests that teams rarely test: unusual descriptors, unusual lists, a second read. */
export const unforeseenMutants: readonly Mutant[] = [
  {
    name: 'breaks-without-members',
    class: 'negatives',
    defect: 'crashes on a component with only an id',
    caughtBy: 'TA-41',
    habits: () =>
      breakingOn((system) => listOf(system?.['components']).some((one) => one['kind'] === undefined)),
  },
  {
    name: 'breaks-on-null-components',
    class: 'negatives',
    defect: 'crashes when the list of components is null',
    caughtBy: 'TA-41',
    habits: () => breakingOn((system) => system?.['components'] === null),
  },
  {
    name: 'breaks-on-numbers',
    class: 'negatives',
    defect: 'crashes on a version that YAML parses as a number',
    caughtBy: 'TA-41',
    habits: () => breakingOn((system) => typeof system?.['version'] === 'number'),
  },
  {
    name: 'verdicts-kept-by-component',
    class: 'state over time',
    defect: 'repeats the first verdict on a component, whatever the descriptor says later',
    caughtBy: 'TA-41',
    habits: () => keepingVerdicts(),
  },
  {
    name: 'line-of-a-marker-refused',
    class: 'negatives',
    defect: 'rejects a descriptor with a document marker',
    caughtBy: 'TA-41',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && String(input['descriptor']).startsWith('---')
          ? [...found, { field: 'descriptor', message: 'cannot be read' }]
          : found,
    }),
  },
  {
    name: 'removes-all-for-no-component',
    class: 'linkage between operations',
    defect: 'completes an unprovision that names no component',
    caughtBy: 'CO-05',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'unprovision' &&
        readYaml(String(input['descriptor'])) !== undefined &&
        componentOf(input) === undefined
          ? { status: 'COMPLETED', result: 'removed' }
          : end,
    }),
  },
  {
    name: 'names-twice-fail',
    class: 'linkage between operations',
    defect: 'fails to set access for a duplicate identity',
    caughtBy: 'CO-03',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'updateacl' && new Set(namesIn(input)).size < namesIn(input).length
          ? failed('duplicate key')
          : end,
    }),
  },
  {
    name: 'prefix-anywhere',
    class: 'negatives',
    defect: 'looks for the prefix of an identity anywhere in its text',
    caughtBy: 'TA-32',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && namesIn(input).every((name) => /(user|group):./.test(name))
          ? found.filter(({ field }) => field !== 'refs.0')
          : found,
    }),
  },
  {
    name: 'removal-wants-enriched',
    class: 'negatives',
    defect: 'rejects an unprovision without an enriched descriptor',
    caughtBy: 'TA-18',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'unprovision' && isBody(input) && input['latestEnrichedDescriptor'] === undefined
          ? [...found, { field: 'latestEnrichedDescriptor', message: 'is required' }]
          : found,
    }),
  },
  {
    name: 'log-is-drained',
    class: 'state over time',
    defect: 'returns each line of the log once',
    caughtBy: 'CO-04',
    habits: () => ({
      look: (seen, { readsAfter }) => (readsAfter > 1 && 'logs' in seen ? { ...seen, logs: [] } : seen),
    }),
  },
  {
    name: 'late-stop-of-access-breaks',
    class: 'linkage between operations',
    defect: 'crashes on the termination of a finished change of access',
    caughtBy: 'TA-29',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && job?.operation === 'updateacl'
          ? breakDown('IllegalState')
          : reply,
    }),
  },
  {
    name: 'findings-of-others',
    class: 'identity and isolation',
    defect: 'adds the findings about a component to those about the next one',
    caughtBy: 'A-14',
    habits: () => addingFindings(),
  },
  {
    name: 'zone-without-colon',
    class: 'shape',
    defect: 'writes the offset of a timestamp without its colon',
    caughtBy: 'X-15',
    habits: () => ({
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
    }),
  },
  {
    name: 'store-shown',
    class: 'shape',
    defect: 'returns the address of its database for an unknown task',
    caughtBy: 'X-23',
    habits: () => ({
      answer: (reply, { token }) =>
        reply.status === 400 && token !== ''
          ? refuse(400, ['no row in jdbc:postgresql://tasks.example.com/jobs'])
          : reply,
    }),
  },
  {
    name: 'reversal-of-one-template',
    class: 'negatives',
    defect: 'crashes on an unknown use case template',
    caughtBy: 'X-24',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'runReverseProvisioning' &&
        isBody(input) &&
        reply.status === 202 &&
        !/^urn:[\w.:-]+$/.test(String(input['useCaseTemplateId']))
          ? breakDown('KeyError')
          : reply,
    }),
  },
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
