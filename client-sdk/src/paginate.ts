import type { CallPagesEntry } from '@tessera/contracts/call-table';
import { readBody } from './answer.ts';
import { type AnyArguments, breach, type Session } from './call.ts';
import { valueAt, withValueAt } from './json-pointer.ts';
import { send } from './send.ts';

/**
 * A paginated list. `await` it for the first page, or iterate over it for all items. Further pages are fetched on
 * demand and released afterwards, so memory does not grow with the length of the list.
 */
export interface Pager<Item, Body> extends Promise<Page<Item, Body>>, AsyncIterable<Item> {
  /** The pages instead of the items. */
  pages(): AsyncIterable<Page<Item, Body>>;
}

/** One page of a list. */
export interface Page<Item, Body> {
  /** Items in the order of the server. */
  readonly items: readonly Item[];
  /** Total number of items, if the response contains it. */
  readonly total: number | undefined;
  /** The complete response body. */
  readonly body: Body;
  /** Fetches the next page; absent on the last page. */
  readonly next: (() => Promise<Page<Item, Body>>) | undefined;
}

/** Makes the pager of one call, and fetches its first page. */
export function createPager(
  session: Session,
  id: string,
  entry: CallPagesEntry,
  args: AnyArguments,
): Pager<unknown, unknown> {
  const first = fetchPage(session, id, entry, args);
  // Who iterates may begin late: until then a failure must not end the process.
  first.catch(() => {});

  async function* pages() {
    let page: Page<unknown, unknown> | undefined = await first;
    while (page) {
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
  id: string,
  entry: CallPagesEntry,
  args: AnyArguments,
  previous?: unknown,
): Promise<Page<unknown, unknown>> {
  const answer = await send(session, id, args);
  const body = await readBody(answer);
  const pointer = entry.items;
  const items = valueAt(body, pointer);
  if (!Array.isArray(items)) throw breach(answer, 'must be a list', pointer, typeof items);
  const count = valueAt(body, entry.total ?? '');
  const total = typeof count === 'number' ? count : undefined;
  const next = nextArguments(entry, args, body, items.length, total);
  // The ends of a page stand for it: keeping all of it would double the memory.
  const mark = JSON.stringify(
    entry.cursor ? valueAt(next, entry.cursor) : [items.length, items[0], items.at(-1)],
  );
  if (mark && mark === previous) throw breach(answer, 'must not repeat', pointer);
  return { items, total, body, next: next && (() => fetchPage(session, id, entry, next, mark)) };
}

/** The arguments that ask for the next page; where nothing says how long one is, only an empty page is the last. */
function nextArguments(
  { cursor, nextCursor, offset, pageSize, start = 0 }: CallPagesEntry,
  args: AnyArguments,
  body: unknown,
  length: number,
  total = Infinity,
): AnyArguments | undefined {
  const place = cursor ?? offset ?? '';
  const current = valueAt(args, place) ?? start;
  const next = nextCursor ? valueAt(body, nextCursor) || undefined : Number(current) + length;
  const isLast =
    next === undefined ||
    (length === 0 && next === current) ||
    Number(next) >= total ||
    length < Number(pageSize && valueAt(body, pageSize));
  return isLast ? undefined : withValueAt(args, place, next);
}
