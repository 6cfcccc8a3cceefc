import { readYaml } from '../descriptors.ts';
import { failed, healing, running } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Body, type Habits, isBody } from '../server.ts';
import { broken, componentsOf, results } from './plugin.ts';

const productIn = (input: Body): Body => readYaml(String(input['descriptor'])) ?? {};

/** Mutants that fail for one kind of descriptor, for one member, or in one of several operations. */
export const partMutants: readonly Mutant[] = [
  {
    name: 'catalog-removes-results-alone',
    class: 'negatives',
    defect: 'rejects an unprovision without results',
    caughtBy: 'DC-02',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'unprovision' &&
        isBody(input) &&
        input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR' &&
        isBody(readYaml(String(input['descriptor'])))
          ? [...found, { field: 'descriptorKind', message: 'results are required' }]
          : found,
    }),
  },
  ...informationMutants(),
  {
    name: 'catalog-failure-heals',
    class: 'state over time',
    defect: 'returns COMPLETED for a failed task from the second read on',
    caughtBy: 'A-08',
    habits: () => healing,
  },
  {
    name: 'catalog-logs-of-all-tasks',
    class: 'identity and isolation',
    defect: 'adds the logs of all earlier tasks to the logs of a task',
    caughtBy: 'A-14',
    habits: () => loggingEverything(),
  },
  {
    name: 'catalog-first-of-a-list',
    class: 'negatives',
    defect: 'uses the first descriptor of a list of descriptors',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors(Array.isArray),
  },
  {
    name: 'catalog-removes-objects',
    class: 'negatives',
    defect: 'accepts a descriptor that is not a string on unprovision',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors(isBody, 'unprovision'),
  },
  {
    name: 'publication-moved-by-polls',
    class: 'state over time',
    defect: 'publishes only while it is polled',
    caughtBy: 'A-10',
    habits: () => ({
      work: 0,
      look: (seen, { operation, reads }) => (operation === 'provision' && reads < 4 ? running : seen),
    }),
  },
  {
    name: 'catalog-tells-truths',
    class: 'negatives',
    defect: 'accepts true as the descriptor of a publication',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors((value) => value === true, 'provision'),
  },
  {
    name: 'catalog-old-letters',
    class: 'linkage between operations',
    defect: 'fails to publish results with non-ASCII text',
    caughtBy: 'DC-17',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && results(input) && /[^\p{ASCII}]/u.test(String(input['descriptor']))
          ? failed('the letters cannot be stored')
          : end,
    }),
  },
  {
    name: 'catalog-log-in-local-words',
    class: 'shape',
    defect: 'writes timestamps that are not date-times',
    caughtBy: 'X-15',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'provision'
          ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
          : end,
    }),
  },
  // Synchronous validation may answer an invalid body with the 500 that its contract lists.
  ...(['asyncValidate', 'provision', 'unprovision'] as const).map(
    (only): Mutant => ({
      name: `catalog-empty-body-breaks-${only}`,
      class: 'negatives',
      defect: `crashes on an empty body in ${only}`,
      caughtBy: 'X-12',
      habits: () => ({
        answer: (reply, { operation, input }) =>
          operation === only && isBody(input) && Object.keys(input).length === 0
            ? broken('undefined is no text')
            : reply,
      }),
    }),
  ),
];

/** Mutants with wrong public information about output ports. */
function informationMutants(): Mutant[] {
  return [
    {
      name: 'catalog-information-by-name',
      class: 'linkage between operations',
      defect: 'uses the names of output ports as keys',
      caughtBy: 'DC-20',
      habits: () =>
        telling((told, input) =>
          Object.fromEntries(
            componentsOf(productIn(input)).flatMap(({ id, name }) => (id in told ? [[name, told[id]]] : [])),
          ),
        ),
    },
    {
      name: 'catalog-information-by-spelled-id',
      class: 'linkage between operations',
      defect: 'uses ids of output ports with underscores instead of colons as keys',
      caughtBy: 'DC-20',
      habits: () =>
        telling((told) =>
          Object.fromEntries(Object.entries(told).map(([id, entries]) => [id.replaceAll(':', '_'), entries])),
        ),
    },
    {
      name: 'catalog-entry-without-key',
      class: 'shape',
      defect: 'returns one entry instead of the entries of an output port',
      caughtBy: 'DC-21',
      habits: () =>
        telling((told) =>
          Object.fromEntries(
            Object.entries(told).map(([id, entries]) => [id, isBody(entries) ? entries['asset'] : entries]),
          ),
        ),
    },
    {
      name: 'catalog-entries-in-a-list',
      class: 'shape',
      defect: 'returns the entries of an output port as a list',
      caughtBy: 'DC-21',
      habits: () =>
        telling((told) =>
          Object.fromEntries(
            Object.entries(told).map(([id, entries]) => [id, isBody(entries) ? Object.values(entries) : []]),
          ),
        ),
    },
  ];
}

/** Changes the public information of publications. */
function telling(change: (told: Body, input: Body) => Body): Partial<Habits> {
  return {
    finish(end, { operation, input }) {
      const info = end['info'];
      if (operation !== 'provision' || !isBody(info) || !isBody(info['publicInfo'])) return end;
      return { ...end, info: { ...info, publicInfo: change(info['publicInfo'], input) } };
    },
  };
}

function takingDescriptors(isSuch: (value: unknown) => boolean, only?: string): Partial<Habits> {
  return {
    refuse: ({ operation, input }, found) =>
      isBody(input) && isSuch(input['descriptor']) && (only === undefined || operation === only)
        ? found.filter(({ field }) => field !== 'descriptor')
        : found,
  };
}

function loggingEverything(): Partial<Habits> {
  const all: object[] = [];
  return {
    finish(end, { input }) {
      if (!Array.isArray(end['logs'])) return end;
      const ids = componentsOf(productIn(input)).map(({ id }) => id);
      all.push({ timestamp: new Date().toISOString(), level: 'INFO', message: `work on ${ids.join(', ')}` });
      return { ...end, logs: [...all] };
    },
  };
}
