import { readYaml } from '../descriptors.ts';
import { counting, failed, newest, numbered } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Habits, isBody, type Job, type Reply } from '../server.ts';
import { componentsOf, refused, results } from './plugin.ts';

const invalid = { valid: false, error: { errors: ['a term is not in the glossary'] } };

/** Mutants with wrong catalog contents, or with wrong reports about the contents. */
export const catalogMutants: readonly Mutant[] = [
  {
    name: 'catalog-reference-never',
    class: 'linkage between operations',
    defect: 'never finds a published component',
    caughtBy: 'DC-08',
    habits: () => ({
      answer: (reply, { operation }) => (operation === 'getEntityReference' ? refused : reply),
    }),
  },
  {
    name: 'catalog-reference-late',
    class: 'sequence',
    defect: 'completes a publication before the component can be found',
    caughtBy: 'DC-26',
    habits: () => blindAtFirst(),
  },
  {
    name: 'catalog-reference-empty',
    class: 'shape',
    defect: 'returns an empty reference',
    caughtBy: 'DC-09',
    habits: () => ({ finish: (end) => ('reference' in end ? { reference: '' } : end) }),
  },
  {
    name: 'catalog-reference-is-a-number',
    class: 'shape',
    defect: 'returns a number as the reference',
    caughtBy: 'DC-09',
    habits: () => ({ finish: (end) => ('reference' in end ? { reference: 4711 } : end) }),
  },
  {
    name: 'catalog-component-id-not-needed',
    class: 'negatives',
    defect: 'returns a reference when no component is given',
    caughtBy: 'DC-10',
    habits: () => ({
      answer: (reply, { operation, query }) =>
        operation === 'getEntityReference' && !query.has('componentId')
          ? { status: 200, body: { reference: 'catalog' } }
          : reply,
    }),
  },
  {
    name: 'catalog-knows-everything',
    class: 'identity and isolation',
    defect: 'creates a reference from any id',
    caughtBy: 'DC-11',
    habits: () => ({
      answer: (reply, { operation, query }) =>
        operation === 'getEntityReference' && query.get('componentId')
          ? { status: 200, body: { reference: `asset of ${query.get('componentId')}` } }
          : reply,
    }),
  },
  {
    name: 'catalog-id-matched-loosely',
    class: 'identity and isolation',
    defect: 'finds a component by the start of its id',
    caughtBy: 'DC-11',
    habits: () => ({
      answer: (reply, { operation, query }) =>
        operation === 'getEntityReference' && query.get('componentId')?.endsWith(':shipments-view-x')
          ? { status: 200, body: { reference: 'asset-3' } }
          : reply,
    }),
  },
  {
    name: 'catalog-nothing-to-remove-fails',
    class: 'state over time',
    defect: 'fails to remove a data product that does not exist',
    caughtBy: 'DC-16',
    habits: () => counting('unprovision', (end, count) => (count === 1 ? failed('not in the catalog') : end)),
  },
  {
    name: 'catalog-second-publication-fails',
    class: 'state over time',
    defect: 'fails to publish a data product that is already published',
    caughtBy: 'DC-17',
    habits: () => counting('provision', (end, count) => (count > 1 ? failed('exists already') : end)),
  },
  {
    name: 'catalog-publishes-a-second-one',
    class: 'state over time',
    defect: 'creates another asset with a number in its name when the publication is repeated',
    caughtBy: 'DC-17',
    habits: () => counting('provision', numbered),
  },
  {
    name: 'catalog-tells-once',
    class: 'state over time',
    defect: 'omits the information when the publication is repeated',
    caughtBy: 'DC-17',
    habits: () =>
      counting('provision', (end, count) =>
        count > 1 ? { ...end, info: { publicInfo: {}, privateInfo: {} } } : end,
      ),
  },
  {
    name: 'catalog-cannot-remove',
    class: 'state over time',
    defect: 'fails to remove a published data product',
    caughtBy: 'DC-18',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && results(input) ? failed('still in use') : end,
    }),
  },
  {
    name: 'catalog-publishes-the-invalid',
    class: 'linkage between operations',
    defect: 'reports a data product as invalid and publishes it anyway',
    caughtBy: 'DC-19',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'validate'
          ? invalid
          : operation === 'asyncValidate'
            ? { ...end, info: { publicInfo: invalid } }
            : end,
    }),
  },
  {
    name: 'catalog-information-by-component',
    class: 'identity and isolation',
    defect: 'reports every component instead of the output ports',
    caughtBy: 'DC-20',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && end['status'] === 'COMPLETED'
          ? { ...end, info: { publicInfo: allComponents(input), privateInfo: {} } }
          : end,
    }),
  },
  {
    name: 'catalog-information-of-another',
    class: 'identity and isolation',
    defect: 'reports the data product that it published last',
    caughtBy: 'DC-20',
    habits: () => tellingOfTheLast(),
  },
  {
    name: 'catalog-task-knows-one-product-alone',
    class: 'linkage between operations',
    defect:
      'reports every data product except the first as invalid asynchronously, and all as valid synchronously',
    caughtBy: 'DC-15',
    habits: () => knowingOneProduct(),
  },
  {
    name: 'catalog-status-of-the-newest',
    class: 'identity and isolation',
    defect: 'returns the newest publication for every token',
    caughtBy: 'DC-20',
    habits: () => ({
      find: (job, { operation }, jobs) =>
        operation === 'getStatus' && job?.operation === 'provision'
          ? newest(publicationsIn(jobs), 'provisioning', job)
          : job,
    }),
  },
  {
    name: 'catalog-entry-without-type',
    class: 'shape',
    defect: 'omits the type of marketplace entries',
    caughtBy: 'DC-21',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'provision' && isBody(end['info'])
          ? {
              ...end,
              info: {
                privateInfo: {},
                publicInfo: {
                  'urn:dmb:cmp:logistics:shipment-tracking:1:shipments-view': {
                    a: { label: 'x', value: 'y' },
                  },
                },
              },
            }
          : end,
    }),
  },
  {
    name: 'catalog-fails-silently',
    class: 'cross-field meaning',
    defect: 'ends as FAILED without a reason',
    caughtBy: 'DC-22',
    habits: () => ({
      finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
    }),
  },
  {
    name: 'catalog-reference-changes',
    class: 'state over time',
    defect: 'gives a component a new reference with each request',
    caughtBy: 'DC-23',
    habits: () => renumbering(),
  },
  {
    name: 'catalog-removes-everything',
    class: 'identity and isolation',
    defect: 'empties the catalog when one data product is removed',
    caughtBy: 'DC-27',
    habits: () => emptying(),
  },
  {
    name: 'catalog-one-reference',
    class: 'identity and isolation',
    defect: 'returns the same reference for every request',
    caughtBy: 'DC-24',
    habits: () => ({
      finish: (end) => ('reference' in end ? { reference: 'https://catalog.example.com' } : end),
    }),
  },
  {
    name: 'catalog-first-port-only',
    class: 'cross-field meaning',
    defect: 'publishes only the first output port of a data product',
    caughtBy: 'DC-28',
    habits: () => ({
      answer: (reply, { operation, query }) =>
        operation === 'getEntityReference' && query.get('componentId')?.endsWith(':shipments-view-monthly')
          ? refused
          : reply,
    }),
  },
  {
    name: 'catalog-reference-by-product',
    class: 'identity and isolation',
    defect: 'gives all components of a data product the same reference',
    caughtBy: 'DC-28',
    habits: () => ({
      answer: (reply, { operation, query }) =>
        operation === 'getEntityReference' && reply.status === 200
          ? { ...reply, body: { reference: query.get('componentId')?.split(':').slice(0, -1).join('/') } }
          : reply,
    }),
  },
  {
    name: 'catalog-validation-publishes',
    class: 'linkage between operations',
    defect: 'writes to the catalog during a validation',
    caughtBy: 'DC-29',
    habits: () => publishingWhatIsValidated(),
  },
  {
    name: 'catalog-validation-removes',
    class: 'linkage between operations',
    defect: 'removes the entry of a data product during a validation',
    caughtBy: 'DC-29',
    habits: () => removingWhatIsValidated(),
  },
];

