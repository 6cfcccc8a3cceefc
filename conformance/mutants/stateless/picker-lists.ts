import { answering, mistaking, type StatelessMutant, withQuery } from './defects.ts';
import { fitting, honestPicker, ITEMS, LIST, pageOf } from './picker.ts';
import { type Asked, errorList, pause } from './server.ts';

const isList = ({ path }: Asked): boolean => path === LIST;
const number = (asked: Asked, name: string): number => Number(asked.query.get(name));
/** Replaces the items of a page. */
const listing = (items: (asked: Asked, honest: readonly unknown[]) => unknown): StatelessMutant['commit'] =>
  answering((reply, asked) =>
    isList(asked) ? { ...reply, body: items(asked, Array.isArray(reply.body) ? reply.body : []) } : reply,
  );

/** Mutants that return wrong lists. */
export const listMutants: readonly StatelessMutant[] = [
  {
    name: 'offset-counts-pages',
    class: 'sequence',
    defect: 'treats the offset as a page number',
    caughtBy: 'UP-10',
    commit: listing((asked) =>
      fitting(ITEMS, asked.query).slice(
        number(asked, 'offset') * number(asked, 'limit'),
        (number(asked, 'offset') + 1) * number(asked, 'limit'),
      ),
    ),
  },
  {
    name: 'offset-ignored',
    class: 'sequence',
    defect: 'always starts with the first value',
    caughtBy: 'UP-10',
    commit: mistaking((asked) =>
      isList(asked) && number(asked, 'offset') < 20
        ? withQuery(asked, (query) => query.set('offset', query.get('offset') === null ? '' : '0'))
        : asked,
    ),
  },
  {
    name: 'pages-overlap',
    class: 'sequence',
    defect: 'starts each page with the last value of the previous one',
    caughtBy: 'UP-10',
    commit: listing((asked, honest) =>
      number(asked, 'offset') === 0 || honest.length === 0
        ? honest
        : pageOf(
            ITEMS,
            withQuery(asked, (query) => query.set('offset', String(number(asked, 'offset') - 1))).query,
          ),
    ),
  },
  {
    name: 'wraps-around',
    class: 'sequence',
    defect: 'starts again past the end',
    caughtBy: 'UP-11',
    commit: listing((asked, honest) => (number(asked, 'offset') > ITEMS.length ? ITEMS.slice(0, 5) : honest)),
  },
  {
    name: 'past-the-end-is-404',
    class: 'sequence',
    defect: 'returns 404 for a page past the end',
    caughtBy: 'UP-11',
    commit: answering((reply, asked) =>
      isList(asked) && number(asked, 'offset') > ITEMS.length
        ? { status: 404, body: { errors: ['no such page'] } }
        : reply,
    ),
  },
  {
    name: 'filters-the-page',
    class: 'cross-field meaning',
    defect: 'filters within a page',
    caughtBy: 'UP-10',
    commit: listing((asked) =>
      fitting(pageOf(ITEMS, withQuery(asked, (query) => query.delete('filter')).query), asked.query),
    ),
  },
  {
    name: 'filter-ignored',
    class: 'cross-field meaning',
    defect: 'ignores the filter',
    caughtBy: 'UP-20',
    commit: mistaking((asked) => withQuery(asked, (query) => query.delete('filter'))),
  },
  {
    name: 'filter-makes-values',
    class: 'cross-field meaning',
    defect: 'offers the typed text as a value',
    caughtBy: 'UP-08',
    commit: listing((asked, honest) => {
      const text = asked.query.get('filter');
      const isFound =
        text !== null && fitting(ITEMS, asked.query).length > 0 && number(asked, 'offset') === 0;
      return isFound
        ? [...honest.slice(0, number(asked, 'limit') - 1), { id: `new-${text}`, value: text }]
        : honest;
    }),
  },
  {
    name: 'filter-is-an-expression',
    class: 'cross-field meaning',
    defect: 'treats the filter as a regular expression',
    caughtBy: 'UP-20',
    commit: (honest) => (asked) => {
      const filter = asked.query.get('filter') ?? '';
      return filter.includes('|')
        ? honest(withQuery(asked, (query) => query.delete('filter')))
        : honest(asked);
    },
  },
  {
    name: 'fills-the-last-page',
    class: 'sequence',
    defect: 'moves the last page so that it is full',
    caughtBy: 'UP-10',
    commit: listing((asked, honest) =>
      number(asked, 'offset') < ITEMS.length && !asked.query.has('filter') && honest.length > 0
        ? ITEMS.slice(Math.min(number(asked, 'offset'), ITEMS.length - number(asked, 'limit'))).slice(
            0,
            number(asked, 'limit'),
          )
        : honest,
    ),
  },
  {
    name: 'limit-ignored',
    class: 'cross-field meaning',
    defect: 'lists all values after the offset',
    caughtBy: 'UP-06',
    commit: listing((asked) => fitting(ITEMS, asked.query).slice(number(asked, 'offset'))),
  },
  {
    name: 'limit-and-one',
    class: 'cross-field meaning',
    defect: 'lists one value more, to indicate further pages',
    caughtBy: 'UP-06',
    commit: listing((asked) => {
      const end = number(asked, 'offset') + number(asked, 'limit') + 1;
      return fitting(ITEMS, asked.query).slice(number(asked, 'offset'), end);
    }),
  },
  {
    name: 'listed-twice',
    class: 'identity and isolation',
    defect: 'gives two values the same id',
    caughtBy: 'UP-10',
    commit: () => honestPicker(ITEMS.map((item, index) => (index === 7 ? { ...item, id: 'term-2' } : item))),
  },
  {
    name: 'shuffles',
    class: 'state over time',
    defect: 'lists the values in another order each time',
    caughtBy: 'UP-22',
    commit: () => {
      let turn = 0;
      return (asked) => {
        if (isList(asked)) turn += 1;
        return honestPicker([...ITEMS.slice(turn % 5), ...ITEMS.slice(0, turn % 5)])(asked);
      };
    },
  },
  {
    name: 'remembers-the-filter',
    class: 'state over time',
    defect: 'uses the last filter when there is none',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let kept: string | undefined;
      return (asked) => {
        if (!isList(asked)) return honest(asked);
        kept = asked.query.get('filter') ?? kept;
        return honest(withQuery(asked, (query) => kept !== undefined && query.set('filter', kept)));
      };
    },
  },
  {
    name: 'forgets-values',
    class: 'state over time',
    defect: 'drops the first value after some time',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let count = 0;
      return (asked) => {
        count += 1;
        return count > 45 ? honestPicker(ITEMS.slice(1))(asked) : honest(asked);
      };
    },
  },
  {
    name: 'shares-a-page',
    class: 'identity and isolation',
    defect: 'returns the page of one concurrent request for both',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let current: string | undefined;
      return async (asked) => {
        const offset = asked.query.get('offset');
        if (!isList(asked) || offset === null || asked.query.has('filter')) return honest(asked);
        const shared = current ?? offset;
        current = shared;
        await pause(40);
        current = undefined;
        return honest(withQuery(asked, (query) => query.set('offset', shared)));
      };
    },
  },
  {
    name: 'breaks-for-good',
    class: 'state over time',
    defect: 'returns only errors after malformed JSON',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let isBroken = false;
      return async (asked) => {
        const reply = await honest(asked);
        if (isBroken && reply.status === 200) return errorList(500, ['the connection is closed']);
        const isMalformed = asked.mediaType === 'application/json' && asked.input === undefined;
        isBroken ||= isMalformed && asked.text !== '';
        return reply;
      };
    },
  },
];
