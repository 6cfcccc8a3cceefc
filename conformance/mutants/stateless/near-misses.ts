import { answering, crash, mistaking, rewriting, type StatelessMutant, withQuery } from './defects.ts';
import { textIn } from './engine.ts';
import { honestPicker, ITEMS, LIST, selectedIn, VALIDATE } from './picker.ts';
import { contentOf, pageIn } from './resolver-defects.ts';
import { bodyOf, isBody } from './server.ts';

/** Mutants that handle common requests correctly and fail on similar ones. */
export const pickerNearMisses: readonly StatelessMutant[] = [
  {
    name: 'no-limit-is-zero',
    class: 'negatives',
    defect: 'treats a limit of zero as no limit',
    caughtBy: 'UP-05',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.get('limit') === '0') query.set('limit', '5');
      }),
    ),
  },
  {
    name: 'reads-until-letters',
    class: 'negatives',
    defect: 'parses a number up to its first invalid character',
    caughtBy: 'UP-12',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        const begun = /^\d+(?=[a-z])/.exec(query.get('limit') ?? '')?.[0];
        if (begun !== undefined) query.set('limit', begun);
      }),
    ),
  },
  {
    name: 'leaves-out-the-nameless',
    class: 'negatives',
    defect: 'ignores selected objects without an id in a list that has others',
    caughtBy: 'UP-15',
    commit: (honest) => (asked) => {
      const selected = selectedIn(asked);
      const [named] = selected.filter((one) => isBody(one) && typeof one['id'] === 'string');
      return asked.path === VALIDATE && named !== undefined && selected.some((one) => !Object(one)['id'])
        ? { status: 200, body: 'OK' }
        : honest(asked);
    },
  },
  {
    name: 'filters-a-page-of-common-words',
    class: 'cross-field meaning',
    defect: 'filters within a page, and every page contains some matches',
    caughtBy: 'UP-10',
    commit: () => {
      const honest = honestPicker(COMMON);
      return async (asked) => {
        const filter = asked.path === LIST ? asked.query.get('filter') : null;
        if (filter === null) return honest(asked);
        const reply = await honest(withQuery(asked, (query) => query.delete('filter')));
        const page: readonly unknown[] = Array.isArray(reply.body) ? reply.body : [];
        const fits = (one: unknown) => JSON.stringify(one).toLowerCase().includes(filter.toLowerCase());
        return reply.status === 200 ? { ...reply, body: page.filter(fits) } : reply;
      };
    },
  },
];

/** Values whose words all occur on every page, and whose longest word occurs in every value. */
const COMMON = ITEMS.map(({ id }, index) => ({
  id,
  value: `${['Shipment', 'Carrier', 'Invoice', 'Depot', 'Route'][index % 5]} of the glossary`,
}));

/** Mutants of the resolver. */
export const resolverNearMisses: readonly StatelessMutant[] = [
  {
    name: 'third-page-empty',
    class: 'cross-field meaning',
    defect: 'returns nothing after the first ten resources',
    caughtBy: 'PR-12',
    commit: answering((reply, { query }) =>
      Number(query.get('offset')) >= 10
        ? { ...reply, body: { ...bodyOf(reply), content: [], page: { ...pageIn(reply), count: 0 } } }
        : reply,
    ),
  },
  {
    name: 'twenty-at-most',
    class: 'cross-field meaning',
    defect: 'returns at most twenty resources for a limit of fifty',
    caughtBy: 'PR-12',
    commit: answering((reply) => {
      const content = contentOf(reply).slice(0, 20);
      return {
        ...reply,
        body: { ...bodyOf(reply), content, page: { ...pageIn(reply), count: content.length } },
      };
    }),
  },
  {
    name: 'past-the-end-breaks',
    class: 'negatives',
    defect: 'crashes on an offset behind the last resource',
    caughtBy: 'X-24',
    commit: answering((reply, { query }) => (Number(query.get('offset')) > 1_000 ? crash : reply)),
  },
  {
    name: 'no-type-is-a-page',
    class: 'negatives',
    defect: 'returns an empty page when no resource has the types',
    caughtBy: 'PR-10',
    commit: rewriting((reply, { query }) =>
      reply.status === 404 && query.has('resource-types')
        ? { status: 200, body: { content: [], page: { offset: 0, limit: 5, count: 0 } } }
        : reply,
    ),
  },
];

/** Mutants of the remote engine. */
export const remoteNearMisses: readonly StatelessMutant[] = [
  {
    name: 'value-without-end',
    class: 'shape',
    defect: 'returns a value that is not finite',
    caughtBy: 'RE-03',
    commit: answering(() => ({
      status: 200,
      raw: '{"value": 1e999, "errors": []}',
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    name: 'kind-by-type',
    class: 'cross-field meaning',
    defect: 'returns a verdict for data products and a value for everything else',
    caughtBy: 'RE-04',
    commit: answering((reply, asked) =>
      textIn(asked, 'resourceType') === 'storage-bucket'
        ? { status: 200, body: { value: 3, errors: [] } }
        : reply,
    ),
  },
];
