import { answering, mistaking, type StatelessMutant, withQuery, wrapped } from './defects.ts';
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
  wrapped(
    'UP-10',
    'treats the offset as a page number',
    listing((asked) =>
      fitting(ITEMS, asked.query).slice(
        number(asked, 'offset') * number(asked, 'limit'),
        (number(asked, 'offset') + 1) * number(asked, 'limit'),
      ),
    ),
  ),
  wrapped(
    'UP-11',
    'starts again past the end',
    listing((asked, honest) => (number(asked, 'offset') > ITEMS.length ? ITEMS.slice(0, 5) : honest)),
  ),
  wrapped(
    'UP-11',
    'returns 404 for a page past the end',
    answering((reply, asked) =>
      isList(asked) && number(asked, 'offset') > ITEMS.length
        ? { status: 404, body: { errors: ['no such page'] } }
        : reply,
    ),
  ),
  wrapped(
    'UP-10',
    'filters within a page',
    listing((asked) =>
      fitting(pageOf(ITEMS, withQuery(asked, (query) => query.delete('filter')).query), asked.query),
    ),
  ),
  wrapped(
    'UP-20',
    'ignores the filter',
    mistaking((asked) => withQuery(asked, (query) => query.delete('filter'))),
  ),
  wrapped(
    'UP-08',
    'offers the typed text as a value',
    listing((asked, honest) => {
      const text = asked.query.get('filter');
      const isFound =
        text !== null && fitting(ITEMS, asked.query).length > 0 && number(asked, 'offset') === 0;
      return isFound
        ? [...honest.slice(0, number(asked, 'limit') - 1), { id: `new-${text}`, value: text }]
        : honest;
    }),
  ),
  wrapped('UP-20', 'treats the filter as a regular expression', (honest) => (asked) => {
    const filter = asked.query.get('filter') ?? '';
    return filter.includes('|') ? honest(withQuery(asked, (query) => query.delete('filter'))) : honest(asked);
  }),
  wrapped(
    'UP-10',
    'moves the last page so that it is full',
    listing((asked, honest) =>
      number(asked, 'offset') < ITEMS.length && !asked.query.has('filter') && honest.length > 0
        ? ITEMS.slice(Math.min(number(asked, 'offset'), ITEMS.length - number(asked, 'limit'))).slice(
            0,
            number(asked, 'limit'),
          )
        : honest,
    ),
  ),
  wrapped(
    'UP-06',
    'lists all values after the offset',
    listing((asked) => fitting(ITEMS, asked.query).slice(number(asked, 'offset'))),
  ),
  wrapped('UP-10', 'gives two values the same id', () =>
    honestPicker(ITEMS.map((item, index) => (index === 7 ? { ...item, id: 'term-2' } : item))),
  ),
  wrapped('UP-22', 'lists the values in another order each time', () => {
    let turn = 0;
    return (asked) => {
      if (isList(asked)) turn += 1;
      return honestPicker([...ITEMS.slice(turn % 5), ...ITEMS.slice(0, turn % 5)])(asked);
    };
  }),
  wrapped('UP-22', 'applies the last filter to a request without a filter', (honest) => {
    let kept: string | undefined;
    return (asked) => {
      if (!isList(asked)) return honest(asked);
      kept = asked.query.get('filter') ?? kept;
      return honest(withQuery(asked, (query) => kept !== undefined && query.set('filter', kept)));
    };
  }),
  wrapped('UP-22', 'drops the first value after some time', (honest) => {
    let count = 0;
    return (asked) => {
      count += 1;
      return count > 45 ? honestPicker(ITEMS.slice(1))(asked) : honest(asked);
    };
  }),
  wrapped('UP-22', 'returns the page of one concurrent request for both', (honest) => {
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
  }),
  wrapped('UP-22', 'returns only errors after malformed JSON', (honest) => {
    let isBroken = false;
    return async (asked) => {
      const reply = await honest(asked);
      if (isBroken && reply.status === 200) return errorList(500, ['the connection is closed']);
      const isMalformed = asked.mediaType === 'application/json' && asked.input === undefined;
      isBroken ||= isMalformed && asked.text !== '';
      return reply;
    };
  }),
];
