import { readYaml } from '../descriptors.ts';
import { counting, failed, newest, numbered } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Habits, isBody, type Job, type Reply } from '../server.ts';
import { componentsOf, refused, results } from './plugin.ts';

const invalid = { valid: false, error: { errors: ['a term is not in the glossary'] } };

/** Mutants with wrong catalog contents, or with wrong reports about the contents. */
export const catalogMutants: readonly Mutant[] = [
  mutant('DC-08', 'never finds a published component', () => ({
    answer: (reply, { operation }) => (operation === 'getEntityReference' ? refused : reply),
  })),
  mutant('DC-26', 'completes a publication before the component can be found', () => blindAtFirst()),
  mutant('DC-09', 'returns an empty reference', () => ({
    finish: (end) => ('reference' in end ? { reference: '' } : end),
  })),
  mutant('DC-11', 'creates a reference from any id', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && query.get('componentId')
        ? { status: 200, body: { reference: `asset of ${query.get('componentId')}` } }
        : reply,
  })),
  mutant('DC-11', 'finds a component by the start of its id', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && query.get('componentId')?.endsWith(':shipments-view-x')
        ? { status: 200, body: { reference: 'asset-3' } }
        : reply,
  })),
  mutant('DC-16', 'fails to remove a data product that does not exist', () =>
    counting('unprovision', (end, count) => (count === 1 ? failed('not in the catalog') : end)),
  ),
  mutant('DC-17', 'fails to publish a data product that is already published', () =>
    counting('provision', (end, count) => (count > 1 ? failed('exists already') : end)),
  ),
  mutant('DC-17', 'creates another asset with a number in its name when the publication is repeated', () =>
    counting('provision', numbered),
  ),
  mutant('DC-17', 'omits the information when the publication is repeated', () =>
    counting('provision', (end, count) =>
      count > 1 ? { ...end, info: { publicInfo: {}, privateInfo: {} } } : end,
    ),
  ),
  mutant('DC-18', 'fails to remove a published data product', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && results(input) ? failed('still in use') : end,
  })),
  mutant('DC-19', 'reports a data product as invalid and publishes it anyway', () => ({
    finish: (end, { operation }) =>
      operation === 'validate'
        ? invalid
        : operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: invalid } }
          : end,
  })),
  mutant('DC-20', 'reports every component instead of the output ports', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && end['status'] === 'COMPLETED'
        ? { ...end, info: { publicInfo: allComponents(input), privateInfo: {} } }
        : end,
  })),
  mutant('DC-20', 'reports the data product that it published last', () => tellingOfTheLast()),
  mutant(
    'DC-15',
    'reports every data product except the first as invalid asynchronously, and all as valid synchronously',
    () => knowingOneProduct(),
  ),
  mutant('DC-20', 'returns the newest publication for every token', () => ({
    find: (job, { operation }, jobs) =>
      operation === 'getStatus' && job?.operation === 'provision'
        ? newest(publicationsIn(jobs), 'provisioning', job)
        : job,
  })),
  mutant('DC-21', 'omits the type of marketplace entries', () => ({
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
  })),
  mutant('DC-22', 'ends as FAILED without a reason', () => ({
    finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
  })),
  mutant('DC-22', 'returns a synchronous FAILED without a reason', () => ({
    mode: 'sync',
    finish: (end) =>
      end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [], refused: undefined } : end,
  })),
  mutant('DC-23', 'gives a component a new reference with each request', () => renumbering()),
  mutant('DC-27', 'empties the catalog when one data product is removed', () => emptying()),
  mutant('DC-24', 'returns the same reference for every request', () => ({
    finish: (end) => ('reference' in end ? { reference: 'https://catalog.example.com' } : end),
  })),
  mutant('DC-28', 'publishes only the first output port of a data product', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && query.get('componentId')?.endsWith(':shipments-view-monthly')
        ? refused
        : reply,
  })),
  mutant('DC-28', 'gives all components of a data product the same reference', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && reply.status === 200
        ? { ...reply, body: { reference: query.get('componentId')?.split(':').slice(0, -1).join('/') } }
        : reply,
  })),
  mutant('DC-29', 'writes to the catalog during a validation', () => publishingWhatIsValidated()),
  mutant('DC-29', 'removes the entry of a data product during a validation', () => removingWhatIsValidated()),
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
