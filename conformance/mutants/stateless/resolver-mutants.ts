import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  withQuery,
} from './defects.ts';
import { honestResolver, pageOf, RESOURCES } from './resolver.ts';
import {
  contentOf,
  everything,
  isResolve,
  numberIn,
  pageIn,
  withContent,
  withPage,
} from './resolver-defects.ts';
import { type Asked, bodyOf, errorList, pause } from './server.ts';

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
  {
    name: 'fifty-is-too-many',
    class: 'negatives',
    defect: 'rejects a limit of fifty',
    caughtBy: 'PR-05',
    commit: rewriting((reply, asked) =>
      asked.query.get('limit') === '50' ? errorList(400, ['limit is below 50']) : reply,
    ),
  },
  {
    name: 'count-is-text',
    class: 'shape',
    defect: 'returns the count as a string',
    caughtBy: 'PR-07',
    commit: withPage((page, _asked, reply) => ({ ...page, count: String(contentOf(reply).length) })),
  },
  {
    name: 'resources-are-objects',
    class: 'shape',
    defect: 'lists resources as objects instead of strings',
    caughtBy: 'PR-01',
    commit: withContent((content) => content.map((text) => ({ content: text }))),
  },
  {
    name: 'list-without-page',
    class: 'shape',
    defect: 'returns the list only',
    caughtBy: 'PR-01',
    commit: answering((reply) => ({ ...reply, body: contentOf(reply) })),
  },
  {
    name: 'page-is-missing',
    class: 'shape',
    defect: 'omits the page',
    caughtBy: 'X-02',
    commit: answering((reply) => ({ ...reply, body: { content: contentOf(reply) } })),
  },
  {
    name: 'not-there',
    class: 'shape',
    defect: 'does not have the operation',
    caughtBy: 'PR-01',
    commit: rewriting((reply, asked) =>
      isResolve(asked) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    ),
  },
  {
    name: 'not-implemented',
    class: 'shape',
    defect: 'returns 501 where the contract does not allow it',
    caughtBy: 'X-16',
    commit: answering(() => ({ status: 501, body: { error: 'not yet' } })),
  },
  {
    name: 'breaks-without-a-word',
    class: 'shape',
    defect: 'fails without an error string',
    caughtBy: 'X-07',
    commit: answering(() => ({ status: 500, body: { code: 17 } })),
  },
  {
    name: 'breaks-with-few-words',
    class: 'shape',
    defect: 'fails without a userMessage',
    caughtBy: 'X-08',
    commit: answering(() => ({ status: 500, body: { error: 'boom' } })),
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    defect: 'rejects without a userMessage',
    caughtBy: 'X-06',
    commit: refusing((reply) => ({ ...reply, body: { errors: bodyOf(reply)['errors'] } })),
  },
  {
    name: 'types-are-one-name',
    class: 'linkage between operations',
    defect: 'treats the list of types as one name',
    caughtBy: 'PR-08',
    commit: taking('resource-types', (value) => (value.includes(',') ? 'no-such-type' : value)),
  },
  {
    name: 'first-type-counts',
    class: 'linkage between operations',
    defect: 'uses only the first of several types',
    caughtBy: 'PR-08',
    commit: taking('resource-types', (value) => value.split(',', 1)[0] ?? value),
  },
  {
    name: 'types-break',
    class: 'negatives',
    defect: 'rejects an unknown type',
    caughtBy: 'PR-08',
    commit: (honest) => (asked) =>
      (asked.query.get('resource-types') ?? '').includes('unknown-')
        ? errorList(400, ['the type is unknown'])
        : honest(asked),
  },
  {
    name: 'nothing-is-a-page',
    class: 'negatives',
    defect: 'returns an empty page for an empty result',
    caughtBy: 'PR-10',
    commit: rewriting((reply, asked) =>
      reply.status === 404 && asked.query.has('id') ? pageOf([], asked) : reply,
    ),
  },
  {
    name: 'nothing-breaks',
    class: 'negatives',
    defect: 'crashes on an empty result',
    caughtBy: 'PR-10',
    commit: rewriting((reply, asked) => (reply.status === 404 && asked.query.has('id') ? crash : reply)),
  },
  {
    name: 'id-ignored',
    class: 'linkage between operations',
    defect: 'ignores the id',
    caughtBy: 'PR-11',
    commit: taking('id', () => undefined),
  },
  {
    name: 'id-by-part',
    class: 'linkage between operations',
    defect: 'lists every resource whose id starts with the requested one',
    caughtBy: 'PR-11',
    commit: (honest) => (asked) => {
      const id = asked.query.get('id');
      if (id === null) return honest(asked);
      const found = RESOURCES.filter(
        (one) => one.environment === asked.query.get('environment') && one.id.startsWith(id.slice(0, -1)),
      );
      return found.length === 0 ? honest(asked) : pageOf(found, asked);
    },
  },
  {
    name: 'id-of-its-own',
    class: 'linkage between operations',
    defect: 'does not find a resource by the id in its descriptor',
    caughtBy: 'PR-11',
    commit: taking('id', (value) => `${value}-of-mine`),
  },
  {
    name: 'environment-has-a-default',
    class: 'negatives',
    defect: 'uses a default environment when there is none',
    caughtBy: 'PR-02',
    commit: refusing((reply, asked) => (asked.query.has('environment') ? reply : everything(asked))),
  },
  {
    name: 'environment-ignored',
    class: 'linkage between operations',
    defect: 'ignores the environment',
    caughtBy: 'PR-18',
    commit: taking('environment', () => 'development'),
  },
  {
    name: 'id-in-any-environment',
    class: 'linkage between operations',
    defect: 'finds an id in every environment',
    caughtBy: 'PR-18',
    commit: mistaking((asked) =>
      asked.query.has('id') ? withQuery(asked, (query) => query.set('environment', 'development')) : asked,
    ),
  },
  {
    name: 'types-after-paging',
    class: 'sequence',
    defect: 'filters types within a page',
    caughtBy: 'PR-08',
    commit: (honest) => async (asked) => {
      const types = asked.query.get('resource-types')?.split(',') ?? [];
      const reply = await honest(withQuery(asked, (query) => query.delete('resource-types')));
      const content = contentOf(reply).filter((text) => types.some((type) => String(text).includes(type)));
      if (types.length === 0 || reply.status !== 200) return reply;
      if (!RESOURCES.some(({ type }) => types.includes(type))) return errorList(404, ['no resources found']);
      return { ...reply, body: { content, page: { ...pageIn(reply), count: content.length } } };
    },
  },
  {
    name: 'negative-offset',
    class: 'negatives',
    defect: 'treats a negative offset as zero',
    caughtBy: 'PR-13',
    commit: refusing((reply, asked) =>
      numberIn(asked, 'offset', 0) < 0
        ? everything(withQuery(asked, (query) => query.delete('offset')))
        : reply,
    ),
  },
  {
    name: 'limit-breaks',
    class: 'negatives',
    defect: 'crashes on a limit that is not a number',
    caughtBy: 'PR-13',
    commit: refusing((reply, asked) => (asked.query.get('limit') === 'many' ? crash : reply)),
  },
  {
    name: 'types-in-order',
    class: 'cross-field meaning',
    defect: 'omits a resource when the types are not in alphabetical order',
    caughtBy: 'PR-08',
    // This query matches few enough resources for one page.
    commit: () =>
      answering((reply, asked) => {
        const types = (asked.query.get('resource-types') ?? '').split(',');
        const isMoved = JSON.stringify(types) !== JSON.stringify([...types].sort());
        return isResolve(asked) && isMoved && types.length === 2
          ? { ...reply, body: { ...bodyOf(reply), content: contentOf(reply).slice(1) } }
          : reply;
      })(honestResolver(RESOURCES.filter((_, index) => index % 60 < 30))),
  },
  {
    name: 'slow-refusal',
    class: 'promptness',
    defect: 'reads resources before it validates the request',
    caughtBy: 'PR-17',
    commit: rewriting(async (reply) => {
      if (reply.status === 400) await pause(2_000);
      return reply;
    }),
  },
];
