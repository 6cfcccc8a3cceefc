import {
  answering,
  crash,
  mistaking,
  refusing,
  rewriting,
  type StatelessMutant,
  withQuery,
} from './defects.ts';
import { ITEMS, LIST } from './picker.ts';
import { type Asked, errorList, isBody, pause, type Reply } from './server.ts';

const isList = ({ path }: Asked): boolean => path === LIST;
const number = (asked: Asked, name: string): number => Number(asked.query.get(name));
/** Replaces the items of a page. */
const listing = (items: (asked: Asked, honest: readonly unknown[]) => unknown): StatelessMutant['commit'] =>
  answering((reply, asked) =>
    isList(asked) ? { ...reply, body: items(asked, Array.isArray(reply.body) ? reply.body : []) } : reply,
  );
/** Changes each item of a page. */
const changing = (change: (item: object, index: number) => object): StatelessMutant['commit'] =>
  listing((_asked, honest) => honest.map((item, index) => (isBody(item) ? change(item, index) : item)));
/** Returns the given response if the filter contains regular expression characters. */
const onPattern =
  (reply: Reply): StatelessMutant['commit'] =>
  (honest) =>
  (asked) =>
    /[([*]/.test(asked.query.get('filter') ?? '') ? reply : honest(asked);

/** Mutants with a wrong list format, wrong rejections, or slow responses. */
export const listShapeMutants: readonly StatelessMutant[] = [
  {
    name: 'filter-is-a-pattern',
    class: 'negatives',
    defect: 'crashes on a filter with wildcard characters',
    caughtBy: 'UP-07',
    commit: onPattern(crash),
  },
  {
    name: 'breaks-without-a-word',
    class: 'shape',
    defect: 'crashes on a filter with wildcard characters, without an error string',
    caughtBy: 'X-07',
    commit: onPattern({ status: 500, body: { code: 17 } }),
  },
  {
    name: 'breaks-with-few-words',
    class: 'shape',
    defect: 'crashes on a filter with wildcard characters, without a userMessage',
    caughtBy: 'X-08',
    commit: onPattern({ status: 500, body: { errors: ['boom'] } }),
  },
  {
    name: 'greatest-limit-of-its-own',
    class: 'negatives',
    defect: 'rejects a limit above one hundred',
    caughtBy: 'UP-24',
    commit: (honest) => (asked) =>
      number(asked, 'limit') > 100 ? errorList(400, ['limit is at most 100']) : honest(asked),
  },
  {
    name: 'values-without-ids',
    class: 'shape',
    defect: 'lists values without ids',
    caughtBy: 'UP-02',
    commit: changing((item, index) => (index === 1 ? { ...item, id: undefined } : item)),
  },
  {
    name: 'empty-ids',
    class: 'shape',
    defect: 'lists a value with an empty id',
    caughtBy: 'UP-02',
    commit: changing((item, index) => (index === 2 ? { ...item, id: '' } : item)),
  },
  {
    name: 'ids-are-numbers',
    class: 'shape',
    defect: 'returns ids as numbers',
    caughtBy: 'UP-02',
    commit: changing((item, index) => ({ ...item, id: index })),
  },
  {
    name: 'page-in-an-envelope',
    class: 'shape',
    defect: 'wraps the list in an object',
    caughtBy: 'UP-01',
    commit: listing((_asked, honest) => ({ items: honest, total: ITEMS.length })),
  },
  {
    name: 'no-list-at-all',
    class: 'shape',
    defect: 'does not have the list',
    caughtBy: 'UP-01',
    commit: rewriting((reply, asked) =>
      isList(asked) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    ),
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    defect: 'rejects a page without a userMessage',
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
      defect: `accepts a request without ${name}`,
      caughtBy,
      commit: mistaking((asked) =>
        isList(asked) && !asked.query.has(name) ? withQuery(asked, (query) => query.set(name, '5')) : asked,
      ),
    }),
  ),
  {
    name: 'four-is-enough',
    class: 'negatives',
    defect: 'accepts a limit of four',
    caughtBy: 'UP-05',
    commit: refusing((reply, { query }) =>
      query.get('limit') === '4' ? { status: 200, body: ITEMS.slice(0, 4) } : reply,
    ),
  },
  {
    name: 'five-is-too-few',
    class: 'negatives',
    defect: 'requires a limit of six',
    caughtBy: 'UP-01',
    commit: (honest) => (asked) =>
      asked.query.get('limit') === '5' ? errorList(400, ['limit is at least 6']) : honest(asked),
  },
  {
    name: 'limit-breaks',
    class: 'negatives',
    defect: 'crashes on a limit that is not a number',
    caughtBy: 'UP-12',
    commit: refusing((reply, { query }) => (query.get('limit') === 'many' ? crash : reply)),
  },
  {
    name: 'begins-anew-with-a-body',
    class: 'cross-field meaning',
    defect: 'returns the first page for every offset when there is a body',
    caughtBy: 'UP-09',
    commit: (honest) => (asked) =>
      honest(
        isList(asked) && asked.text !== '' && number(asked, 'offset') > 0
          ? withQuery(asked, (query) => query.set('offset', '0'))
          : asked,
      ),
  },
  {
    name: 'body-required',
    class: 'negatives',
    defect: 'returns nothing without a body',
    caughtBy: 'UP-01',
    commit: (honest) => (asked) =>
      isList(asked) && asked.text === '' ? errorList(400, ['a body is required']) : honest(asked),
  },
  {
    name: 'fields-refused',
    class: 'negatives',
    defect: 'rejects unknown fields',
    caughtBy: 'UP-09',
    commit: (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.keys(asked.input).length > 0
        ? errorList(400, ['there is an unknown field'])
        : honest(asked),
  },
  {
    name: 'slow-filter',
    class: 'promptness',
    defect: 'takes two seconds for every filter',
    caughtBy: 'UP-23',
    commit: (honest) => async (asked) => {
      if (asked.query.has('filter')) await pause(2_000);
      return honest(asked);
    },
  },
];
