import { mistaking, refusing, rewriting, type StatelessMutant, withQuery, wrapped } from './defects.ts';
import { fittingIn, honestResolver, pageOf, RESOURCES } from './resolver.ts';
import { contentOf, everything, isResolve, numberIn, pageIn, withPage } from './resolver-defects.ts';
import { type Asked, bodyOf, pause } from './server.ts';

/** Mutants with pagination defects. */
export const pageMutants: readonly StatelessMutant[] = [
  wrapped(
    'PR-12',
    'treats the offset as a page number',
    rewriting((reply, asked) => {
      if (reply.status !== 200) return reply;
      const offset = numberIn(asked, 'offset', 0) * numberIn(asked, 'limit', 5);
      const { body } = pageOf(
        fittingIn(RESOURCES, asked.query),
        withQuery(asked, (query) => query.set('offset', String(offset))),
      );
      return { ...reply, body: { ...bodyOf({ ...reply, body }), page: pageIn(reply) } };
    }),
  ),
  wrapped('PR-12', 'lists a resource twice', () =>
    honestResolver(
      RESOURCES.map((one) => (one.id === 'resource-20' ? { ...one, id: 'resource-17', type: 'topic' } : one)),
    ),
  ),
  wrapped('PR-16', 'lists the resources in another order each time', () => {
    let turn = 0;
    return (asked) => {
      turn += 1;
      return honestResolver([...RESOURCES.slice(turn % 7), ...RESOURCES.slice(0, turn % 7)])(asked);
    };
  }),
  wrapped('PR-16', 'drops the first resource after some time', (honest) => {
    let count = 0;
    return (asked) => {
      count += 1;
      return count > 24 ? honestResolver(RESOURCES.slice(1))(asked) : honest(asked);
    };
  }),
  wrapped('PR-16', 'continues after the last page when there is no offset', (honest) => {
    let kept = 0;
    return (asked) => {
      if (!isResolve(asked) || asked.query.has('id')) return honest(asked);
      const offset = asked.query.get('offset');
      if (offset === null) return honest(withQuery(asked, (query) => query.set('offset', String(kept))));
      if (/^\d{1,2}$/.test(offset)) kept = Number(offset) + numberIn(asked, 'limit', 5);
      return honest(asked);
    };
  }),
  wrapped('PR-16', 'returns the page of one concurrent request for both', (honest) => {
    let current: Asked | undefined;
    return async (asked) => {
      if (!isResolve(asked) || (await honest(asked)).status !== 200) return honest(asked);
      const shared = current ?? asked;
      current = shared;
      await pause(40);
      current = undefined;
      return honest(shared);
    };
  }),
  wrapped(
    'PR-03',
    'lists all resources after an offset when there is no limit',
    mistaking((asked) =>
      asked.query.has('offset') && !asked.query.has('limit')
        ? withQuery(asked, (query) => query.set('limit', '50'))
        : asked,
    ),
  ),
  wrapped(
    'PR-04',
    'skips the first resource when there is no offset',
    mistaking((asked) =>
      isResolve(asked) && !asked.query.has('offset')
        ? withQuery(asked, (query) => query.set('offset', '1'))
        : asked,
    ),
  ),
  wrapped(
    'PR-05',
    'honors a limit of fifty-one',
    refusing((reply, asked) => (asked.query.get('limit') === '51' ? everything(asked) : reply)),
  ),
  wrapped('PR-06', 'applies the limit to each type separately', (honest) => async (asked) => {
    const types = (asked.query.get('resource-types') ?? '').split(',');
    if (!isResolve(asked) || types.length < 2) return honest(asked);
    const pages = types.map((type) => honest(withQuery(asked, (query) => query.set('resource-types', type))));
    const [first, ...more] = (await Promise.all(pages)).filter(({ status }) => status === 200);
    if (first === undefined) return honest(asked);
    return { ...first, body: { ...bodyOf(first), content: [first, ...more].flatMap(contentOf) } };
  }),
  wrapped(
    'PR-10',
    'ignores all other parameters when there is an id',
    mistaking((asked) =>
      isResolve(asked) && asked.query.has('id')
        ? withQuery(asked, (query) => query.delete('resource-types'))
        : asked,
    ),
  ),
  wrapped(
    'PR-07',
    'reports offset 0 for every page',
    withPage((page) => ({ ...page, offset: 0 })),
  ),
  wrapped(
    'PR-19',
    'returns the page size as the count',
    withPage((page, asked) => ({ ...page, count: numberIn(asked, 'limit', 5) })),
  ),
];
