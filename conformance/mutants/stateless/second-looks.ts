import { answering, mistaking, rewriting, type StatelessMutant, withQuery, wrapped } from './defects.ts';
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
  wrapped(
    'PR-08',
    'uses only the first known type',
    taking((known) => known[0]),
  ),
  wrapped(
    'PR-08',
    'uses only the last known type',
    taking((known) => known.at(-1)),
  ),
  wrapped(
    'PR-08',
    'lists only resources of all requested types',
    rewriting((reply, { query }) =>
      new Set(knownTypes(query)).size > 1 ? errorList(404, ['no resources found']) : reply,
    ),
  ),
  wrapped(
    'PR-10',
    'finds an id with a known type that the resource does not have',
    mistaking((asked) =>
      asked.query.has('id') && knownTypes(asked.query).length > 0
        ? withQuery(asked, (query) => query.delete('resource-types'))
        : asked,
    ),
  ),
  wrapped('PR-11', 'finds the ids of the first ten resources only', findingAmong(10)),
  wrapped('PR-11', 'finds the ids of the first fifty resources only', findingAmong(50)),
  wrapped(
    'PR-19',
    'counts all resources of the environment, whatever types are requested',
    withPage((page, asked) => ({
      ...page,
      ...(knownTypes(asked.query).length > 0 && !asked.query.has('id')
        ? { count: fittingIn(RESOURCES, onlyEnvironment(asked)).length }
        : {}),
    })),
  ),
  wrapped('PR-12', 'starts pages behind the fiftieth resource one too early', (honest) => async (asked) => {
    const offset = numberIn(asked, 'offset', 0);
    if (offset < 50 || offset > 60) return honest(asked);
    const reply = await honest(withQuery(asked, (query) => query.set('offset', String(offset - 1))));
    const body = Object(reply.body);
    return { ...reply, body: { ...body, page: { ...body.page, offset } } };
  }),
  wrapped(
    'PR-12',
    'starts the last page so early that it is full',
    fillingLastPages((query) => !query.has('resource-types')),
  ),
  wrapped(
    'PR-12',
    'starts the last page so early that it is full, when types are requested',
    fillingLastPages((query) => query.has('resource-types')),
  ),
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
  wrapped(
    'UP-08',
    'changes the ids of values in filtered lists',
    answering((reply, { path, query }) => {
      if (path !== LIST || !query.get('filter') || !Array.isArray(reply.body)) return reply;
      const offset = Number(query.get('offset'));
      return { ...reply, body: reply.body.map((item, index) => ({ ...item, id: `term-${offset + index}` })) };
    }),
  ),
  wrapped(
    'UP-09',
    'ignores the filter when there is a body',
    mistaking((asked) =>
      asked.path === LIST && asked.text !== '' ? withQuery(asked, (query) => query.delete('filter')) : asked,
    ),
  ),
  wrapped(
    'UP-09',
    'lists nothing when the body has no field',
    answering((reply, { path, text }) =>
      path === LIST && text.trim() === '{}' ? { ...reply, body: [] } : reply,
    ),
  ),
  wrapped(
    'UP-16',
    'recognizes a value by its label instead of its id',
    accepting(({ id, value }) =>
      ITEMS.some((item) => item.id === id || (value !== undefined && item['value'] === value)),
    ),
  ),
  wrapped(
    'UP-16',
    'accepts the start of an id as the id',
    accepting(({ id }) => ITEMS.some((item) => item.id.startsWith(String(id)))),
  ),
  wrapped(
    'UP-21',
    'reports every unknown value with the id of the first',
    rewriting((reply, { path }) => {
      const errors = bodyOf(reply)['errors'];
      if (path !== VALIDATE || reply.status !== 400 || !Array.isArray(errors)) return reply;
      return { ...reply, body: { ...bodyOf(reply), errors: errors.map(() => errors[0]) } };
    }),
  ),
  wrapped('UP-16', 'checks only the first and the last of the selected values', (honest) => (asked) => {
    const selected = selectedIn(asked);
    if (asked.path !== VALIDATE || selected.length < 3) return honest(asked);
    const ends = [selected[0], selected.at(-1)];
    const areListed = ends.every((one) => isBody(one) && ITEMS.some(({ id }) => id === one['id']));
    return areListed ? ok : refuseSelection(['a value can no longer be chosen']);
  }),
];
