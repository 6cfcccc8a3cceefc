import {
  answering,
  crash,
  refusing,
  rewriting,
  type StatelessMutant,
  withQuery,
  wrapped,
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
  wrapped('UP-07', 'crashes on a filter with wildcard characters', onPattern(crash)),
  wrapped(
    'X-07',
    'crashes on a filter with wildcard characters, without an error string',
    onPattern({ status: 500, body: { code: 17 } }),
  ),
  wrapped(
    'X-08',
    'crashes on a filter with wildcard characters, without a userMessage',
    onPattern({ status: 500, body: { errors: ['boom'] } }),
  ),
  wrapped(
    'UP-24',
    'rejects a limit above one hundred',
    (honest) => (asked) =>
      number(asked, 'limit') > 100 ? errorList(400, ['limit is at most 100']) : honest(asked),
  ),
  wrapped(
    'UP-02',
    'lists a value with an empty id',
    changing((item, index) => (index === 2 ? { ...item, id: '' } : item)),
  ),
  wrapped(
    'UP-01',
    'wraps the list in an object',
    listing((_asked, honest) => ({ items: honest, total: ITEMS.length })),
  ),
  wrapped(
    'UP-01',
    'does not have the list',
    rewriting((reply, asked) => (isList(asked) ? { status: 404, body: { detail: 'Not Found' } } : reply)),
  ),
  wrapped(
    'UP-01',
    'requires a limit of six',
    (honest) => (asked) =>
      asked.query.get('limit') === '5' ? errorList(400, ['limit is at least 6']) : honest(asked),
  ),
  wrapped(
    'UP-12',
    'crashes on a limit that is not a number',
    refusing((reply, { query }) => (query.get('limit') === 'many' ? crash : reply)),
  ),
  wrapped(
    'UP-09',
    'returns the first page for every offset when there is a body',
    (honest) => (asked) =>
      honest(
        isList(asked) && asked.text !== '' && number(asked, 'offset') > 0
          ? withQuery(asked, (query) => query.set('offset', '0'))
          : asked,
      ),
  ),
  wrapped(
    'UP-01',
    'returns nothing without a body',
    (honest) => (asked) =>
      isList(asked) && asked.text === '' ? errorList(400, ['a body is required']) : honest(asked),
  ),
  wrapped(
    'UP-09',
    'rejects a list request whose body has a field',
    (honest) => (asked) =>
      isList(asked) && isBody(asked.input) && Object.keys(asked.input).length > 0
        ? errorList(400, ['there is an unknown field'])
        : honest(asked),
  ),
  wrapped('UP-23', 'takes two seconds for every filter', (honest) => async (asked) => {
    if (asked.query.has('filter')) await pause(2_000);
    return honest(asked);
  }),
];
