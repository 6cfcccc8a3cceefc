import { mutants } from '../mutant.ts';
import { bodyOf, errorList, type Reply } from '../reply.ts';
import {
  addingUp,
  answering,
  crashing,
  isAscii,
  mistaking,
  refusing,
  replying,
  rewriting,
  unprocessable,
  withQuery,
} from './defects.ts';
import { fittingIn, honestResolver, pageOf, RESOURCES } from './resolver.ts';
import type { Asked, Responder, Wrap } from './server.ts';

const given = ({ query }: Asked, name: string): string => query.get(name) ?? '';
const typesIn = (asked: Asked): string[] => given(asked, 'resource-types').split(',').filter(Boolean);
const contentOf = (reply: Reply): readonly unknown[] => {
  const { content } = bodyOf(reply);
  return Array.isArray(content) ? content : [];
};

/** Changes the query of a request that fits. */
const asking = (where: (query: URLSearchParams) => boolean, change: (query: URLSearchParams) => void): Wrap =>
  mistaking((asked) => (where(asked.query) ? withQuery(asked, change) : asked));

/** Changes the value of a parameter. */
const reading = (name: string, change: (text: string) => string): Wrap =>
  asking(
    (query) => query.has(name),
    (query) => query.set(name, change(query.get(name) ?? '')),
  );

/** Changes the content of a page. */
const listing = (change: (content: readonly unknown[], asked: Asked) => readonly unknown[]): Wrap =>
  answering((reply, asked) => ({
    ...reply,
    body: { ...bodyOf(reply), content: change(contentOf(reply), asked) },
  }));

/** Changes the description of a page. */
const counting = (change: (asked: Asked) => object): Wrap =>
  answering((reply, asked) => ({
    ...reply,
    body: { ...bodyOf(reply), page: { ...Object(bodyOf(reply)['page']), ...change(asked) } },
  }));

const inEnvironment = (asked: Asked) =>
  fittingIn(RESOURCES, new URLSearchParams({ environment: given(asked, 'environment') }));

