import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  withQuery,
} from './crimes.ts';
import { fitting, honestPicker, ITEMS, LIST, pageOf } from './picker.ts';
import { type Asked, errorList, isBody, pause, type Reply } from './server.ts';

const isList = ({ path }: Asked): boolean => path === LIST;
const number = (asked: Asked, name: string): number => Number(asked.query.get(name));
/** Answers a page of its own. */
const listing = (items: (asked: Asked, honest: readonly unknown[]) => unknown): StatelessMutant['commit'] =>
  answering((reply, asked) =>
    isList(asked) ? { ...reply, body: items(asked, Array.isArray(reply.body) ? reply.body : []) } : reply,
  );
/** Changes each value of a page. */
const changing = (change: (item: object, index: number) => object): StatelessMutant['commit'] =>
  listing((_asked, honest) => honest.map((item, index) => (isBody(item) ? change(item, index) : item)));
/** Answers so where the filter has characters that patterns are made of. */
const onPattern =
  (reply: Reply): StatelessMutant['commit'] =>
  (honest) =>
  (asked) =>
    /[([*]/.test(asked.query.get('filter') ?? '') ? reply : honest(asked);

/** Wrong in what they list. */
export const listMutants: readonly StatelessMutant[] = [
  {
    name: 'offset-counts-pages',
    class: 'sequence',
    crime: 'takes the offset for a number of a page',
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
    crime: 'always begins with the first value',
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
    crime: 'begins each page with the last value of the page before',
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
    crime: 'begins again past the end',
    caughtBy: 'UP-11',
    commit: listing((asked, honest) => (number(asked, 'offset') > ITEMS.length ? ITEMS.slice(0, 5) : honest)),
  },
  {
    name: 'past-the-end-is-404',
    class: 'sequence',
    crime: 'answers a page past the end with 404',
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
    crime: 'filters the values of a page, not the values',
    caughtBy: 'UP-10',
    commit: listing((asked) =>
      fitting(pageOf(ITEMS, withQuery(asked, (query) => query.delete('filter')).query), asked.query),
    ),
  },
  {
    name: 'filter-ignored',
    class: 'cross-field meaning',
    crime: 'lists everything whatever the filter is',
    caughtBy: 'UP-20',
    commit: mistaking((asked) => withQuery(asked, (query) => query.delete('filter'))),
  },
  {
    name: 'filter-makes-values',
    class: 'cross-field meaning',
    crime: 'offers what was typed as a value of its own',
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
    name: 'filter-is-a-pattern',
    class: 'negatives',
    crime: 'breaks on a filter with characters of patterns',
    caughtBy: 'UP-07',
    commit: onPattern(crash),
  },
  {
    name: 'breaks-without-a-word',
    class: 'shape',
    crime: 'breaks on a filter with characters of patterns, and does not say so',
    caughtBy: 'X-07',
    commit: onPattern({ status: 500, body: { code: 17 } }),
  },
  {
    name: 'breaks-with-few-words',
    class: 'shape',
    crime: 'breaks on a filter with characters of patterns, and has no word for the user',
    caughtBy: 'X-08',
    commit: onPattern({ status: 500, body: { errors: ['boom'] } }),
  },
  {
    name: 'limit-ignored',
    class: 'cross-field meaning',
    crime: 'lists all that is left from the offset on',
    caughtBy: 'UP-06',
    commit: listing((asked) => fitting(ITEMS, asked.query).slice(number(asked, 'offset'))),
  },
  {
    name: 'limit-and-one',
    class: 'cross-field meaning',
    crime: 'lists one value more, to show that there are more',
    caughtBy: 'UP-06',
    commit: listing((asked) => {
      const end = number(asked, 'offset') + number(asked, 'limit') + 1;
      return fitting(ITEMS, asked.query).slice(number(asked, 'offset'), end);
    }),
  },
  {
    name: 'listed-twice',
    class: 'identity and isolation',
    crime: 'gives two values the same id',
    caughtBy: 'UP-10',
    commit: () => honestPicker(ITEMS.map((item, index) => (index === 7 ? { ...item, id: 'term-2' } : item))),
  },
  {
    name: 'shuffles',
    class: 'state over time',
    crime: 'lists the values in another order each time',
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
    crime: 'uses the last filter where there is none',
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
    crime: 'drops the first value after a while',
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
    crime: 'answers two who ask at once with the page of one',
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
    name: 'values-without-ids',
    class: 'shape',
    crime: 'lists values without ids',
    caughtBy: 'UP-02',
    commit: changing((item, index) => (index === 1 ? { ...item, id: undefined } : item)),
  },
  {
    name: 'empty-ids',
    class: 'shape',
    crime: 'lists a value with an empty id',
    caughtBy: 'UP-02',
    commit: changing((item, index) => (index === 2 ? { ...item, id: '' } : item)),
  },
  {
    name: 'ids-are-numbers',
    class: 'shape',
    crime: 'gives ids as numbers',
    caughtBy: 'X-02',
    commit: changing((item, index) => ({ ...item, id: index })),
  },
  {
    name: 'page-in-an-envelope',
    class: 'shape',
    crime: 'puts the list into an object',
    caughtBy: 'UP-01',
    commit: listing((_asked, honest) => ({ items: honest, total: ITEMS.length })),
  },
  {
    name: 'no-list-at-all',
    class: 'shape',
    crime: 'does not have the list',
    caughtBy: 'UP-01',
    commit: rewriting((reply, asked) =>
      isList(asked) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    ),
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    crime: 'refuses a page without a word for the user',
    caughtBy: 'X-06',
    commit: refusing((reply, asked) => (isList(asked) ? { ...reply, body: { errors: ['no'] } } : reply)),
  },
  ...(
    [
      ['offset', 'UP-03'],
      ['limit', 'UP-04'],
    ] as const
  ).map(
    ([name, caughtBy]): StatelessMutant => ({
      name: `${name}-has-a-default`,
      class: 'negatives',
      crime: `takes a request without ${name}`,
      caughtBy,
      commit: mistaking((asked) =>
        isList(asked) && !asked.query.has(name) ? withQuery(asked, (query) => query.set(name, '5')) : asked,
      ),
    }),
  ),
  {
    name: 'four-is-enough',
    class: 'negatives',
    crime: 'takes a limit of four',
    caughtBy: 'UP-05',
    commit: refusing((reply, { query }) =>
      query.get('limit') === '4' ? { status: 200, body: ITEMS.slice(0, 4) } : reply,
    ),
  },
  {
    name: 'five-is-too-few',
    class: 'negatives',
    crime: 'needs a limit of six',
    caughtBy: 'UP-01',
    commit: (honest) => (asked) =>
      asked.query.get('limit') === '5' ? errorList(400, ['limit is at least 6']) : honest(asked),
  },
  {
    name: 'negative-offset',
    class: 'negatives',
    crime: 'takes a negative offset for nought',
    caughtBy: 'UP-12',
    commit: mistaking((asked) =>
      number(asked, 'offset') < 0 ? withQuery(asked, (query) => query.set('offset', '0')) : asked,
    ),
  },
  {
    name: 'limit-breaks',
    class: 'negatives',
    crime: 'breaks on a limit that is no number',
    caughtBy: 'UP-12',
    commit: refusing((reply, { query }) => (query.get('limit') === 'many' ? crash : reply)),
  },
  {
    name: 'body-required',
    class: 'negatives',
    crime: 'lists nothing without a body',
    caughtBy: 'UP-01',
    commit: (honest) => (asked) =>
      isList(asked) && asked.text === '' ? errorList(400, ['a body is required']) : honest(asked),
  },
  {
    name: 'fields-refused',
    class: 'negatives',
    crime: 'refuses fields that it does not know',
    caughtBy: 'UP-09',
    commit: (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.keys(asked.input).length > 0
        ? errorList(400, ['there is an unknown field'])
        : honest(asked),
  },
  {
    name: 'slow-filter',
    class: 'promptness',
    crime: 'takes two seconds for every text that is typed',
    caughtBy: 'UP-23',
    commit: (honest) => async (asked) => {
      if (asked.query.has('filter')) await pause(2_000);
      return honest(asked);
    },
  },
  {
    name: 'breaks-for-good',
    class: 'state over time',
    crime: 'answers nothing but errors after malformed JSON',
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
