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
    defect: 'looks for an id in every environment when none is named',
    caughtBy: 'PR-02',
    commit: beside('id', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  },
  {
    name: 'environment-unneeded-beside-pages',
    class: 'negatives',
    defect: 'takes an environment for granted where a page is asked for',
    caughtBy: 'PR-02',
    commit: beside('limit', (query) => {
      if (!query.has('environment')) query.set('environment', 'development');
    }),
  },
  {
    name: 'pages-unread-beside-types',
    class: 'negatives',
    defect: 'takes any limit and any offset beside types',
    caughtBy: 'PR-13',
    commit: beside('resource-types', (query) => {
      for (const name of ['offset', 'limit']) if (!isWhole(query.get(name))) query.delete(name);
    }),
  },
  {
    name: 'no-greatest-page-of-a-type',
    class: 'negatives',
    defect: 'gives as many resources of a type as are asked for, more than fifty too',
    caughtBy: 'PR-05',
    commit: (honest) => (asked) =>
      asked.query.has('resource-types') && numberIn(asked, 'limit', 5) > 50
        ? pageOf(fittingIn(RESOURCES, asked.query), asked)
        : honest(asked),
  },
  {
    name: 'ten-of-a-type',
    class: 'cross-field meaning',
    defect: 'gives ten resources of a type when no limit is named',
    caughtBy: 'PR-07',
    commit: beside('resource-types', (query) => {
      if (!query.has('limit')) query.set('limit', '10');
    }),
  },
  {
    name: 'two-faults-are-the-frameworks',
    class: 'negatives',
    defect: 'lets the default error of its framework reach the caller when two parameters are wrong',
    caughtBy: 'PR-02',
    commit: refusing((reply) => (Number(Object(bodyOf(reply)['errors']).length) > 1 ? unprocessable : reply)),
  },
  {
    name: 'unknown-types-are-all-types',
    class: 'cross-field meaning',
    defect: 'gives resources of every type when it knows none of those that are asked for',
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
    defect: 'gives the last resources once more to whoever asks for those behind them',
    caughtBy: 'PR-12',
    commit: cutting((offset, limit, count) => (offset === count ? Math.max(0, count - limit) : offset)),
  },
  {
    name: 'whole-pages-of-few',
    class: 'cross-field meaning',
    defect: 'begins at the page that holds the offset',
    caughtBy: 'PR-12',
    commit: cutting((offset, limit) => (offset < 1_000 ? Math.floor(offset / limit) * limit : offset)),
  },
  {
    name: 'full-last-page-lacks-one',
    class: 'state over time',
    defect: 'leaves the last resource out when the last page is full',
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
    defect: 'gives all resources of a type where one of them is asked for by its id',
    caughtBy: 'PR-11',
    commit: beside('resource-types', (query) => query.delete('id')),
  },
  {
    name: 'no-id-of-a-type',
    class: 'cross-field meaning',
    defect: 'finds nothing where an id comes with its type',
    caughtBy: 'PR-11',
    commit: (honest) => (asked) =>
      asked.query.has('id') && asked.query.has('resource-types')
        ? honest(withQuery(asked, (query) => query.set('id', 'nobody')))
        : honest(asked),
  },
  {
    name: 'id-as-it-was-written',
    class: 'negatives',
    defect: 'compares ids with the characters of the address, undecoded',
    caughtBy: 'PR-11',
    commit: mistaking((asked) => {
      const [, written] = /(?:^|&)id=([^&]*)/.exec(asked.search) ?? [];
      return written === undefined ? asked : withQuery(asked, (query) => query.set('id', written));
    }),
  },
  {
    name: 'refusals-add-up',
    class: 'state over time',
    defect: 'tells of the errors of all former requests with those of this one',
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
    defect: 'takes a limit below five where other fields come with the request',
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
    defect: 'gives the first values where neither offset nor limit is named',
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
    defect: 'needs no offset where a filter comes with the request',
    caughtBy: 'UP-03',
    commit: beside('filter', (query) => {
      if (!query.has('offset')) query.set('offset', '0');
    }),
  },
  {
    name: 'no-limit-beside-fields',
    class: 'negatives',
    defect: 'needs no limit where other fields come with the request',
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
    defect: 'breaks when two parameters are wrong',
    caughtBy: 'UP-03',
    commit: refusing((reply, asked) =>
      isList(asked) && Number(Object(bodyOf(reply)['errors']).length) > 1 ? crash : reply,
    ),
  },
  {
    name: 'last-values-where-the-list-ends',
    class: 'state over time',
    defect: 'gives the last values once more to whoever asks for those behind them',
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
    defect: 'gives all there is when more than twenty are asked for',
    caughtBy: 'UP-06',
    commit: beside('limit', (query) => {
      if (Number(query.get('limit')) > 20) query.set('limit', '1000');
    }),
  },
  {
    name: 'empty-fields-refused',
    class: 'negatives',
    defect: 'refuses a selection that comes with an empty object of fields',
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
    defect: 'keeps its verdicts by the fields that come with a selection, whatever is selected',
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
    defect: 'takes one selected object for a list of it',
    caughtBy: 'X-12',
    commit: readingSelection((selected) => (isBody(selected) ? [selected] : selected)),
  },
  {
    name: 'ids-for-objects',
    class: 'negatives',
    defect: 'takes a text for an object of that id',
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
    defect: 'takes a body without any member for a selection of nothing',
    caughtBy: 'X-12',
    commit: readingSelection((selected, body) => (Object.keys(body).length === 0 ? [] : selected)),
  },
  {
    name: 'lists-among-fields-crash',
    class: 'negatives',
    defect: 'breaks when the value of another field is a list',
    caughtBy: 'UP-09',
    commit: (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.values(asked.input).some(Array.isArray)
        ? crash
        : honest(asked),
  },
  {
    name: 'stale-values-add-up',
    class: 'state over time',
    defect: 'tells of all values that it ever refused with those of this selection',
    caughtBy: 'UP-22',
    commit: addingUp(({ status }, asked) => status === 400 && selectedIn(asked).length > 0),
  },
  {
    name: 'full-last-page-lacks-one',
    class: 'state over time',
    defect: 'leaves the last value out when the last page is full',
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
