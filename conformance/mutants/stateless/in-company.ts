import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  unprocessable,
  withQuery,
  wrapped,
} from './defects.ts';
import { ITEMS, LIST, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
import { fittingIn, honestResolver, pageOf, RESOURCES } from './resolver.ts';
import { contentOf, numberIn } from './resolver-defects.ts';
import { type Asked, bodyOf, isBody, type Reply, type Wrap } from './server.ts';

/*
 * Mutants that fail only on a combination: with another parameter, with a body, with a second error, or at the end of a
 * list.
 */

/** Reads the query incorrectly if it contains a parameter of this name. */
const beside = (name: string, change: (query: URLSearchParams) => void): Wrap =>
  mistaking((asked) => (asked.query.has(name) ? withQuery(asked, change) : asked));

const isWhole = (text: string | null): boolean => text === null || /^\d+$/.test(text);

/** Returns the errors of all earlier rejections as well. */
const addingUp = (isRefused: (reply: Reply, asked: Asked) => boolean): Wrap => {
  const told: unknown[] = [];
  return rewriting((reply, asked) => {
    const errors = bodyOf(reply)['errors'];
    if (!isRefused(reply, asked) || !Array.isArray(errors)) return reply;
    told.push(...errors);
    return { ...reply, body: { ...bodyOf(reply), errors: [...told] } };
  });
};

/** Enough resources for one full page and a partial one. */
const FEW = RESOURCES.filter(
  ({ environment, id }) => environment === 'development' && /^resource-[0-6]$/.test(id),
);

/** A resolver with few resources that computes page offsets incorrectly. */
const cutting =
  (cut: (offset: number, limit: number, count: number) => number): Wrap =>
  () =>
  async (asked) => {
    const offset = numberIn(asked, 'offset', 0);
    const place = cut(offset, numberIn(asked, 'limit', 5), FEW.length);
    const moved = withQuery(asked, (query) => query.set('offset', String(place)));
    const reply = await honestResolver(FEW)(place === offset ? asked : moved);
    const { page } = bodyOf(reply);
    return reply.status === 200
      ? { ...reply, body: { ...bodyOf(reply), page: { ...Object(page), offset } } }
      : reply;
  };

/** Mutants of the resolver. */
export const companyResolvers: readonly StatelessMutant[] = [
  wrapped(
    'PR-02',
    'looks an id up in every environment without an environment',
    beside('id', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  ),
  wrapped(
    'PR-02',
    'uses a default environment for pages',
    beside('limit', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  ),
  wrapped(
    'PR-13',
    'accepts any limit and any offset together with types',
    beside('resource-types', (query) => {
      for (const name of ['offset', 'limit']) if (!isWhole(query.get(name))) query.delete(name);
    }),
  ),
  wrapped(
    'PR-05',
    'returns more than fifty resources of a type',
    (honest) => (asked) =>
      asked.query.has('resource-types') && numberIn(asked, 'limit', 5) > 50
        ? pageOf(fittingIn(RESOURCES, asked.query), asked)
        : honest(asked),
  ),
  wrapped(
    'PR-07',
    'uses ten as the default limit with a type',
    beside('resource-types', (query) => {
      if (!query.has('limit')) query.set('limit', '10');
    }),
  ),
  wrapped(
    'PR-02',
    'returns the default error of its framework when two parameters are invalid',
    refusing((reply) => (Number(Object(bodyOf(reply)['errors']).length) > 1 ? unprocessable : reply)),
  ),
  wrapped(
    'PR-10',
    'returns resources of every type when all requested types are unknown',
    (honest) => async (asked) => {
      const reply = await honest(asked);
      const anyType = withQuery(asked, (query) => query.delete('resource-types'));
      return reply.status === 404 && asked.query.has('resource-types') && !asked.query.has('id')
        ? honest(anyType)
        : reply;
    },
  ),
  wrapped(
    'PR-12',
    'returns the last page for an offset past the end',
    cutting((offset, limit, count) => (offset === count ? Math.max(0, count - limit) : offset)),
  ),
  wrapped(
    'PR-12',
    'rounds the offset down to a page boundary',
    cutting((offset, limit) => (offset < 1_000 ? Math.floor(offset / limit) * limit : offset)),
  ),
  wrapped('PR-12', 'omits the last resource when the last page is full', () => async (asked) => {
    const reply = await honestResolver(FEW)(asked);
    const [offset, limit] = [numberIn(asked, 'offset', 0), numberIn(asked, 'limit', 5)];
    if (reply.status !== 200 || FEW.length % limit !== 0 || offset + limit < FEW.length) return reply;
    return { ...reply, body: { ...bodyOf(reply), content: contentOf(reply).slice(0, -1) } };
  }),
  wrapped(
    'PR-11',
    'returns all resources of a type for a request by id',
    beside('resource-types', (query) => query.delete('id')),
  ),
  wrapped(
    'PR-11',
    'returns nothing for an id with its type',
    (honest) => (asked) =>
      asked.query.has('id') && asked.query.has('resource-types')
        ? honest(withQuery(asked, (query) => query.set('id', 'unknown')))
        : honest(asked),
  ),
  wrapped(
    'PR-11',
    'compares ids without decoding the query',
    mistaking((asked) => {
      const [, written] = /(?:^|&)id=([^&]*)/.exec(asked.search) ?? [];
      return written === undefined ? asked : withQuery(asked, (query) => query.set('id', written));
    }),
  ),
  wrapped(
    'PR-16',
    'adds the errors of all earlier requests to an error response',
    addingUp(({ status }) => status === 400),
  ),
];

const isList = ({ path }: Asked): boolean => path === LIST;
const hasFields = ({ text }: Asked): boolean => text.trim() !== '';

/** Changes the selection before it is validated. */
const readingSelection = (read: (selected: unknown, body: Record<string, unknown>) => unknown): Wrap =>
  mistaking((asked) => {
    if (asked.path !== VALIDATE || !isBody(asked.input)) return asked;
    const selectedObjects = read(asked.input['selectedObjects'], asked.input);
    return { ...asked, input: { ...asked.input, selectedObjects } };
  });

/** Mutants of the picker. */
export const companyPickers: readonly StatelessMutant[] = [
  wrapped(
    'UP-05',
    'accepts a limit below five when the request has other fields',
    mistaking((asked) =>
      isList(asked) && hasFields(asked) && ['1', '2', '3', '4'].includes(asked.query.get('limit') ?? '')
        ? withQuery(asked, (query) => query.set('limit', '5'))
        : asked,
    ),
  ),
  wrapped(
    'UP-03',
    'returns the first values without an offset and a limit',
    mistaking((asked) =>
      isList(asked) && !asked.query.has('offset') && !asked.query.has('limit')
        ? withQuery(asked, (query) => {
            query.set('offset', '0');
            query.set('limit', '10');
          })
        : asked,
    ),
  ),
  wrapped(
    'UP-03',
    'does not require an offset with a filter',
    beside('filter', (query) => {
      if (!query.has('offset')) query.set('offset', '0');
    }),
  ),
  wrapped(
    'UP-04',
    'does not require a limit when the request has other fields',
    mistaking((asked) =>
      isList(asked) && hasFields(asked) && !asked.query.has('limit')
        ? withQuery(asked, (query) => query.set('limit', '10'))
        : asked,
    ),
  ),
  wrapped(
    'UP-03',
    'crashes when two parameters are invalid',
    refusing((reply, asked) =>
      isList(asked) && Number(Object(bodyOf(reply)['errors']).length) > 1 ? crash : reply,
    ),
  ),
  wrapped(
    'UP-06',
    'returns all values when more than twenty are requested',
    beside('limit', (query) => {
      if (Number(query.get('limit')) > 20) query.set('limit', '1000');
    }),
  ),
  wrapped('UP-13', 'rejects a selection with an empty queryParameters', (honest) => (asked) => {
    const fields = isBody(asked.input) ? asked.input['queryParameters'] : undefined;
    return asked.path === VALIDATE && isBody(fields) && Object.keys(fields).length === 0
      ? refuseSelection(['queryParameters is empty'])
      : honest(asked);
  }),
  wrapped('UP-16', 'caches verdicts by the fields of a request, whatever is selected', (honest) => {
    const kept = new Map<string, Reply>();
    return async (asked) => {
      const fields = isBody(asked.input) ? asked.input['queryParameters'] : undefined;
      const key = JSON.stringify(fields);
      if (asked.path !== VALIDATE || fields === undefined) return honest(asked);
      const reply = kept.get(key) ?? (await honest(asked));
      kept.set(key, reply);
      return reply;
    };
  }),
  wrapped(
    'X-12',
    'accepts one selected object instead of a list',
    readingSelection((selected) => (isBody(selected) ? [selected] : selected)),
  ),
  wrapped(
    'X-12',
    'accepts a string instead of an object with that id',
    readingSelection((selected) =>
      Array.isArray(selected)
        ? selected.map((one) => (typeof one === 'string' ? { id: one } : one))
        : selected,
    ),
  ),
  wrapped(
    'X-12',
    'treats an empty body as an empty selection',
    readingSelection((selected, body) => (Object.keys(body).length === 0 ? [] : selected)),
  ),
  wrapped(
    'UP-09',
    'crashes when the value of another field is a list',
    (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.values(asked.input).some(Array.isArray)
        ? crash
        : honest(asked),
  ),
  wrapped(
    'UP-22',
    'reports all values that it ever rejected',
    addingUp(({ status }, asked) => status === 400 && selectedIn(asked).length > 0),
  ),
  wrapped(
    'UP-10',
    'omits the last value when the last page is full',
    answering((reply, asked) => {
      const [offset, limit] = [Number(asked.query.get('offset')), Number(asked.query.get('limit'))];
      const isFullLast = ITEMS.length % limit === 0 && offset + limit >= ITEMS.length;
      return isList(asked) && isFullLast && Array.isArray(reply.body)
        ? { ...reply, body: reply.body.slice(0, -1) }
        : reply;
    }),
  ),
];