/** Finds a component after its validation, until the first publication. */
function publishingWhatIsValidated(): Partial<Habits> {
  let validated = false;
  let published = false;
  return {
    answer(reply, { operation, query, input }) {
      validated ||= operation === 'validate';
      published ||= isPublication(operation, reply, input);
      const asksInVain = operation === 'getEntityReference' && reply.status === 400;
      return asksInVain && validated && !published && query.get('componentId')?.endsWith(':shipments-view')
        ? { status: 200, body: { reference: 'asset-0' } }
        : reply;
    },
  };
}

/** Whether the plugin accepted a publication of the main data product. */
function isPublication(operation: string, { status }: Reply, input: unknown): boolean {
  return (
    operation === 'provision' &&
    status === 202 &&
    isBody(input) &&
    String(input['descriptor']).includes('shipment-tracking')
  );
}

function removingWhatIsValidated(): Partial<Habits> {
  let cleared = false;
  return {
    answer(reply, { operation, input }) {
      if (isPublication(operation, reply, input)) cleared = false;
      if (operation === 'asyncValidate' && reply.status === 202 && results(input)) cleared = true;
      return cleared && operation === 'getEntityReference' ? refused : reply;
    },
  };
}

/** Any removal with results empties the catalog. */
function emptying(): Partial<Habits> {
  let empty = false;
  return {
    answer(reply, { operation, input }) {
      if (operation === 'provision') empty = false;
      if (operation === 'unprovision' && results(input)) empty = true;
      return empty && operation === 'getEntityReference' ? refused : reply;
    },
  };
}

/** Rejects the first lookup of a published component. */
function blindAtFirst(): Partial<Habits> {
  let asked = 0;
  return {
    answer(reply, { operation }) {
      if (operation !== 'getEntityReference' || reply.status !== 200) return reply;
      asked += 1;
      return asked < 2 ? refused : reply;
    },
  };
}

function renumbering(): Partial<Habits> {
  let asked = 0;
  return {
    finish(end) {
      if (!('reference' in end)) return end;
      asked += 1;
      return { reference: `asset-${asked}` };
    },
  };
}

function knowingOneProduct(): Partial<Habits> {
  let known: unknown;
  return {
    finish(end, { operation, input }) {
      const product = readYaml(String(input['descriptor']));
      if (operation !== 'asyncValidate' || product === undefined) return end;
      known ??= product['id'];
      return product['id'] === known ? end : { ...end, info: { publicInfo: invalid } };
    },
  };
}

function publicationsIn(jobs: ReadonlyMap<string, Job>): ReadonlyMap<string, Job> {
  return new Map(
    [...jobs].filter(([, one]) => one.operation === 'provision' && one.end['info'] !== undefined),
  );
}

function allComponents(input: Record<string, unknown>): object {
  const product = readYaml(String(input['descriptor'])) ?? {};
  return Object.fromEntries(componentsOf(product).map(({ id }) => [id, {}]));
}

function tellingOfTheLast(): Partial<Habits> {
  let last: unknown;
  return {
    finish(end, { operation }) {
      if (operation !== 'provision' || !isBody(end['info'])) return end;
      const told = last ?? end['info'];
      last = end['info'];
      return { ...end, info: told };
    },
  };
}
