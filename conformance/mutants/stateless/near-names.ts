import { mistaking, rewriting, type StatelessMutant, withQuery, wrapped } from './defects.ts';
import { fitting, ITEMS, LIST, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
import { fittingIn, honestResolver, pageOf, RESOLVE, RESOURCES } from './resolver.ts';
import { type Asked, isBody } from './server.ts';

/*
 * Mutants that fail on similar names, on the order of values, or on encoding and case.
 */

/** The value of a parameter before decoding. */
const asSpelled = (asked: Asked, name: string): string | undefined =>
  new RegExp(`(?:^|&)${name}=([^&]*)`).exec(asked.search)?.[1];

/** Reads a parameter without decoding it. */
const spelling = (name: string): StatelessMutant['commit'] =>
  mistaking((asked) =>
    withQuery(asked, (query) => {
      const text = asSpelled(asked, name);
      if (text !== undefined) query.set(name, text);
    }),
  );

/** Changes the value of a parameter. */
const reading = (name: string, change: (text: string) => string): StatelessMutant['commit'] =>
  mistaking((asked) =>
    withQuery(asked, (query) => {
      const text = query.get(name);
      if (text !== null) query.set(name, change(text));
    }),
  );

const TYPES = ['storage-bucket', 'topic'];
const ENVIRONMENTS = ['development', 'production'];

const idOf = (one: unknown): string => String(isBody(one) ? one['id'] : '');
const isListed = (id: string): boolean => ITEMS.some((item) => item.id === id);

/** Validates a selection with its own rule. */
const selecting = (staleOf: (ids: readonly string[]) => readonly string[]): StatelessMutant['commit'] =>
  rewriting((reply, asked) => {
    const selected = selectedIn(asked);
    const isRead = selected.every((one) => isBody(one) && typeof one['id'] === 'string');
    if (asked.path !== VALIDATE || selected.length === 0 || !isRead) return reply;
    const stale = staleOf(selected.map(idOf));
    return stale.length === 0
      ? { status: 200, body: 'OK' }
      : refuseSelection(stale.map((id) => `${id} can no longer be chosen`));
  });

/** Mutants of the picker. */
export const nearPickers: readonly StatelessMutant[] = [
  wrapped('UP-22', 'does not decode percent signs of a filter', spelling('filter')),
  wrapped(
    'UP-10',
    'lists a value once for every field that contains the filter',
    rewriting((reply, asked) => {
      const offset = Number(asked.query.get('offset'));
      if (asked.path !== LIST || reply.status !== 200 || !asked.query.get('filter')) return reply;
      const doubled = fitting(ITEMS, asked.query).flatMap((item) => [item, item]);
      return { ...reply, body: doubled.slice(offset, offset + Number(asked.query.get('limit'))) };
    }),
  ),
  wrapped(
    'UP-16',
    'reports only the last unknown value',
    selecting((ids) => ids.slice(ids.findLastIndex(isListed) + 1)),
  ),
  wrapped(
    'UP-16',
    'looks ids up by a pattern',
    selecting((ids) => ids.filter((id) => !isListed(id) && !id.includes('%'))),
  ),
  wrapped(
    'UP-21',
    'reports every value when one can no longer be selected',
    selecting((ids) => (ids.every(isListed) ? [] : ids)),
  ),
  wrapped(
    'UP-15',
    'accepts null as an id',
    (honest) => (asked) =>
      selectedIn(asked).some((one) => isBody(one) && one['id'] === null)
        ? { status: 200, body: 'OK' }
        : honest(asked),
  ),
];

/** A resolver that moves a resource to the front after a request for its id. */
const recentFirst: StatelessMutant['commit'] = () => {
  let resources = RESOURCES;
  return (asked) => {
    const reply = honestResolver(resources)(asked);
    const id = asked.query.get('id');
    const isRecent = (one: { readonly id: string }): boolean => one.id === id;
    if (id !== null)
      resources = [...resources.filter(isRecent), ...resources.filter((one) => !isRecent(one))];
    return reply;
  };
};

/** A resolver that returns resources of `development` from the second request for any environment. */
const learning: StatelessMutant['commit'] = (honest) => {
  const asked = new Set<string>();
  return (request) => {
    const environment = request.query.get('environment') ?? '';
    const isOld = asked.has(environment);
    asked.add(environment);
    return honest(
      isOld && environment !== ''
        ? withQuery(request, (query) => query.set('environment', 'development'))
        : request,
    );
  };
};

/** Mutants of the resolver. */
export const nearResolvers: readonly StatelessMutant[] = [
  wrapped('PR-16', 'does not decode percent signs of an environment', spelling('environment')),
  wrapped(
    'PR-10',
    'finds a type by a part of its name',
    reading('resource-types', (text) =>
      text
        .split(',')
        .map((part) => TYPES.find((type) => type.includes(part)) ?? part)
        .join(','),
    ),
  ),
  wrapped(
    'PR-10',
    'looks types up by a pattern',
    reading('resource-types', (text) => (text.includes('%') ? TYPES.join(',') : text)),
  ),
  wrapped(
    'PR-10',
    'finds a resource whose id is a prefix of the requested one',
    reading('id', (text) => /^resource-\d+/.exec(text)?.[0] ?? text),
  ),
  wrapped(
    'PR-18',
    'looks environments up by a pattern',
    reading('environment', (text) => (text === '%' ? 'development' : text)),
  ),
  wrapped(
    'PR-18',
    'finds an environment by a part of its name',
    reading('environment', (text) => ENVIRONMENTS.find((one) => one.includes(text)) ?? text),
  ),
  wrapped('PR-18', 'knows an environment only from the second request on', learning),
  wrapped(
    'PR-18',
    'ignores the environment when there is a type',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('resource-types') && query.has('environment')) query.set('environment', 'development');
      }),
    ),
  ),
  wrapped(
    'PR-08',
    'lists resources once for every repetition of their type',
    rewriting((reply, asked) => {
      const types = (asked.query.get('resource-types') ?? '').split(',').filter((name) => name !== '');
      if (asked.path !== RESOLVE || reply.status !== 200 || types.length < 2) return reply;
      const each = types.flatMap((type) =>
        fittingIn(RESOURCES, withQuery(asked, (query) => query.set('resource-types', type)).query),
      );
      return pageOf(each, asked);
    }),
  ),
  wrapped(
    'PR-04',
    'starts in the middle when there is a limit without an offset',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('limit') && !query.has('offset')) query.set('offset', '1');
      }),
    ),
  ),
  wrapped('PR-16', 'moves a resource to the front of the list when it is requested by its id', recentFirst),
];