/** Mutants of the resolver. */
export const resolverMutants = mutants<Wrap>({
  'PR-01': {
    'lists resources as objects instead of strings': listing((all) => all.map((content) => ({ content }))),
    'returns the list only': answering((reply) => ({ ...reply, body: contentOf(reply) })),
  },
  'PR-02': {
    'returns the default error of its framework when two parameters are invalid': refusing((reply) =>
      Object(bodyOf(reply)['errors']).length > 1 ? unprocessable : reply,
    ),
    'looks an id up in a default environment': asking(
      (query) => query.has('id') && !query.has('environment'),
      (query) => query.set('environment', 'development'),
    ),
    'uses a default environment for pages': asking(
      (query) => query.has('limit') && !query.has('environment'),
      (query) => query.set('environment', 'development'),
    ),
  },
  'PR-03': {
    'returns three resources for an offset without a limit': listing((content, { query }) =>
      query.has('offset') && !query.has('limit') ? content.slice(0, 3) : content,
    ),
  },
  'PR-04': {
    'starts in the middle when there is a limit without an offset': asking(
      (query) => query.has('limit') && !query.has('offset'),
      (query) => query.set('offset', '1'),
    ),
    'skips the first resource when there is no offset': asking(
      (query) => !query.has('offset'),
      (query) => query.set('offset', '1'),
    ),
  },
  'PR-05': {
    'rejects a limit of fifty-one and honors one of a thousand': refusing((reply, asked) =>
      Number(given(asked, 'limit')) >= 100 && asked.query.has('environment')
        ? pageOf(inEnvironment(asked), asked)
        : reply,
    ),
    'rejects a limit of fifty': replying(
      errorList(400, ['limit is below 50']),
      (asked) => given(asked, 'limit') === '50',
    ),
    'honors a limit of fifty-one': refusing((reply, asked) =>
      given(asked, 'limit') === '51' ? pageOf(inEnvironment(asked), asked) : reply,
    ),
  },
  'PR-06': { 'applies the limit to each type separately': limitingEachType },
  'PR-07': {
    'uses ten as the default limit with a type': asking(
      (query) => query.has('resource-types') && !query.has('limit'),
      (query) => query.set('limit', '10'),
    ),
    'reports offset 0 for every page': counting(() => ({ offset: 0 })),
  },
  'PR-08': {
    'lists resources once for every repetition of their type': answering((reply, asked) => {
      const types = typesIn(asked);
      const ofType = (type: string) =>
        fittingIn(RESOURCES, withQuery(asked, (query) => query.set('resource-types', type)).query);
      return types.length < 2 ? reply : pageOf(types.flatMap(ofType), asked);
    }),
    'uses only the first of several types': reading(
      'resource-types',
      (text) => text.split(',', 1)[0] ?? text,
    ),
    'rejects an unknown type': replying(errorList(400, ['the type is unknown']), (asked) =>
      given(asked, 'resource-types').includes('unknown-'),
    ),
    'filters types within a page': filteringPages,
  },
  'PR-10': {
    'returns resources of every type when all requested types are unknown': (honest) => async (asked) => {
      const reply = await honest(asked);
      return reply.status === 404 && asked.query.has('resource-types') && !asked.query.has('id')
        ? honest(withQuery(asked, (query) => query.delete('resource-types')))
        : reply;
    },
    'returns an empty page when no resource has the types': rewriting((reply, asked) =>
      reply.status === 404 && asked.query.has('resource-types') ? pageOf([], asked) : reply,
    ),
    'looks types up by a pattern': reading('resource-types', (text) =>
      text.includes('%') ? 'storage-bucket,topic' : text,
    ),
    'finds a resource whose id is a prefix of the requested one': reading(
      'id',
      (text) => /^resource-\d+/.exec(text)?.[0] ?? text,
    ),
    'returns an empty page for an empty result': rewriting((reply, asked) =>
      reply.status === 404 && asked.query.has('id') ? pageOf([], asked) : reply,
    ),
    'ignores all other parameters when there is an id': asking(
      (query) => query.has('id'),
      (query) => query.delete('resource-types'),
    ),
  },
  'PR-11': {
    'lists every resource whose id starts with the requested one': (honest) => (asked) => {
      const found = inEnvironment(asked).filter(({ id }) => id.startsWith(given(asked, 'id').slice(0, -1)));
      return !asked.query.has('id') || found.length === 0 ? honest(asked) : pageOf(found, asked);
    },
    'returns all resources of a type for a request by id': asking(
      (query) => query.has('resource-types'),
      (query) => query.delete('id'),
    ),
    'returns nothing for an id with its type': asking(
      (query) => query.has('id') && query.has('resource-types'),
      (query) => query.set('id', 'unknown'),
    ),
    'ignores the id when the request has a limit': asking(
      (query) => query.has('limit'),
      (query) => query.delete('id'),
    ),
    'finds the ids of the first ten resources only': replying(
      errorList(404, ['no resources found']),
      (asked) => /^resource-\d\d$/.test(given(asked, 'id')),
    ),
  },
  'PR-12': {
    'returns the last page for an offset past the end': repeatingTheLastPage,
    'lists a resource twice': () =>
      honestResolver(
        RESOURCES.map((one) =>
          one.id === 'resource-20' ? { ...one, id: 'resource-17', type: 'topic' } : one,
        ),
      ),
  },
  'PR-13': {
    'crashes on a limit that is not a number': crashing((asked) => given(asked, 'limit') === 'many'),
  },
  'PR-16': {
    'adds the errors of all earlier requests to an error response': addingUp(({ status }) => status === 400),
    'moves a resource to the front of the list when it is requested by its id': movingToTheFront,
  },
  'PR-18': { 'knows an environment only from the second request on': learningEnvironments },
  'PR-19': {
    'returns the count of all resources for a request by id': counting(({ query }) =>
      query.has('id') ? { count: 60 } : {},
    ),
    'returns the page size as the count': counting(({ query }) => ({
      count: Number(query.get('limit') ?? 5),
    })),
    'counts all resources of the environment, whatever types are requested': counting((asked) =>
      typesIn(asked).length > 0 && !asked.query.has('id') ? { count: inEnvironment(asked).length } : {},
    ),
  },
  'X-01': {
    'returns 206 for every page after the first': answering((reply, { query }) =>
      Number(query.get('offset') ?? 0) > 0 ? { ...reply, status: 206 } : reply,
    ),
  },
  'X-24': {
    'crashes on a quote or a slash in an id': crashing((asked) => /['"/]/.test(given(asked, 'id'))),
    'crashes on an offset behind the last resource': crashing(
      (asked, { status }) => status === 200 && Number(given(asked, 'offset')) > 1_000,
    ),
    'crashes on an environment with non-ASCII text': crashing(
      (asked) => !isAscii(given(asked, 'environment')),
    ),
    'crashes on empty types': crashing(({ query }) => query.get('resource-types') === ''),
    'crashes on an id that is longer than its column': crashing((asked) => given(asked, 'id').length > 255),
  },
});

function limitingEachType(honest: Responder): Responder {
  return async (asked) => {
    const types = typesIn(asked);
    if (types.length < 2) return honest(asked);
    const pages = types.map((type) => honest(withQuery(asked, (query) => query.set('resource-types', type))));
    const [first, ...more] = (await Promise.all(pages)).filter(({ status }) => status === 200);
    if (first === undefined) return honest(asked);
    return { ...first, body: { ...bodyOf(first), content: [first, ...more].flatMap(contentOf) } };
  };
}

/** Selects by type only after it has cut the page. */
function filteringPages(honest: Responder): Responder {
  return async (asked) => {
    const types = typesIn(asked);
    const reply = await honest(withQuery(asked, (query) => query.delete('resource-types')));
    if (types.length === 0 || reply.status !== 200) return reply;
    if (!RESOURCES.some(({ type }) => types.includes(type))) return errorList(404, ['no resources found']);
    const content = contentOf(reply).filter((text) => types.some((type) => String(text).includes(type)));
    const page = { ...Object(bodyOf(reply)['page']), count: content.length };
    return { ...reply, body: { content, page } };
  };
}

/** Has seven resources, so that the run reaches the end of the list, and pages behind it look like the last one. */
function repeatingTheLastPage(): Responder {
  const few = RESOURCES.slice(0, 7);
  return async (asked) => {
    const [offset, limit] = [Number(given(asked, 'offset')), Number(asked.query.get('limit') ?? 5)];
    if (offset !== few.length) return honestResolver(few)(asked);
    const last = withQuery(asked, (query) => query.set('offset', String(Math.max(0, offset - limit))));
    const reply = await honestResolver(few)(last);
    const page = { ...Object(bodyOf(reply)['page']), offset };
    return reply.status === 200 ? { ...reply, body: { ...bodyOf(reply), page } } : reply;
  };
}

function movingToTheFront(): Responder {
  let resources = RESOURCES;
  return (asked) => {
    const reply = honestResolver(resources)(asked);
    const isAsked = ({ id }: { readonly id: string }): boolean => id === given(asked, 'id');
    resources = [...resources.filter(isAsked), ...resources.filter((one) => !isAsked(one))];
    return reply;
  };
}

/** Lists the resources of `development` from the second request for any environment on. */
function learningEnvironments(honest: Responder): Responder {
  const known = new Set<string>();
  return (asked) => {
    const environment = given(asked, 'environment');
    const isOld = known.has(environment) && environment !== '';
    known.add(environment);
    return honest(isOld ? withQuery(asked, (query) => query.set('environment', 'development')) : asked);
  };
}
