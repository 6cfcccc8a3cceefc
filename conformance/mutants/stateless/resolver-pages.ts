import { mistaking, refusing, rewriting, type StatelessMutant, withQuery } from './defects.ts';
import { fittingIn, honestResolver, pageOf, RESOURCES } from './resolver.ts';
import {
  contentOf,
  everything,
  isResolve,
  numberIn,
  pageIn,
  withContent,
  withPage,
} from './resolver-defects.ts';
import { type Asked, bodyOf, pause } from './server.ts';

/** Mutants with pagination defects. */
export const pageMutants: readonly StatelessMutant[] = [
  {
    name: 'offset-counts-pages',
    class: 'sequence',
    defect: 'treats the offset as a page number',
    caughtBy: 'PR-12',
    commit: rewriting((reply, asked) => {
      if (reply.status !== 200) return reply;
      const offset = numberIn(asked, 'offset', 0) * numberIn(asked, 'limit', 5);
      const { body } = pageOf(
        fittingIn(RESOURCES, asked.query),
        withQuery(asked, (query) => query.set('offset', String(offset))),
      );
      return { ...reply, body: { ...bodyOf({ ...reply, body }), page: pageIn(reply) } };
    }),
  },
  {
    name: 'pages-overlap',
    class: 'sequence',
    defect: 'starts each page with the last resource of the previous one',
    caughtBy: 'PR-12',
    commit: withContent((content, asked) => {
      const offset = numberIn(asked, 'offset', 0);
      const before = `id: resource-${offset - 1}\n`;
      return offset > 1 && offset < 60 ? [before, ...content.slice(0, -1)] : content;
    }),
  },
  {
    name: 'listed-twice',
    class: 'identity and isolation',
    defect: 'lists a resource twice',
    caughtBy: 'PR-12',
    commit: () =>
      honestResolver(
        RESOURCES.map((one) =>
          one.id === 'resource-20' ? { ...one, id: 'resource-17', type: 'topic' } : one,
        ),
      ),
  },
  {
    name: 'shuffles',
    class: 'state over time',
    defect: 'lists the resources in another order each time',
    caughtBy: 'PR-16',
    commit: () => {
      let turn = 0;
      return (asked) => {
        turn += 1;
        return honestResolver([...RESOURCES.slice(turn % 7), ...RESOURCES.slice(0, turn % 7)])(asked);
      };
    },
  },
  {
    name: 'forgets-resources',
    class: 'state over time',
    defect: 'drops the first resource after some time',
    caughtBy: 'PR-16',
    commit: (honest) => {
      let count = 0;
      return (asked) => {
        count += 1;
        return count > 24 ? honestResolver(RESOURCES.slice(1))(asked) : honest(asked);
      };
    },
  },
  {
    name: 'remembers-the-offset',
    class: 'state over time',
    defect: 'continues after the last page when there is no offset',
    caughtBy: 'PR-16',
    commit: (honest) => {
      let kept = 0;
      return (asked) => {
        if (!isResolve(asked) || asked.query.has('id')) return honest(asked);
        const offset = asked.query.get('offset');
        if (offset === null) return honest(withQuery(asked, (query) => query.set('offset', String(kept))));
        if (/^\d{1,2}$/.test(offset)) kept = Number(offset) + numberIn(asked, 'limit', 5);
        return honest(asked);
      };
    },
  },
  {
    name: 'shares-a-page',
    class: 'identity and isolation',
    defect: 'returns the page of one concurrent request for both',
    caughtBy: 'PR-16',
    commit: (honest) => {
      let current: Asked | undefined;
      return async (asked) => {
        if (!isResolve(asked) || (await honest(asked)).status !== 200) return honest(asked);
        const shared = current ?? asked;
        current = shared;
        await pause(40);
        current = undefined;
        return honest(shared);
      };
    },
  },
  {
    name: 'default-of-ten',
    class: 'cross-field meaning',
    defect: 'uses ten as the default limit',
    caughtBy: 'PR-03',
    commit: mistaking((asked) =>
      isResolve(asked) && !asked.query.has('limit')
        ? withQuery(asked, (query) => query.set('limit', '10'))
        : asked,
    ),
  },
  {
    name: 'the-rest-by-default',
    class: 'cross-field meaning',
    defect: 'lists all resources after an offset when there is no limit',
    caughtBy: 'PR-03',
    commit: mistaking((asked) =>
      asked.query.has('offset') && !asked.query.has('limit')
        ? withQuery(asked, (query) => query.set('limit', '50'))
        : asked,
    ),
  },
  {
    name: 'begins-at-one',
    class: 'cross-field meaning',
    defect: 'skips the first resource when there is no offset',
    caughtBy: 'PR-04',
    commit: mistaking((asked) =>
      isResolve(asked) && !asked.query.has('offset')
        ? withQuery(asked, (query) => query.set('offset', '1'))
        : asked,
    ),
  },
  {
    name: 'more-than-fifty',
    class: 'cross-field meaning',
    defect: 'honors a limit of fifty-one',
    caughtBy: 'PR-05',
    commit: refusing((reply, asked) => (asked.query.get('limit') === '51' ? everything(asked) : reply)),
  },
  {
    name: 'limit-and-one',
    class: 'cross-field meaning',
    defect: 'lists one resource more, to indicate further pages',
    caughtBy: 'PR-06',
    commit: withContent((content, asked) =>
      content.length > 0 && !asked.query.has('id') && !asked.query.has('resource-types')
        ? [...content, `id: more-${asked.query}\n`]
        : content,
    ),
  },
  {
    name: 'limit-of-each-type',
    class: 'cross-field meaning',
    defect: 'applies the limit to each type separately',
    caughtBy: 'PR-06',
    commit: (honest) => async (asked) => {
      const types = (asked.query.get('resource-types') ?? '').split(',');
      if (!isResolve(asked) || types.length < 2) return honest(asked);
      const pages = types.map((type) =>
        honest(withQuery(asked, (query) => query.set('resource-types', type))),
      );
      const [first, ...more] = (await Promise.all(pages)).filter(({ status }) => status === 200);
      if (first === undefined) return honest(asked);
      return { ...first, body: { ...bodyOf(first), content: [first, ...more].flatMap(contentOf) } };
    },
  },
  {
    name: 'id-whatever-the-type',
    class: 'cross-field meaning',
    defect: 'ignores all other parameters when there is an id',
    caughtBy: 'PR-10',
    commit: mistaking((asked) =>
      isResolve(asked) && asked.query.has('id')
        ? withQuery(asked, (query) => query.delete('resource-types'))
        : asked,
    ),
  },
  {
    name: 'page-without-echo',
    class: 'cross-field meaning',
    defect: 'reports offset 0 for every page',
    caughtBy: 'PR-07',
    commit: withPage((page) => ({ ...page, offset: 0 })),
  },
  {
    name: 'count-is-the-limit',
    class: 'cross-field meaning',
    defect: 'returns the page size as the count',
    caughtBy: 'PR-19',
    commit: withPage((page, asked) => ({ ...page, count: numberIn(asked, 'limit', 5) })),
  },
];
