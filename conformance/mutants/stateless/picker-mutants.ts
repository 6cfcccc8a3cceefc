import { mutants } from '../mutant.ts';
import { bodyOf, errorList, isBody, type Reply } from '../reply.ts';
import {
  addingUp,
  answering,
  crash,
  crashing,
  mistaking,
  refusing,
  replying,
  rewriting,
  withQuery,
} from './defects.ts';
import { fitting, honestPicker, ITEMS, LIST, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
import type { Asked, Wrap } from './server.ts';

/** More values than one page of a usual limit. */
const MANY = Array.from({ length: 120 }, (_, index) => ({ id: `id-${index}`, value: `Number ${index}` }));

const ok: Reply = { status: 200, body: 'OK' };

const isList = ({ path }: Asked): boolean => path === LIST;
const isSelection = ({ path }: Asked): boolean => path === VALIDATE;
const hasPattern = ({ query }: Asked): boolean => /[([*]/.test(query.get('filter') ?? '');
const inputOf = ({ input }: Asked): Record<string, unknown> => (isBody(input) ? input : {});
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const idOf = (one: unknown): unknown => (isBody(one) ? one['id'] : undefined);
const isListed = (id: unknown): boolean => ITEMS.some((item) => item.id === id);
const hasUnknown = (asked: Asked): boolean =>
  selectedIn(asked).some((one) => String(idOf(one)).startsWith('unknown-'));
const lacksId = (asked: Asked): boolean =>
  selectedIn(asked).some((one) => isBody(one) && one['id'] === undefined);
const isMoved = (asked: Asked): boolean =>
  selectedIn(asked)
    .map((one) => ITEMS.findIndex(({ id }) => id === idOf(one)))
    .some((place, index, all) => index > 0 && place < (all[index - 1] ?? 0));

/** Changes the items of a page. */
const listing = (change: (items: readonly object[], asked: Asked) => unknown): Wrap =>
  answering((reply, asked) =>
    isList(asked) && Array.isArray(reply.body) ? { ...reply, body: change(reply.body, asked) } : reply,
  );

/** Changes the query of a request for a list. */
const asking = (where: (asked: Asked) => boolean, change: (query: URLSearchParams) => void): Wrap =>
  mistaking((asked) => (isList(asked) && where(asked) ? withQuery(asked, change) : asked));

/** Returns the given response to a request that it should reject. */
const taking = (where: (asked: Asked) => boolean, other: Reply): Wrap =>
  replying(other, (asked, { status }) => status === 400 && isSelection(asked) && where(asked));

/** Validates a selection with its own rule. */
const selecting = (staleOf: (ids: readonly unknown[]) => readonly unknown[]): Wrap =>
  rewriting((reply, asked) => {
    const ids = selectedIn(asked).map(idOf);
    if (!isSelection(asked) || ids.length === 0 || !ids.every((id) => typeof id === 'string')) return reply;
    const stale = staleOf(ids);
    return stale.length === 0
      ? ok
      : refuseSelection(stale.map((id) => `${String(id)} is no longer available`));
  });

/** Mutants of the picker. */
export const pickerMutants = mutants<Wrap>({
  'UP-01': {
    'wraps the list in an object': listing((items) => ({ items, total: ITEMS.length })),
    'does not have the list': replying({ status: 404, body: { detail: 'Not Found' } }, isList),
    'requires a limit of six': replying(
      errorList(400, ['limit is at least 6']),
      ({ query }) => query.get('limit') === '5',
    ),
  },
  'UP-02': {
    'lists a value with an empty id': listing((items) =>
      items.map((item, index) => (index === 2 ? { ...item, id: '' } : item)),
    ),
  },
  'UP-03': {
    'returns the first values without an offset and a limit': asking(
      ({ query }) => !query.has('offset') && !query.has('limit'),
      (query) => {
        query.set('offset', '0');
        query.set('limit', '10');
      },
    ),
    'does not require an offset with a filter': asking(
      ({ query }) => query.has('filter') && !query.has('offset'),
      (query) => query.set('offset', '0'),
    ),
    'crashes when two parameters are invalid': crashing(
      (asked, reply) => isList(asked) && Object(bodyOf(reply)['errors']).length > 1,
    ),
  },
  'UP-04': {
    'does not require a limit when the request has other fields': asking(
      (asked) => !isEmpty(inputOf(asked)) && !asked.query.has('limit'),
      (query) => query.set('limit', '10'),
    ),
  },
  'UP-05': {
    'accepts a limit below five when the request has other fields': asking(
      (asked) => !isEmpty(inputOf(asked)) && /^[1-4]$/.test(asked.query.get('limit') ?? ''),
      (query) => query.set('limit', '5'),
    ),
  },
  'UP-06': {
    'returns all values when more than twenty are requested': asking(
      ({ query }) => Number(query.get('limit')) > 20,
      (query) => query.set('limit', '1000'),
    ),
  },
  'UP-07': {
    'crashes on a filter with wildcard characters': crashing(hasPattern),
    'rejects a filter with a bracket': replying(errorList(400, ['filter is not text']), ({ query }) =>
      (query.get('filter') ?? '').includes('['),
    ),
  },
  'UP-08': {
    'changes the ids of values in filtered lists': listing((items, { query }) =>
      query.get('filter')
        ? items.map((item, index) => ({ ...item, id: `term-${Number(query.get('offset')) + index}` }))
        : items,
    ),
  },
  'UP-09': {
    'rejects a list request whose body has a field': replying(
      errorList(400, ['there is an unknown field']),
      (asked) => isList(asked) && !isEmpty(inputOf(asked)),
    ),
    'ignores the filter when there is a body': asking(
      ({ text }) => text !== '',
      (query) => query.delete('filter'),
    ),
  },
  'UP-10': {
    'lists a value once for every field that contains the filter': listing((items, { query }) => {
      if (!query.get('filter')) return items;
      const offset = Number(query.get('offset'));
      const doubled = fitting(ITEMS, query).flatMap((item) => [item, item]);
      return doubled.slice(offset, offset + Number(query.get('limit')));
    }),
    'cuts pages after a hundred values': () => listing((items) => items.slice(0, 100))(honestPicker(MANY)),
    'gives two values the same id': () =>
      honestPicker(ITEMS.map((item, index) => (index === 7 ? { ...item, id: 'term-2' } : item))),
  },
  'UP-12': {
    'crashes on a limit that is not a number': crashing(({ query }) => query.get('limit') === 'many'),
  },
  'UP-13': {
    'crashes on an empty selection': crashing((asked) => isEmpty(inputOf(asked)['selectedObjects'])),
    'rejects a selection with an empty queryParameters': replying(
      refuseSelection(['queryParameters is empty']),
      (asked) => isSelection(asked) && isEmpty(inputOf(asked)['queryParameters']),
    ),
    'does not recognize a value by its id only': replying(
      refuseSelection(['value is required']),
      (asked) =>
        isSelection(asked) &&
        selectedIn(asked).some((one) => Object.keys(Object(one)).join() === 'id') &&
        !hasUnknown(asked),
    ),
    'crashes on the fields of the wizard': crashing(
      (asked) => isSelection(asked) && asked.text.includes('"any"'),
    ),
    'rejects values in another order than the listed one': replying(
      refuseSelection(['the order has changed']),
      (asked, { status }) => status === 200 && isSelection(asked) && isMoved(asked),
    ),
  },
  'UP-14': {
    'accepts values of the first page only': (honest) => (asked) =>
      isSelection(asked) ? honestPicker(ITEMS.slice(0, 5))(asked) : honest(asked),
  },
  'UP-15': {
    'accepts null as an id': taking((asked) => selectedIn(asked).some((one) => idOf(one) === null), ok),
    'accepts a selected object without an id': taking(lacksId, ok),
    'crashes on a selected object without an id': taking(lacksId, crash),
  },
  'UP-16': {
    'looks ids up by a pattern': selecting((ids) =>
      ids.filter((id) => !isListed(id) && !String(id).includes('%')),
    ),
    'accepts values that it never listed': taking(hasUnknown, ok),
    'accepts an id that starts like a known one': taking(
      (asked) => selectedIn(asked).every((one) => String(idOf(one)).startsWith('term-')),
      ok,
    ),
    'returns errors about values as plain strings': taking(() => true, {
      status: 400,
      body: { errors: ['no longer there'] },
    }),
  },
  'UP-20': {
    'ignores the filter of a request with fields': asking(
      ({ input }) => !isEmpty(input) && isBody(input),
      (query) => query.delete('filter'),
    ),
    'treats the filter as a regular expression': asking(
      ({ query }) => (query.get('filter') ?? '').includes('|'),
      (query) => query.delete('filter'),
    ),
    'ignores the filter': asking(
      () => true,
      (query) => query.delete('filter'),
    ),
  },
  'UP-21': {
    'reports every value when one can no longer be selected': selecting((ids) =>
      ids.every(isListed) ? [] : ids,
    ),
    'reports only the first of several unknown values': refusing((reply, asked) =>
      hasUnknown(asked) ? { ...reply, body: { errors: [Object(bodyOf(reply)['errors'])[0]] } } : reply,
    ),
  },
  'UP-22': {
    'reports all values that it ever rejected': addingUp(
      ({ status }, asked) => status === 400 && selectedIn(asked).length > 0,
    ),
    'drops the first value after some time': droppingTheFirst,
  },
  'UP-24': {
    'rejects a limit above one hundred': replying(
      errorList(400, ['limit is at most 100']),
      ({ query }) => Number(query.get('limit')) > 100,
    ),
  },
  'X-01': {
    'returns 418 for a body of another media type': rewriting((reply) =>
      reply.status === 415 ? { ...reply, status: 418 } : reply,
    ),
  },
  'X-02': {
    'wraps the response to a valid selection in an object': replying(
      { status: 200, body: { ok: true } },
      (asked, { status }) => status === 200 && isSelection(asked),
    ),
  },
  'X-07': {
    'crashes on a filter with wildcard characters, without an error string': replying(
      { status: 500, body: { code: 17 } },
      hasPattern,
    ),
  },
  'X-08': {
    'crashes on a filter with wildcard characters, without a userMessage': replying(
      { status: 500, body: { errors: ['boom'] } },
      hasPattern,
    ),
  },
  'X-11': {
    'returns a list for fields that it cannot read': mistaking((asked) =>
      asked.input === undefined && asked.mediaType === 'application/json'
        ? { ...asked, text: '', mediaType: '' }
        : asked,
    ),
  },
  'X-12': {
    'crashes on null instead of an optional body': crashing(
      (asked) => isList(asked) && asked.text === 'null',
    ),
    'accepts a string instead of an object with that id': mistaking((asked) => ({
      ...asked,
      input: isSelection(asked) && isBody(asked.input) ? withObjects(asked.input) : asked.input,
    })),
  },
  'X-24': {
    'crashes on an offset of more than 32 bits': crashing(
      ({ query }) => Number(query.get('offset')) >= 2 ** 31,
    ),
  },
});

function droppingTheFirst(honest: (asked: Asked) => Reply | Promise<Reply>): typeof honest {
  let count = 0;
  return (asked) => {
    count += 1;
    return count > 45 ? honestPicker(ITEMS.slice(1))(asked) : honest(asked);
  };
}

/** Reads each selected string as the id of an object. */
function withObjects(input: Record<string, unknown>): unknown {
  const { selectedObjects } = input;
  if (!Array.isArray(selectedObjects)) return input;
  const read = selectedObjects.map((one: unknown) => (typeof one === 'string' ? { id: one } : one));
  return { ...input, selectedObjects: read };
}
