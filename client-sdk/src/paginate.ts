import type { OperationEntry, PaginationEntry } from '@tessera/contracts/vocabulary';
import { readBody } from './answer.ts';
import { type AnyArguments, breach, type Session } from './call.ts';
import { valueAt, withValueAt } from './json-pointer.ts';
import { type Answer, send } from './send.ts';

/**
 * A list in pages. `await` it for the first page, or iterate over it for all items: further pages are fetched as they
 * are reached and let go when they are left, so that the length of the list costs no memory.
 */
export interface Pager<Item, Body> extends Promise<Page<Item, Body>>, AsyncIterable<Item> {
  /** The pages instead of the items. */
  pages(): AsyncIterable<Page<Item, Body>>;
}

/** One page of a list. */
export interface Page<Item, Body> {
  readonly items: readonly Item[];
  /** Number of items on all pages, where the answer tells it. */
  readonly total: number | undefined;
  /** The whole answer. */
  readonly body: Body;
  /** Fetches the page after this one; absent on the last page. */
  readonly next: (() => Promise<Page<Item, Body>>) | undefined;
}

/** Makes the pager of one call, and fetches its first page. */
export function createPager(
  session: Session,
  operation: OperationEntry,
  pagination: PaginationEntry,
  args: AnyArguments,
): Pager<unknown, unknown> {
  const first = fetchPage(session, operation, pagination, args, undefined);

  async function* pages() {
    let page: Page<unknown, unknown> | undefined = await first;
    while (page !== undefined) {
      yield page;
      page = await page.next?.();
    }
  }

  async function* items() {
    for await (const page of pages()) yield* page.items;
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

async function fetchPage(
  session: Session,
  operation: OperationEntry,
  pagination: PaginationEntry,
  args: AnyArguments,
  previous: string | undefined,
): Promise<Page<unknown, unknown>> {
  const answer = await send(session, operation, args);
  const body = readBody(answer);
  const items = valueAt(body, pagination.items);
  if (!Array.isArray(items)) {
    throw breach(answer.call, answer.status, 'must be a list', {
      pointer: pagination.items,
      seen: typeof items,
    });
  }
  // The ends of a page stand for it: keeping all of it would double the memory.
  const mark = JSON.stringify([items.length, items[0], items.at(-1)]);
  if (pagination.style === 'offset' && items.length > 0 && mark === previous)
    throw repeats(answer, pagination);
  const total = pagination.total === undefined ? undefined : valueAt(body, pagination.total);
  const count = typeof total === 'number' ? total : undefined;
  const next = nextArguments(answer, pagination, args, body, items.length, count);
  return {
    items,
    total: count,
    body,
    next: next && (() => fetchPage(session, operation, pagination, next, mark)),
  };
}

function nextArguments(
  answer: Answer,
  pagination: PaginationEntry,
  args: AnyArguments,
  body: unknown,
  length: number,
  total: number | undefined,
): AnyArguments | undefined {
  const { cursor, nextCursor, offset, style } = pagination;
  if (style === 'cursor' && cursor !== undefined && nextCursor !== undefined) {
    const next = valueAt(body, nextCursor);
    if (next === undefined || next === null || next === '') return undefined;
    if (next === argumentAt(args, cursor)) {
      if (length === 0) return undefined;
      throw repeats(answer, pagination);
    }
    return withArgumentAt(args, cursor, next);
  }
  if (offset === undefined || length === 0) return undefined;
  const start = Number(argumentAt(args, offset) ?? defaultOf(answer.call.operation, offset) ?? 0) + length;
  // A short page is not the end: a server may hold less on a page than it was asked for.
  return total !== undefined && start >= total ? undefined : withArgumentAt(args, offset, start);
}

function repeats({ call, status }: Answer, { items }: PaginationEntry) {
  return breach(call, status, 'must be another page than the one before', { pointer: items });
}

/** `query:NAME` or `body:POINTER`. */
function argumentAt(args: AnyArguments, place: string): unknown {
  return place.startsWith('body:') ? valueAt(args.body, place.slice(5)) : args.query?.[nameIn(place)];
}

function withArgumentAt(args: AnyArguments, place: string, value: unknown): AnyArguments {
  if (place.startsWith('body:')) return { ...args, body: withValueAt(args.body, place.slice(5), value) };
  return { ...args, query: { ...args.query, [nameIn(place)]: value } };
}

function nameIn(place: string): string {
  return place.slice(place.indexOf(':') + 1);
}

function defaultOf(operation: OperationEntry, place: string): unknown {
  return operation.parameters.find(({ in: part, name }) => part === 'query' && name === nameIn(place))
    ?.default;
}
