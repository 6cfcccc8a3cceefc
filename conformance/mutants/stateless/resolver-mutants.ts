import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  withQuery,
  wrapped,
} from './defects.ts';
import { honestResolver, pageOf, RESOURCES } from './resolver.ts';
import { contentOf, isResolve, pageIn, withContent } from './resolver-defects.ts';
import { type Asked, bodyOf, errorList } from './server.ts';

/** Changes the value of a parameter. */
const taking = (
  name: string,
  change: (value: string, asked: Asked) => string | undefined,
): StatelessMutant['commit'] =>
  mistaking((asked) => {
    const value = asked.query.get(name);
    if (!isResolve(asked) || value === null) return asked;
    const changed = change(value, asked);
    return withQuery(asked, (query) =>
      changed === undefined ? query.delete(name) : query.set(name, changed),
    );
  });
/** Mutants with wrong results, wrong formats, or wrong rejections. */
export const findMutants: readonly StatelessMutant[] = [
  wrapped(
    'PR-05',
    'rejects a limit of fifty',
    rewriting((reply, asked) =>
      asked.query.get('limit') === '50' ? errorList(400, ['limit is below 50']) : reply,
    ),
  ),
  wrapped(
    'PR-01',
    'lists resources as objects instead of strings',
    withContent((content) => content.map((text) => ({ content: text }))),
  ),
  wrapped(
    'PR-01',
    'returns the list only',
    answering((reply) => ({ ...reply, body: contentOf(reply) })),
  ),
  wrapped(
    'X-07',
    'fails without an error string',
    answering(() => ({ status: 500, body: { code: 17 } })),
  ),
  wrapped(
    'X-08',
    'fails without a userMessage',
    answering(() => ({ status: 500, body: { error: 'boom' } })),
  ),
  wrapped(
    'PR-08',
    'treats the list of types as one name',
    taking('resource-types', (value) => (value.includes(',') ? 'no-such-type' : value)),
  ),
  wrapped(
    'PR-08',
    'uses only the first of several types',
    taking('resource-types', (value) => value.split(',', 1)[0] ?? value),
  ),
  wrapped(
    'PR-08',
    'rejects an unknown type',
    (honest) => (asked) =>
      (asked.query.get('resource-types') ?? '').includes('unknown-')
        ? errorList(400, ['the type is unknown'])
        : honest(asked),
  ),
  wrapped(
    'PR-10',
    'returns an empty page for an empty result',
    rewriting((reply, asked) => (reply.status === 404 && asked.query.has('id') ? pageOf([], asked) : reply)),
  ),
  wrapped(
    'PR-10',
    'crashes on an empty result',
    rewriting((reply, asked) => (reply.status === 404 && asked.query.has('id') ? crash : reply)),
  ),
  wrapped('PR-11', 'lists every resource whose id starts with the requested one', (honest) => (asked) => {
    const id = asked.query.get('id');
    if (id === null) return honest(asked);
    const found = RESOURCES.filter(
      (one) => one.environment === asked.query.get('environment') && one.id.startsWith(id.slice(0, -1)),
    );
    return found.length === 0 ? honest(asked) : pageOf(found, asked);
  }),
  wrapped(
    'PR-11',
    'does not find a resource by the id in its descriptor',
    taking('id', (value) => `${value}-of-mine`),
  ),
  wrapped(
    'PR-18',
    'ignores the environment',
    taking('environment', () => 'development'),
  ),
  wrapped(
    'PR-18',
    'finds an id in every environment',
    mistaking((asked) =>
      asked.query.has('id') ? withQuery(asked, (query) => query.set('environment', 'development')) : asked,
    ),
  ),
  wrapped('PR-08', 'filters types within a page', (honest) => async (asked) => {
    const types = asked.query.get('resource-types')?.split(',') ?? [];
    const reply = await honest(withQuery(asked, (query) => query.delete('resource-types')));
    const content = contentOf(reply).filter((text) => types.some((type) => String(text).includes(type)));
    if (types.length === 0 || reply.status !== 200) return reply;
    if (!RESOURCES.some(({ type }) => types.includes(type))) return errorList(404, ['no resources found']);
    return { ...reply, body: { content, page: { ...pageIn(reply), count: content.length } } };
  }),
  wrapped(
    'PR-13',
    'crashes on a limit that is not a number',
    refusing((reply, asked) => (asked.query.get('limit') === 'many' ? crash : reply)),
  ),
  // This query matches few enough resources for one page.
  wrapped('PR-08', 'omits a resource when the types are not in alphabetical order', () =>
    answering((reply, asked) => {
      const types = (asked.query.get('resource-types') ?? '').split(',');
      const isMoved = JSON.stringify(types) !== JSON.stringify([...types].sort());
      return isResolve(asked) && isMoved && types.length === 2
        ? { ...reply, body: { ...bodyOf(reply), content: contentOf(reply).slice(1) } }
        : reply;
    })(honestResolver(RESOURCES.filter((_, index) => index % 60 < 30))),
  ),
];
