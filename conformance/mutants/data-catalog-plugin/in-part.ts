import { readYaml } from '../descriptors.ts';
import { failed } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Body, type Habits, isBody } from '../server.ts';
import { broken, componentsOf, results } from './plugin.ts';

const productIn = (input: Body): Body => readYaml(String(input['descriptor'])) ?? {};

/** Mutants that fail for one kind of descriptor, for one member, or in one of several operations. */
export const partMutants: readonly Mutant[] = [
  mutant('DC-02', 'rejects an unprovision without results', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'unprovision' &&
      isBody(input) &&
      input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR' &&
      isBody(readYaml(String(input['descriptor'])))
        ? [...found, { field: 'descriptorKind', message: 'results are required' }]
        : found,
  })),
  ...informationMutants(),
  mutant('A-14', 'adds the logs of all earlier tasks to the logs of a task', () => loggingEverything()),
  mutant('DC-12', 'uses the first descriptor of a list of descriptors', () =>
    takingDescriptors(Array.isArray),
  ),
  mutant('DC-12', 'accepts true as the descriptor of a publication', () =>
    takingDescriptors((value) => value === true, 'provision'),
  ),
  mutant('DC-17', 'fails to publish results with non-ASCII text', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && results(input) && /[^\p{ASCII}]/u.test(String(input['descriptor']))
        ? failed('the letters cannot be stored')
        : end,
  })),
  mutant('X-15', 'writes timestamps that are not date-times', () => ({
    finish: (end, { operation }) =>
      operation === 'provision'
        ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
        : end,
  })),
  // Synchronous validation may answer an invalid body with the 500 that its contract lists.
  ...(['asyncValidate', 'provision', 'unprovision'] as const).map(
    (only): Mutant =>
      mutant('X-12', `crashes on an empty body in ${only}`, () => ({
        answer: (reply, { operation, input }) =>
          operation === only && isBody(input) && Object.keys(input).length === 0
            ? broken('undefined is no text')
            : reply,
      })),
  ),
];

/** Mutants with wrong public information about output ports. */
function informationMutants(): Mutant[] {
  return [
    mutant('DC-20', 'uses the names of output ports as keys', () =>
      telling((told, input) =>
        Object.fromEntries(
          componentsOf(productIn(input)).flatMap(({ id, name }) => (id in told ? [[name, told[id]]] : [])),
        ),
      ),
    ),
    mutant('DC-20', 'uses ids of output ports with underscores instead of colons as keys', () =>
      telling((told) =>
        Object.fromEntries(Object.entries(told).map(([id, entries]) => [id.replaceAll(':', '_'), entries])),
      ),
    ),
    mutant('DC-21', 'returns one entry instead of the entries of an output port', () =>
      telling((told) =>
        Object.fromEntries(
          Object.entries(told).map(([id, entries]) => [id, isBody(entries) ? entries['asset'] : entries]),
        ),
      ),
    ),
    mutant('DC-21', 'returns the entries of an output port as a list', () =>
      telling((told) =>
        Object.fromEntries(
          Object.entries(told).map(([id, entries]) => [id, isBody(entries) ? Object.values(entries) : []]),
        ),
      ),
    ),
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
