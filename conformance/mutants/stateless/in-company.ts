import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  unprocessable,
  withQuery,
} from './defects.ts';
import { fitting, ITEMS, LIST, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
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
  {
    name: 'environment-unneeded-beside-an-id',
    class: 'negatives',
    defect: 'looks an id up in every environment without an environment',
    caughtBy: 'PR-02',
    commit: beside('id', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  },
  {
    name: 'environment-unneeded-beside-pages',
    class: 'negatives',
    defect: 'uses a default environment for pages',
    caughtBy: 'PR-02',
    commit: beside('limit', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  },
  {
    name: 'pages-unread-beside-types',
    class: 'negatives',
    defect: 'accepts any limit and any offset together with types',
    caughtBy: 'PR-13',
    commit: beside('resource-types', (query) => {
      for (const name of ['offset', 'limit']) if (!isWhole(query.get(name))) query.delete(name);
    }),
  },
  {
    name: 'no-greatest-page-of-a-type',
    class: 'negatives',
    defect: 'returns more than fifty resources of a type',
    caughtBy: 'PR-05',
    commit: (honest) => (asked) =>
      asked.query.has('resource-types') && numberIn(asked, 'limit', 5) > 50
        ? pageOf(fittingIn(RESOURCES, asked.query), asked)
        : honest(asked),
  },
  {
    name: 'ten-of-a-type',
    class: 'cross-field meaning',
    defect: 'uses ten as the default limit with a type',
    caughtBy: 'PR-07',
    commit: beside('resource-types', (query) => {
      if (!query.has('limit')) query.set('limit', '10');
    }),
  },
  {
    name: 'two-faults-are-the-frameworks',
    class: 'negatives',
    defect: 'returns the default error of its framework when two parameters are invalid',
    caughtBy: 'PR-02',
    commit: refusing((reply) => (Number(Object(bodyOf(reply)['errors']).length) > 1 ? unprocessable : reply)),
  },
  {
    name: 'unknown-types-are-all-types',
    class: 'cross-field meaning',
    defect: 'returns resources of every type when all requested types are unknown',
    caughtBy: 'PR-10',
    commit: (honest) => async (asked) => {
      const reply = await honest(asked);
      const anyType = withQuery(asked, (query) => query.delete('resource-types'));
      return reply.status === 404 && asked.query.has('resource-types') && !asked.query.has('id')
        ? honest(anyType)
        : reply;
    },
  },
  {
    name: 'last-page-where-the-list-ends',
    class: 'state over time',
    defect: 'returns the last page for an offset past the end',
    caughtBy: 'PR-12',
    commit: cutting((offset, limit, count) => (offset === count ? Math.max(0, count - limit) : offset)),
  },
  {
    name: 'whole-pages-of-few',
    class: 'cross-field meaning',
    defect: 'rounds the offset down to a page boundary',
    caughtBy: 'PR-12',
    commit: cutting((offset, limit) => (offset < 1_000 ? Math.floor(offset / limit) * limit : offset)),
  },
  {
    name: 'full-last-page-lacks-one',
    class: 'state over time',
    defect: 'omits the last resource when the last page is full',
    caughtBy: 'PR-12',
    commit: () => async (asked) => {
      const reply = await honestResolver(FEW)(asked);
      const [offset, limit] = [numberIn(asked, 'offset', 0), numberIn(asked, 'limit', 5)];
      if (reply.status !== 200 || FEW.length % limit !== 0 || offset + limit < FEW.length) return reply;
      return { ...reply, body: { ...bodyOf(reply), content: contentOf(reply).slice(0, -1) } };
    },
  },
  {
    name: 'id-forgotten-beside-types',
    class: 'cross-field meaning',
    defect: 'returns all resources of a type for a request by id',
    caughtBy: 'PR-11',
    commit: beside('resource-types', (query) => query.delete('id')),
  },
  {
    name: 'no-id-of-a-type',
    class: 'cross-field meaning',
    defect: 'returns nothing for an id with its type',
    caughtBy: 'PR-11',
    commit: (honest) => (asked) =>
      asked.query.has('id') && asked.query.has('resource-types')
        ? honest(withQuery(asked, (query) => query.set('id', 'unknown')))
        : honest(asked),
  },
  {
    name: 'id-as-it-was-written',
    class: 'negatives',
    defect: 'compares ids without decoding the query',
    caughtBy: 'PR-11',
    commit: mistaking((asked) => {
      const [, written] = /(?:^|&)id=([^&]*)/.exec(asked.search) ?? [];
      return written === undefined ? asked : withQuery(asked, (query) => query.set('id', written));
    }),
  },
  {
    name: 'refusals-add-up',
    class: 'state over time',
    defect: 'adds the errors of all earlier requests to an error response',
    caughtBy: 'PR-16',
    commit: addingUp(({ status }) => status === 400),
  },
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
  {
    name: 'any-limit-beside-fields',
    class: 'negatives',
    defect: 'accepts a limit below five when the request has other fields',
    caughtBy: 'UP-05',
    commit: mistaking((asked) =>
      isList(asked) && hasFields(asked) && ['1', '2', '3', '4'].includes(asked.query.get('limit') ?? '')
        ? withQuery(asked, (query) => query.set('limit', '5'))
        : asked,
    ),
  },
  {
    name: 'no-page-needed',
    class: 'negatives',
    defect: 'returns the first values without an offset and a limit',
    caughtBy: 'UP-03',
    commit: mistaking((asked) =>
      isList(asked) && !asked.query.has('offset') && !asked.query.has('limit')
        ? withQuery(asked, (query) => {
            query.set('offset', '0');
            query.set('limit', '10');
          })
        : asked,
    ),
  },
  {
    name: 'no-offset-beside-a-filter',
    class: 'negatives',
    defect: 'does not require an offset with a filter',
    caughtBy: 'UP-03',
    commit: beside('filter', (query) => {
      if (!query.has('offset')) query.set('offset', '0');
    }),
  },
  {
    name: 'no-limit-beside-fields',
    class: 'negatives',
    defect: 'does not require a limit when the request has other fields',
    caughtBy: 'UP-04',
    commit: mistaking((asked) =>
      isList(asked) && hasFields(asked) && !asked.query.has('limit')
        ? withQuery(asked, (query) => query.set('limit', '10'))
        : asked,
    ),
  },
  {
    name: 'two-faults-crash',
    class: 'negatives',
    defect: 'crashes when two parameters are invalid',
    caughtBy: 'UP-03',
    commit: refusing((reply, asked) =>
      isList(asked) && Number(Object(bodyOf(reply)['errors']).length) > 1 ? crash : reply,
    ),
  },
  {
    name: 'last-values-where-the-list-ends',
    class: 'state over time',
    defect: 'returns the last values for an offset past the end',
    caughtBy: 'UP-11',
    commit: mistaking((asked) => {
      const end = fitting(ITEMS, asked.query).length;
      return isList(asked) && Number(asked.query.get('offset')) === end && end > 5
        ? withQuery(asked, (query) => query.set('offset', String(end - 5)))
        : asked;
    }),
  },
  {
    name: 'large-limits-are-none',
    class: 'cross-field meaning',
    defect: 'returns all values when more than twenty are requested',
    caughtBy: 'UP-06',
    commit: beside('limit', (query) => {
      if (Number(query.get('limit')) > 20) query.set('limit', '1000');
    }),
  },
  {
    name: 'empty-fields-refused',
    class: 'negatives',
    defect: 'rejects a selection with an empty queryParameters',
    caughtBy: 'UP-13',
    commit: (honest) => (asked) => {
      const fields = isBody(asked.input) ? asked.input['queryParameters'] : undefined;
      return asked.path === VALIDATE && isBody(fields) && Object.keys(fields).length === 0
        ? refuseSelection(['queryParameters is empty'])
        : honest(asked);
    },
  },
  {
    name: 'verdict-of-the-fields',
    class: 'identity and isolation',
    defect: 'caches verdicts by the fields of a request, whatever is selected',
    caughtBy: 'UP-16',
    commit: (honest) => {
      const kept = new Map<string, Reply>();
      return async (asked) => {
        const fields = isBody(asked.input) ? asked.input['queryParameters'] : undefined;
        const key = JSON.stringify(fields);
        if (asked.path !== VALIDATE || fields === undefined) return honest(asked);
        const reply = kept.get(key) ?? (await honest(asked));
        kept.set(key, reply);
        return reply;
      };
    },
  },
  {
    name: 'one-object-for-a-list',
    class: 'negatives',
    defect: 'accepts one selected object instead of a list',
    caughtBy: 'X-12',
    commit: readingSelection((selected) => (isBody(selected) ? [selected] : selected)),
  },
  {
    name: 'ids-for-objects',
    class: 'negatives',
    defect: 'accepts a string instead of an object with that id',
    caughtBy: 'X-12',
    commit: readingSelection((selected) =>
      Array.isArray(selected)
        ? selected.map((one) => (typeof one === 'string' ? { id: one } : one))
        : selected,
    ),
  },
  {
    name: 'nothing-is-an-empty-selection',
    class: 'negatives',
    defect: 'treats an empty body as an empty selection',
    caughtBy: 'X-12',
    commit: readingSelection((selected, body) => (Object.keys(body).length === 0 ? [] : selected)),
  },
  {
    name: 'lists-among-fields-crash',
    class: 'negatives',
    defect: 'crashes when the value of another field is a list',
    caughtBy: 'UP-09',
    commit: (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.values(asked.input).some(Array.isArray)
        ? crash
        : honest(asked),
  },
  {
    name: 'stale-values-add-up',
    class: 'state over time',
    defect: 'reports all values that it ever rejected',
    caughtBy: 'UP-22',
    commit: addingUp(({ status }, asked) => status === 400 && selectedIn(asked).length > 0),
  },
  {
    name: 'full-last-page-lacks-one',
    class: 'state over time',
    defect: 'omits the last value when the last page is full',
    caughtBy: 'UP-10',
    commit: answering((reply, asked) => {
      const [offset, limit] = [Number(asked.query.get('offset')), Number(asked.query.get('limit'))];
      const isFullLast = ITEMS.length % limit === 0 && offset + limit >= ITEMS.length;
      return isList(asked) && isFullLast && Array.isArray(reply.body)
        ? { ...reply, body: reply.body.slice(0, -1) }
        : reply;
    }),
  },
];
