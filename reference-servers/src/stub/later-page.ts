import type { PaginationEntry } from '@tessera/contracts/vocabulary';
import { escapeName, replaceAt, valueAt } from '../harness/json-pointer.ts';
import { type ExampleAnswer, type ExampleSource, examplesOf } from './examples.ts';
import { writeParameter } from './prefer.ts';

/** The parts of a request that may hold the position of a page. */
export interface PagedRequest {
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * The end of a list with as many pages as the contract has examples: the example of a last page, or the chosen one
 * without its items. Repeating the same page would send a caller into an endless loop.
 */
export function endOfList(
  source: ExampleSource,
  chosen: ExampleAnswer,
  request: PagedRequest,
): ExampleAnswer {
  const { pagination } = source.entry;
  if (pagination === undefined || !isLaterPage(pagination, request)) return chosen;
  const examples = Object.entries(examplesOf(source, chosen.status));
  const last = examples.find(([, { value }]) => isLast(pagination, value));
  if (last !== undefined)
    return { ...chosen, body: last[1].value, source: `example; ${writeParameter('name', last[0])}` };
  const body = replaceAt(chosen.body, pagination.items, []);
  const { nextCursor } = pagination;
  const given = valueAt(body, nextCursor ?? '');
  // The cursor in the request says that this is the last page.
  const cursor = asked(pagination, request);
  const isCursor = nextCursor !== undefined && typeof given === typeof cursor;
  return { ...chosen, body: isCursor ? replaceAt(body, nextCursor, cursor) : body };
}

function isLaterPage(pagination: PaginationEntry, request: PagedRequest): boolean {
  const place = asked(pagination, request);
  return pagination.style === 'offset' ? Number(place) > 0 : place !== undefined && place !== null;
}

/** The start of the page in the request. */
function asked({ offset, cursor }: PaginationEntry, request: PagedRequest): unknown {
  const [part, name = ''] = (cursor ?? offset ?? '').split(/:(.*)/s);
  return part === 'query' ? valueAt(request.query, `/${escapeName(name)}`) : valueAt(request.body, name);
}

function isLast({ style, items, nextCursor }: PaginationEntry, page: unknown): boolean {
  if (style === 'cursor') return nextCursor !== undefined && (valueAt(page, nextCursor) ?? null) === null;
  const list = valueAt(page, items);
  return Array.isArray(list) && list.length === 0;
}
