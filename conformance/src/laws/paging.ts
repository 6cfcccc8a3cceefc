import type { OperationEntry, PaginationEntry } from '@tessera/contracts/vocabulary';
import { NotApplicable, type Statement, type Trial } from '../suite/check.ts';
import type { Contract } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Session } from '../suite/session.ts';

/** How often a list is read before it counts as changing, because other clients may change it. */
const ATTEMPTS = 3;

/** An offset past the end of any list. */
const FAR = 1_000_000_000;

/** An operation with `x-dp-pagination`. */
export type PagedOperation = OperationEntry & { readonly pagination: PaginationEntry };

/** The requested part of a list. */
export interface Part {
  readonly offset?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A list that is read in pages: all that an operation lists, or what a filter leaves of it. */
export interface List {
  readonly operation: PagedOperation;
  ask(part: Part, label: string): Promise<Exchange>;
  /** What identifies an item: the rest of it may change at any time. */
  identify(item: unknown): unknown;
  /** What occurs only once in the list; absent when items may validly be equal. */
  readonly unique?: (item: unknown) => unknown;
  /** The smallest limit, the number of items of a usual page, and the greatest limit that a run asks for. */
  readonly sizes: { readonly least: number; readonly usual: number; readonly most: number };
}

/** A defect, and the answers that show it. */
export interface Fault {
  readonly statement: Statement;
  readonly where: readonly Exchange[];
}

/** The list as its largest page and the page behind that show it. */
interface Whole {
  readonly page: Exchange;
  readonly behind: Exchange;
  /** The identities of the items of both. */
  readonly names: readonly unknown[];
  /** Number of items of the largest page. */
  readonly length: number;
  /** The most items that a page has. */
  readonly cap: number;
  readonly isComplete: boolean;
}

/** Every page that a run received. */
export function pagesOf({ journal }: Session, operation: string): Exchange[] {
  return journal.filter((one) => one.operation === operation && statusOf(one) === 200 && !one.sent.elsewhere);
}

/** The parameters of a page request, read from the request as sent. */
export function queryOf({ sent }: Exchange): URLSearchParams {
  return new URLSearchParams(sent.path.split('?', 2)[1] ?? '');
}

/** @throws Error when the contract has no such operation. */
export function pagedOperation({ table }: Contract, id: string): PagedOperation {
  const operation = Object.values(table.operations)
    .filter(isPaged)
    .find((one) => one.id === id);
  if (operation === undefined) throw new Error(`${id} has no x-dp-pagination`);
  return operation;
}

/** Whether an operation returns its list in pages. */
export function isPaged(operation: OperationEntry): operation is PagedOperation {
  return operation.pagination !== undefined;
}

/** Asks for a part of a list. */
export function askPart(list: List, part: Part): Promise<Exchange> {
  const asked = Object.entries(part).map(([name, value]) => `${name} ${value}`);
  return list.ask(part, `a page with ${asked.length === 0 ? 'no offset and no limit' : asked.join(', ')}`);
}

/** The items of a page; empty when the answer is not a page. */
export function itemsIn({ operation }: Pick<List, 'operation'>, exchange: Exchange): readonly unknown[] {
  return succeeded(exchange) ? listOf(atPointer(bodyOf(exchange), operation.pagination.items)) : [];
}

/** The object next to the items that describes the page; absent if the page has no such object. */
export function aboutPage(body: unknown): JsonObject | undefined {
  return [at(body, 'page'), at(body, 'meta', 'pagination')].find(isObject);
}

function namesIn(list: List, exchange: Exchange): readonly unknown[] {
  return itemsIn(list, exchange).map(list.identify);
}

/** The default of offset or limit that the requirement specifies. */
export function defaultOf(
  { operation }: Pick<List, 'operation'>,
  member: 'offset' | 'limit',
): number | undefined {
  const entry = operation.parameters.find((one) => `${one.in}:${one.name}` === operation.pagination[member]);
  return typeof entry?.default === 'number' && entry.chosen?.includes('default') !== true
    ? entry.default
    : undefined;
}

/** Offset or limit of the requested page: as sent, else the default of the contract. */
export function askedFor(list: List, exchange: Exchange, member: 'offset' | 'limit'): number | undefined {
  const [where = '', name = ''] = (list.operation.pagination[member] ?? '').split(/:(.*)/, 2);
  const sent = where === 'body' ? atPointer(exchange.sent.value, name) : queryOf(exchange).get(name);
  return sent === null || sent === undefined ? defaultOf(list, member) : Number(sent);
}

/** @throws NotApplicable when there is no list to read. */
async function readWhole(list: List): Promise<Whole> {
  const { least, usual, most } = list.sizes;
  const page = await askPart(list, { offset: 0, limit: most });
  if (!succeeded(page)) throw new NotApplicable(`there is nothing to page: ${describeAnswer(page)}`);
  const first = namesIn(list, page);
  const { length } = first;
  if (length === 0) throw new NotApplicable('the list has no items');
  if (length > most) throw new NotApplicable('a page has more items than its limit');
  const limit = length === most ? most : Math.max(least, usual);
  const behind = await askPart(list, { offset: length, limit });
  // Items with equal identities may still be different items.
  const known = new Set(list.unique === undefined ? [] : first.map(canonical));
  const next = namesIn(list, behind).filter((name) => !known.has(canonical(name)));
  return {
    page,
    behind,
    names: [...first, ...next],
    length,
    cap: length < most && next.length > 0 ? length : Number.POSITIVE_INFINITY,
    isComplete: next.length === 0 || (length === most && next.length < limit),
  };
}

/**
 * Judges a list while it stays the same: a fault counts if the list is the same before and after.
 * @param change `order` if a fault also counts when only the order of the items changes
 */
async function whileSteady(
  trial: Trial,
  list: List,
  judge: (whole: Whole) => Promise<Fault | undefined>,
  change: 'order' | 'none' = 'none',
): Promise<void> {
  const printOf = ({ page, names }: Whole, order: 'kept' | 'sorted'): string => {
    const texts = names.map(canonical);
    const { total } = list.operation.pagination;
    return canonical([order === 'kept' ? texts : texts.sort(), total && atPointer(bodyOf(page), total)]);
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const whole = await readWhole(list);
    trial.saw(whole.page, whole.behind);
    const fault = await judge(whole);
    if (fault === undefined) return;
    const again = await readWhole(list);
    const order = attempt === ATTEMPTS && change === 'order' ? 'sorted' : 'kept';
    if (printOf(again, order) !== printOf(whole, order)) continue;
    return trial.violated(fault.statement, ...fault.where);
  }
  throw new NotApplicable('the list changes faster than it can be read');
}

/** Every page holds what the list has at its place, and nothing is listed twice. */
export function expectParts(trial: Trial, list: List): Promise<void> {
  return whileSteady(trial, list, (whole) => faultInParts(trial, list, whole), 'order');
}

async function faultInParts(trial: Trial, list: List, whole: Whole): Promise<Fault | undefined> {
  const { least, usual, most } = list.sizes;
  const { length } = whole;
  const half = Math.max(least, Math.min(usual, Math.ceil(length / 2)));
  const parts = [
    [0, half],
    [half, half],
    [2 * half, half],
    [0, 2 * half],
    // No multiple of another page: an implementation that rounds the offset to whole pages returns the first page.
    [1, least],
    [1, length - 2],
    [length - 1, length],
    [length - half, 2 * half],
  ] as const;
  const fitting = parts.filter(([offset, limit]) => offset >= 0 && limit >= least && limit <= most);
  const asked = fitting.map(([offset, limit]) => ({ offset, limit }));
  return listedTwice(list, whole) ?? unjoined(list, whole) ?? misplaced(trial, list, whole, asked);
}

function listedTwice(list: List, { page }: Whole): Fault | undefined {
  if (list.unique === undefined) return undefined;
  const texts = itemsIn(list, page).map((item) => canonical(list.unique?.(item)));
  const twice = texts.find((text, index) => texts.indexOf(text) !== index);
  if (twice === undefined) return undefined;
  return {
    statement: { symptom: 'listed twice', expected: 'every item once', actual: twice },
    where: [page],
  };
}

/**
 * The page behind the largest one begins where that ends. A page with fewer items than its limit is the last, unless it
 * says that its limit is smaller.
 */
function unjoined(list: List, { page, behind, length, names }: Whole): Fault | undefined {
  const { pageSize } = list.operation.pagination;
  const told = pageSize === undefined ? undefined : atPointer(bodyOf(page), pageSize);
  const fresh = names.slice(length);
  const isLast = length < Number(told ?? list.sizes.most);
  if (fresh.length === 0 || (!isLast && fresh.length === itemsIn(list, behind).length)) return undefined;
  const expected = isLast ? 'nothing after a page that is not full' : `items ${length}.. of the list`;
  const actual = brief(namesIn(list, behind));
  return { statement: { symptom: 'pages do not add up', expected, actual }, where: [behind, page] };
}

/** The first page that is not the part of the list that was asked for. */
async function misplaced(
  trial: Trial,
  list: List,
  whole: Whole,
  parts: readonly Part[],
): Promise<Fault | undefined> {
  for (const part of parts) {
    const { offset = defaultOf(list, 'offset') ?? 0, limit = defaultOf(list, 'limit') ?? Infinity } = part;
    const end = offset + Math.min(limit, whole.cap);
    const page = await askPart(list, part);
    trial.saw(page);
    const [due, names] = [whole.names.slice(offset, end), namesIn(list, page)];
    // Of a long list only the beginning is known.
    const known = whole.isComplete || end <= whole.names.length ? names : names.slice(0, due.length);
    if (!succeeded(page) || (canonical(known) === canonical(due) && names.length <= limit)) continue;
    const expected = `items ${offset}..${offset + limit} of the list: ${brief(due)}`;
    const statement = { symptom: 'pages do not add up', expected, actual: brief(names) };
    return { statement, where: [page, whole.page] };
  }
  return undefined;
}

/** A page that has fewer items than a large limit is the last one, unless it says that its limit is smaller. */
export function expectUncut(trial: Trial, list: List, limit: number): Promise<void> {
  const large = { ...list, sizes: { ...list.sizes, most: limit } };
  return whileSteady(trial, large, async (whole) => unjoined(large, whole));
}

/** Without offset or limit, the default of the contract applies, and the page says so. */
export function expectDefault(trial: Trial, list: List, member: 'offset' | 'limit'): Promise<void> {
  const value = defaultOf(list, member);
  const { least, usual } = list.sizes;
  const beside = member === 'limit' ? { offset: usual } : { limit: Math.max(least, usual - 2) };
  const symptom = `default ${member}`;
  return whileSteady(trial, list, async (whole) => {
    const page = await askPart(list, {});
    const told = aboutPage(bodyOf(page))?.[member];
    if (told !== undefined && told !== value) {
      const expected = `${member} ${value}`;
      return { statement: { symptom, expected, actual: `${member} ${brief(told)}` }, where: [page] };
    }
    const fault = await misplaced(trial, list, whole, [{}, beside]);
    return fault && { ...fault, statement: { ...fault.statement, symptom } };
  });
}

/** The total is the same on every page and at least what the pages show. */
export function expectTotal(trial: Trial, list: List, total: string): Promise<void> {
  const { least, most } = list.sizes;
  return whileSteady(trial, list, async ({ page, names }) => {
    const parts = [
      { offset: 0, limit: least },
      { offset: 1, limit: most },
    ];
    const pages = [page];
    for (const part of parts) pages.push(await askPart(list, part));
    trial.saw(...pages);
    const totals = pages.filter(succeeded).map((one) => atPointer(bodyOf(one), total));
    if (totals.every((one) => one === totals[0]) && Number(totals[0]) >= names.length) return undefined;
    const expected = `one total of at least ${names.length}`;
    const actual = totals.map((one) => brief(one)).join(' and ');
    return { statement: { symptom: 'total', expected, actual }, where: pages };
  });
}

/** No page behind the last item repeats one. */
export async function expectNoRepetition(trial: Trial, list: List): Promise<void> {
  const { page, behind, length, names } = await readWhole(list);
  if (length === list.sizes.most || names.length > length)
    throw new NotApplicable('the end of the list was not reached');
  for (const beyond of [behind, await askPart(list, { offset: FAR, limit: list.sizes.usual })]) {
    trial.saw(page, beyond);
    const again = namesIn(list, beyond).filter((name) => canonical(names).includes(canonical(name)));
    if (again.length === 0) continue;
    const [symptom, expected] = ['past the end', 'no item of an earlier page'];
    return trial.wrongValue(symptom, expected, again, beyond, page);
  }
}

/** A page past the end has no items. Some contracts have a status for an empty result. */
export async function expectEmptyEnd(trial: Trial, list: List, also?: number): Promise<void> {
  const page = await askPart(list, { offset: FAR, limit: list.sizes.usual });
  trial.saw(page);
  const items = atPointer(bodyOf(page), list.operation.pagination.items);
  if (statusOf(page) === also || (succeeded(page) && Array.isArray(items) && items.length === 0)) return;
  const [symptom, expected] = ['past the end', '200 with no items'];
  trial.wrongAnswer(symptom, expected, page);
}
