import {
  answering,
  crash,
  mistaking,
  rewriting,
  type StatelessMutant,
  withQuery,
  wrapped,
} from './defects.ts';
import { textIn } from './engine.ts';
import { honestPicker, ITEMS, LIST, selectedIn, VALIDATE } from './picker.ts';
import { contentOf, pageIn } from './resolver-defects.ts';
import { bodyOf, isBody } from './server.ts';

/** Mutants that handle common requests correctly and fail on similar ones. */
export const pickerNearMisses: readonly StatelessMutant[] = [
  wrapped(
    'UP-05',
    'treats a limit of zero as no limit',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.get('limit') === '0') query.set('limit', '5');
      }),
    ),
  ),
  wrapped(
    'UP-12',
    'parses a number up to its first invalid character',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        const begun = /^\d+(?=[a-z])/.exec(query.get('limit') ?? '')?.[0];
        if (begun !== undefined) query.set('limit', begun);
      }),
    ),
  ),
  wrapped(
    'UP-15',
    'ignores selected objects without an id in a list that has others',
    (honest) => (asked) => {
      const selected = selectedIn(asked);
      const [named] = selected.filter((one) => isBody(one) && typeof one['id'] === 'string');
      return asked.path === VALIDATE && named !== undefined && selected.some((one) => !Object(one)['id'])
        ? { status: 200, body: 'OK' }
        : honest(asked);
    },
  ),
  wrapped('UP-10', 'filters within a page, and every page contains some matches', () => {
    const honest = honestPicker(COMMON);
    return async (asked) => {
      const filter = asked.path === LIST ? asked.query.get('filter') : null;
      if (filter === null) return honest(asked);
      const reply = await honest(withQuery(asked, (query) => query.delete('filter')));
      const page: readonly unknown[] = Array.isArray(reply.body) ? reply.body : [];
      const fits = (one: unknown) => JSON.stringify(one).toLowerCase().includes(filter.toLowerCase());
      return reply.status === 200 ? { ...reply, body: page.filter(fits) } : reply;
    };
  }),
];

/** Values whose words all occur on every page, and whose longest word occurs in every value. */
const COMMON = ITEMS.map(({ id }, index) => ({
  id,
  value: `${['Shipment', 'Carrier', 'Invoice', 'Depot', 'Route'][index % 5]} of the glossary`,
}));

/** Mutants of the resolver. */
export const resolverNearMisses: readonly StatelessMutant[] = [
  wrapped(
    'PR-12',
    'returns nothing after the first ten resources',
    answering((reply, { query }) =>
      Number(query.get('offset')) >= 10
        ? { ...reply, body: { ...bodyOf(reply), content: [], page: { ...pageIn(reply), count: 0 } } }
        : reply,
    ),
  ),
  wrapped(
    'PR-12',
    'returns at most twenty resources for a limit of fifty',
    answering((reply) => {
      const content = contentOf(reply).slice(0, 20);
      return {
        ...reply,
        body: { ...bodyOf(reply), content, page: { ...pageIn(reply), count: content.length } },
      };
    }),
  ),
  wrapped(
    'X-24',
    'crashes on an offset behind the last resource',
    answering((reply, { query }) => (Number(query.get('offset')) > 1_000 ? crash : reply)),
  ),
  wrapped(
    'PR-10',
    'returns an empty page when no resource has the types',
    rewriting((reply, { query }) =>
      reply.status === 404 && query.has('resource-types')
        ? { status: 200, body: { content: [], page: { offset: 0, limit: 5, count: 0 } } }
        : reply,
    ),
  ),
];

/** Mutants of the remote engine. */
export const remoteNearMisses: readonly StatelessMutant[] = [
  wrapped(
    'RE-03',
    'returns a value that is not finite',
    answering(() => ({
      status: 200,
      raw: '{"value": 1e999, "errors": []}',
      headers: { 'content-type': 'application/json' },
    })),
  ),
  wrapped(
    'RE-04',
    'returns a verdict for data products and a value for everything else',
    answering((reply, asked) =>
      textIn(asked, 'resourceType') === 'storage-bucket'
        ? { status: 200, body: { value: 3, errors: [] } }
        : reply,
    ),
  ),
];
