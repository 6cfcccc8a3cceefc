import { readYaml } from '../descriptors.ts';
import { answering, counting, ending, failed, failing, numbered } from '../habits.ts';
import { type Change, mutants } from '../mutant.ts';
import { type Body, breakDown, isBody } from '../reply.ts';
import type { Habits } from '../server.ts';
import {
  blindAtFirst,
  emptying,
  onlyAdding,
  publishingWhatIsValidated,
  remembering,
  removingWhatIsValidated,
} from './lookups.ts';
import { componentsOf, refused, results } from './plugin.ts';

const invalid = { valid: false, error: { errors: ['a term is not in the glossary'] } };

const documentIn = (input: Body): Body => readYaml(String(input['descriptor'])) ?? {};

const refusesResults = (only: string): Partial<Habits> => ({
  answer: (reply, { operation, input }) => (operation === only && results(input) ? refused : reply),
});

const isYaml = (input: Record<string, unknown>): boolean =>
  readYaml(String(input['descriptor'])) !== undefined;

/** Mutants of the data catalog plugin. */
export const catalogPluginMutants = mutants<Change<Habits>>({
  'A-14': {
    'adds the logs of all earlier tasks to the logs of a task': loggingEverything,
  },
  'DC-01': {
    'returns 200 and the findings from the asynchronous validation': answering(
      'asyncValidate',
      (reply, _call, job) => (reply.status === 202 ? { status: 200, body: job?.end } : reply),
    ),
    'writes the verdict of a validation as text': ending('asyncValidate', (end) => ({
      ...end,
      info: { publicInfo: { valid: 'yes' } },
    })),
    'reports a data product as invalid without a reason': {
      finish: (end) => (end['valid'] === false ? { valid: false } : end),
    },
  },
  'DC-02': {
    'has no synchronous validation': answering('validate', () => ({
      status: 404,
      body: { detail: 'Not Found' },
    })),
    'publishes only descriptors with results': answering('provision', (reply, { input }) =>
      !results(input) ? refused : reply,
    ),
    'returns 500 for an unprovision and never removes': answering('unprovision', (reply) =>
      reply.status === 202 ? breakDown('not done yet') : reply,
    ),
  },
  'DC-03': {
    'rejects the asynchronous validation of a data product with results': answering(
      'asyncValidate',
      (reply, { input }) => (reply.status === 202 && results(input) ? refused : reply),
    ),
    'does not validate descriptors with results': refusesResults('validate'),
    'does not publish descriptors with results': refusesResults('provision'),
    'does not remove descriptors with results': refusesResults('unprovision'),
  },
  'DC-04': {
    'publishes a component descriptor': {
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && input['descriptorKind'] === 'COMPONENT_DESCRIPTOR'
          ? []
          : found,
    },
  },
  'DC-05': {
    'has no status path and works synchronously': {
      mode: 'sync',
      answer: (reply, { operation }) =>
        operation === 'getStatus' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    },
  },
  'DC-06': {
    'returns tokens although its status path returns 501': { status: false },
  },
  'DC-07': {
    'returns 501 for the status of unknown tokens, and 200 for others': answering(
      'getStatus',
      (reply, _call, job) =>
        job === undefined ? { status: 501, body: { error: 'status is not supported' } } : reply,
    ),
  },
  'DC-08': {
    'never finds a published component': answering('getEntityReference', () => refused),
  },
  'DC-09': {
    'returns an empty reference': {
      finish: (end) => ('reference' in end ? { reference: '' } : end),
    },
  },
  'DC-11': {
    'creates a reference from any id': answering('getEntityReference', (reply, { query }) =>
      query.get('componentId')
        ? { status: 200, body: { reference: `asset of ${query.get('componentId')}` } }
        : reply,
    ),
  },
  'DC-13': {
    'lists errors with valid: true': ending('validate', (end) =>
      end['valid'] === true ? { ...end, error: { errors: ['old tag'] } } : end,
    ),
  },
  'DC-14': {
    'reports text that is not YAML as valid': {
      finish: (end) => ('valid' in end ? { valid: true } : end),
    },
    'reports success for text that is not YAML': ending('provision', (end, input) =>
      !isYaml(input) ? { status: 'COMPLETED', result: 'published' } : end,
    ),
  },
  'DC-15': {
    'never finds an error in the asynchronous validation': ending('asyncValidate', (end) => ({
      ...end,
      info: { publicInfo: { valid: true } },
    })),
  },
  'DC-16': {
    'fails to remove a data product that it already removed': () => burying('unprovision'),
    'fails to remove a data product that does not exist': () =>
      counting('unprovision', (end, count) => (count === 1 ? failed('not in the catalog') : end)),
  },
  'DC-17': {
    'cannot publish a data product that was removed before': () => burying('provision'),
    'fails to publish a data product that is already published': () =>
      counting('provision', (end, count) => (count > 1 ? failed('exists already') : end)),
    'creates another asset with a number in its name when the publication is repeated': () =>
      counting('provision', numbered),
  },
  'DC-18': {
    'fails to remove a published data product': ending('unprovision', (end, input) =>
      results(input) ? failed('still in use') : end,
    ),
  },
  'DC-19': {
    'reports a data product as invalid and publishes it anyway': {
      finish: (end, { operation }) =>
        operation === 'validate'
          ? invalid
          : operation === 'asyncValidate'
            ? { ...end, info: { publicInfo: invalid } }
            : end,
    },
  },
  'DC-20': {
    'uses the names of output ports as keys': telling((told, input) =>
      Object.fromEntries(
        componentsOf(documentIn(input)).flatMap(({ id, name }) => (id in told ? [[name, told[id]]] : [])),
      ),
    ),
  },
  'DC-21': {
    'returns one entry instead of the entries of an output port': telling((told) =>
      Object.fromEntries(
        Object.entries(told).map(([id, entries]) => [id, isBody(entries) ? entries['asset'] : entries]),
      ),
    ),
  },
  'DC-22': {
    'ends as FAILED without a reason': {
      finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
    },
  },
  'DC-23': {
    'gives a component a new reference with each request': renumbering,
  },
  'DC-24': {
    'returns the same reference for every request': {
      finish: (end) => ('reference' in end ? { reference: 'https://catalog.example.com' } : end),
    },
  },
  'DC-26': {
    'completes a publication before the component can be found': blindAtFirst,
  },
  'DC-27': {
    'empties the catalog when one data product is removed': emptying,
  },
  'DC-28': {
    'publishes a second data product and never finds it': answering(
      'getEntityReference',
      (reply, { query }) => (/:10:/.test(query.get('componentId') ?? '') ? refused : reply),
    ),
    'publishes only the first output port of a data product': answering(
      'getEntityReference',
      (reply, { query }) => (query.get('componentId')?.endsWith(':shipments-view-monthly') ? refused : reply),
    ),
  },
  'DC-29': {
    'writes to the catalog during a validation': publishingWhatIsValidated,
    'removes the entry of a data product during a validation': removingWhatIsValidated,
  },
  'DC-30': {
    'removes only one of the components of a data product': remembering,
  },
  'DC-31': {
    'crashes on a descriptor with an alias': breakingOn((descriptor) => /\*[\w-]+$/m.test(descriptor)),
    'crashes on a data product without components': breakingOn((descriptor) =>
      /^ *components: \[\]/m.test(descriptor),
    ),
    'cannot publish a descriptor with CRLF line endings': failing('provision', ({ descriptor }) =>
      String(descriptor).includes('\r'),
    ),
    'cannot remove a descriptor with a document marker': failing('unprovision', ({ descriptor }) =>
      String(descriptor).startsWith('---'),
    ),
    'reports non-ASCII comments as invalid in the asynchronous validation': {
      finish(end, { operation, input }) {
        const isPlain = [...String(input['descriptor'])].every((letter) => letter.charCodeAt(0) < 128);
        if (operation !== 'asyncValidate' || isPlain) return end;
        const publicInfo = { valid: false, error: { errors: ['the descriptor cannot be read'] } };
        return { status: 'COMPLETED', info: { publicInfo } };
      },
    },
  },
  'DC-32': {
    'still finds a component that a later publication does not contain': onlyAdding,
  },
  'X-01': {
    'returns 201 for a publication': answering('provision', (reply) =>
      reply.status === 202 ? { ...reply, status: 201 } : reply,
    ),
  },
  'X-15': {
    'writes timestamps that are not date-times': ending('provision', (end) => ({
      ...end,
      logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }],
    })),
  },
});

