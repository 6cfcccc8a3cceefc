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
    defect: 'refuses to remove what comes without results',
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
    defect: 'tells COMPLETED when it is asked again about what has failed',
    caughtBy: 'A-08',
    habits: () => healing,
  },
  {
    name: 'catalog-logs-of-all-tasks',
    class: 'identity and isolation',
    defect: 'tells in the logs of a task what all earlier ones did',
    caughtBy: 'A-14',
    habits: () => loggingEverything(),
  },
  {
    name: 'catalog-first-of-a-list',
    class: 'negatives',
    defect: 'takes a list of descriptors for the first of them',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors(Array.isArray),
  },
  {
    name: 'catalog-removes-objects',
    class: 'negatives',
    defect: 'takes a descriptor that is no text where it is to be removed',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors(isBody, 'unprovision'),
  },
  {
    name: 'publication-moved-by-polls',
    class: 'state over time',
    defect: 'publishes while it is asked about it, and not else',
    caughtBy: 'A-10',
    habits: () => ({
      work: 0,
      look: (seen, { operation, reads }) => (operation === 'provision' && reads < 4 ? running : seen),
    }),
  },
  {
    name: 'catalog-tells-truths',
    class: 'negatives',
    defect: 'takes true for a descriptor where it is published',
    caughtBy: 'DC-12',
    habits: () => takingDescriptors((value) => value === true, 'provision'),
  },
  {
    name: 'catalog-old-letters',
    class: 'linkage between operations',
    defect: 'fails to publish results in letters outside ASCII',
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
    defect: 'writes timestamps without a date-time',
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
      defect: `breaks on a body without any member in ${only}`,
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
      defect: 'tells of output ports under their names',
      caughtBy: 'DC-20',
      habits: () =>
        telling((told, input) =>
          Object.fromEntries(
            componentsOf(productIn(input)).flatMap(({ id, name }) => (id in told ? [[name, told[id]]] : [])),
          ),
        ),
    },
    {
      name: 'catalog-information-by-spelt-id',
      class: 'linkage between operations',
      defect: 'tells of output ports under ids whose colons became underscores',
      caughtBy: 'DC-20',
      habits: () =>
        telling((told) =>
          Object.fromEntries(Object.entries(told).map(([id, entries]) => [id.replaceAll(':', '_'), entries])),
        ),
    },
    {
      name: 'catalog-entry-without-key',
      class: 'shape',
      defect: 'puts one entry in place of the entries of an output port',
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
      defect: 'tells the entries of an output port as a list',
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
