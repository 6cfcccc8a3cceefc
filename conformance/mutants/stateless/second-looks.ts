import { answering, mistaking, rewriting, type StatelessMutant, withQuery } from './defects.ts';
import { ITEMS, LIST, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
import { fittingIn, RESOURCES } from './resolver.ts';
import { numberIn, withPage } from './resolver-defects.ts';
import { type Asked, bodyOf, errorList, isBody, type Reply } from './server.ts';

/*
 * Mutants that a single request does not reveal: they need a second type, a late page, a body, or another id.
 */

const TYPES = ['storage-bucket', 'topic'];

/** The types in a query that exist. */
const knownTypes = (query: URLSearchParams): string[] =>
  (query.get('resource-types') ?? '').split(',').filter((name) => TYPES.includes(name));

/** Uses only one of several types. */
const taking = (choose: (known: readonly string[]) => string | undefined): StatelessMutant['commit'] =>
  mistaking((asked) => {
    const one = choose(knownTypes(asked.query));
    return one === undefined ? asked : withQuery(asked, (query) => query.set('resource-types', one));
  });

/** Finds an id only if it is among the first resources. */
const findingAmong = (first: number): StatelessMutant['commit'] =>
  rewriting((reply, { query }) => {
    const [, place] = /^resource-(\d+)$/.exec(query.get('id') ?? '') ?? [];
    return place !== undefined && Number(place) >= first ? errorList(404, ['no resources found']) : reply;
  });

const onlyEnvironment = ({ query }: Asked): URLSearchParams =>
  new URLSearchParams({ environment: query.get('environment') ?? '' });

/** Mutants of the resolver. */
export const secondLookResolvers: readonly StatelessMutant[] = [
  {
    name: 'first-of-the-known-types',
    class: 'cross-field meaning',
    defect: 'uses only the first known type',
    caughtBy: 'PR-08',
    commit: taking((known) => known[0]),
  },
  {
    name: 'last-of-the-known-types',
    class: 'cross-field meaning',
    defect: 'uses only the last known type',
    caughtBy: 'PR-08',
    commit: taking((known) => known.at(-1)),
  },
  {
    name: 'of-all-types-at-once',
    class: 'cross-field meaning',
    defect: 'lists only resources of all requested types',
    caughtBy: 'PR-08',
    commit: rewriting((reply, { query }) =>
      new Set(knownTypes(query)).size > 1 ? errorList(404, ['no resources found']) : reply,
    ),
  },
  {
    name: 'id-of-another-type',
    class: 'cross-field meaning',
    defect: 'finds an id with a known type that the resource does not have',
    caughtBy: 'PR-10',
    commit: mistaking((asked) =>
      asked.query.has('id') && knownTypes(asked.query).length > 0
        ? withQuery(asked, (query) => query.delete('resource-types'))
        : asked,
    ),
  },
  {
    name: 'ids-of-the-first-ten',
    class: 'linkage between operations',
    defect: 'finds the ids of the first ten resources only',
    caughtBy: 'PR-11',
    commit: findingAmong(10),
  },
  {
    name: 'ids-of-the-first-fifty',
    class: 'linkage between operations',
    defect: 'finds the ids of the first fifty resources only',
    caughtBy: 'PR-11',
    commit: findingAmong(50),
  },
  {
    name: 'counts-without-the-types',
    class: 'cross-field meaning',
    defect: 'counts all resources of the environment, whatever types are requested',
    caughtBy: 'PR-19',
    commit: withPage((page, asked) => ({
      ...page,
      ...(knownTypes(asked.query).length > 0 && !asked.query.has('id')
        ? { count: fittingIn(RESOURCES, onlyEnvironment(asked)).length }
        : {}),
    })),
  },
  {
    name: 'once-more-behind-fifty',
    class: 'state over time',
    defect: 'starts pages behind the fiftieth resource one too early',
    caughtBy: 'PR-12',
    commit: (honest) => async (asked) => {
      const offset = numberIn(asked, 'offset', 0);
      if (offset < 50 || offset > 60) return honest(asked);
      const reply = await honest(withQuery(asked, (query) => query.set('offset', String(offset - 1))));
      const body = Object(reply.body);
      return { ...reply, body: { ...body, page: { ...body.page, offset } } };
    },
  },
  {
    name: 'last-page-is-always-full',
    class: 'sequence',
    defect: 'starts the last page so early that it is full',
    caughtBy: 'PR-12',
    commit: fillingLastPages((query) => !query.has('resource-types')),
  },
  {
    name: 'last-page-of-a-type-is-always-full',
    class: 'sequence',
    defect: 'starts the last page so early that it is full, when types are requested',
    caughtBy: 'PR-12',
    commit: fillingLastPages((query) => query.has('resource-types')),
  },
];

function fillingLastPages(isFilled: (query: URLSearchParams) => boolean): StatelessMutant['commit'] {
  return (honest) => async (asked) => {
    const [offset, limit] = [numberIn(asked, 'offset', 0), numberIn(asked, 'limit', 5)];
    const { length } = fittingIn(RESOURCES, asked.query);
    const isLast = offset >= 1 && offset < length && offset + limit > length;
    if (!isLast || !isFilled(asked.query)) return honest(asked);
    const early = String(Math.max(0, length - limit));
    const reply = await honest(withQuery(asked, (query) => query.set('offset', early)));
    const body = Object(reply.body);
    return { ...reply, body: { ...body, page: { ...body.page, offset } } };
  };
}

/** The response if all selected values are valid. */
const ok: Reply = { status: 200, body: 'OK' };

/** Accepts a selection if every value matches the predicate. */
const accepting = (isTaken: (one: Record<string, unknown>) => boolean): StatelessMutant['commit'] =>
  rewriting((reply, asked) => {
    const selected = selectedIn(asked).filter(isBody);
    const isRead = selected.length > 0 && selected.every(({ id }) => typeof id === 'string');
    return asked.path === VALIDATE && isRead && selected.every(isTaken) ? ok : reply;
  });

/** Mutants of the picker. */
export const secondLookPickers: readonly StatelessMutant[] = [
  {
    name: 'ids-are-places',
    class: 'identity and isolation',
    defect: 'changes the ids of values in filtered lists',
    caughtBy: 'UP-08',
    commit: answering((reply, { path, query }) => {
      if (path !== LIST || !query.get('filter') || !Array.isArray(reply.body)) return reply;
      const offset = Number(query.get('offset'));
      return { ...reply, body: reply.body.map((item, index) => ({ ...item, id: `term-${offset + index}` })) };
    }),
  },
  {
    name: 'filters-without-a-body-only',
    class: 'cross-field meaning',
    defect: 'ignores the filter when there is a body',
    caughtBy: 'UP-09',
    commit: mistaking((asked) =>
      asked.path === LIST && asked.text !== '' ? withQuery(asked, (query) => query.delete('filter')) : asked,
    ),
  },
  {
    name: 'nothing-for-nothing',
    class: 'cross-field meaning',
    defect: 'lists nothing when the body has no field',
    caughtBy: 'UP-09',
    commit: answering((reply, { path, text }) =>
      path === LIST && text.trim() === '{}' ? { ...reply, body: [] } : reply,
    ),
  },
  {
    name: 'label-for-an-id',
    class: 'cross-field meaning',
    defect: 'recognizes a value by its label instead of its id',
    caughtBy: 'UP-16',
    commit: accepting(({ id, value }) =>
      ITEMS.some((item) => item.id === id || (value !== undefined && item['value'] === value)),
    ),
  },
  {
    name: 'begins-like-an-id',
    class: 'negatives',
    defect: 'accepts the start of an id as the id',
    caughtBy: 'UP-16',
    commit: accepting(({ id }) => ITEMS.some((item) => item.id.startsWith(String(id)))),
  },
  {
    name: 'tells-of-the-first-twice',
    class: 'cross-field meaning',
    defect: 'reports every unknown value with the id of the first',
    caughtBy: 'UP-21',
    commit: rewriting((reply, { path }) => {
      const errors = bodyOf(reply)['errors'];
      if (path !== VALIDATE || reply.status !== 400 || !Array.isArray(errors)) return reply;
      return { ...reply, body: { ...bodyOf(reply), errors: errors.map(() => errors[0]) } };
    }),
  },
  {
    name: 'between-two-good-ones',
    class: 'sequence',
    defect: 'checks only the first and the last of the selected values',
    caughtBy: 'UP-16',
    commit: (honest) => (asked) => {
      const selected = selectedIn(asked);
      if (asked.path !== VALIDATE || selected.length < 3) return honest(asked);
      const ends = [selected[0], selected.at(-1)];
      const areListed = ends.every((one) => isBody(one) && ITEMS.some(({ id }) => id === one['id']));
      return areListed ? ok : refuseSelection(['a value can no longer be chosen']);
    },
  },
];