/** One operation fails on a data product that was published and removed. */
function burying(only: string): Partial<Habits> {
  const there = new Set<string>();
  const buried = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const id = productIn(input);
      if (id === undefined) return end;
      if (operation === only && buried.has(id)) return failed(`${id} was deleted`);
      if (operation === 'provision') there.add(id);
      if (operation === 'unprovision' && there.has(id)) buried.add(id);
      return end;
    },
  };
}

function productIn(input: Record<string, unknown>): string | undefined {
  const product = readYaml(String(input['descriptor']));
  return product === undefined ? undefined : String(product['id']);
}

/** Crashes on some descriptors. */
function breakingOn(isBad: (descriptor: string) => boolean): Partial<Habits> {
  return {
    answer: (reply, { input }) =>
      reply.status < 300 && isBody(input) && isBad(String(input['descriptor']))
        ? breakDown('TypeError')
        : reply,
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

function loggingEverything(): Partial<Habits> {
  const all: object[] = [];
  return {
    finish(end, { input }) {
      if (!Array.isArray(end['logs'])) return end;
      const ids = componentsOf(documentIn(input)).map(({ id }) => id);
      all.push({ timestamp: new Date().toISOString(), level: 'INFO', message: `work on ${ids.join(', ')}` });
      return { ...end, logs: [...all] };
    },
  };
}
