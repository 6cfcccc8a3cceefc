import { customUrlPickerFixtures } from '@tessera/contracts/fixtures/custom-url-picker';
import { queryOf } from '../../laws/paging.ts';
import { Blocked, memo, NotApplicable, NotTestable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { memoAfter, memoByKey, settled } from '../../suite/work.ts';

/** Query parameters of a page request. */
export interface Asked {
  readonly offset: number;
  readonly limit: number;
  readonly filter?: string;
}

/** Checks that report an operation as missing or broken. */
export const PRIMARY: Readonly<Record<string, string>> = { retrieveValues: 'UP-01', validate: 'UP-13' };

/** Smallest page of the contract. */
export const PAGE = 5;
/** Number of values that a run reads. */
export const WALK = 50;
/** Fields that a template could send. */
export const FIELDS = at(customUrlPickerFixtures, 'retrieveValues', 'request', 'domain', 'value');

/** Fields that no template sends. */
export const FREE = { queryParameters: { any: { thing: ['x', 1] } } };

/** Facts that the picker checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const requests = createRequests(run);
  const pages = createPages(requests);
  const known = {
    ...pages,
    ...createFilteredPages(requests, pages.walk),
    ...createSelections(requests, pages.first),
  };
  return {
    run,
    ...requests,
    ...known,
    gate: createGate(known),
  };
}

type Requests = ReturnType<typeof createRequests>;

/** The requests to the picker. */
function createRequests(run: Run) {
  const { session, settings } = run;
  const body = settings.bodies?.['retrieveValues'];
  const chosenUnder = isObject(body) ? { queryParameters: body } : {};
  const retrieve = (asked: Asked, label: string, value: unknown = body): Promise<Exchange> =>
    session.call({
      operation: 'retrieveValues',
      label,
      intent: 'valid',
      parameters: { query: { ...asked } },
      value,
    });
  return {
    /** Ids that no value has. */
    unknownId: run.invent('word'),
    otherUnknownId: run.invent('word'),
    retrieve,
    /** The fields of a template are unknown: pages are requested without a body. */
    isBodiless: body === undefined,
    /** The first page, without the fields from the configuration. */
    retrieveBodiless: (label: string): Promise<Exchange> =>
      session.call({
        operation: 'retrieveValues',
        label,
        intent: 'valid',
        parameters: { query: { offset: 0, limit: PAGE } },
      }),
    select: (selectedObjects: readonly unknown[], label: string, more: object = chosenUnder) =>
      session.call({ operation: 'validate', label, intent: 'valid', value: { selectedObjects, ...more } }),
  };
}

/** Pages of all values, requested alone and one after the other, as a baseline for other requests. */
function createPages({ retrieve }: Requests) {
  const first = memo(() => retrieve({ offset: 0, limit: PAGE }, 'the first five values'));
  const after = (before: () => Promise<Exchange>, asked: Asked, label: string) =>
    memoAfter([before], () => retrieve(asked, label));
  const next = after(first, { offset: PAGE, limit: PAGE }, 'the next five values');
  const both = after(next, { offset: 0, limit: 2 * PAGE }, 'the first ten values');
  const walk = after(both, { offset: 0, limit: WALK }, 'the first values, many');

  /** Absent when the list may be longer than the run reads. */
  const atEnd = memo(async () => {
    const { length } = itemsIn(await walk());
    if (length === 0 || length >= WALK) return undefined;
    return retrieve({ offset: length, limit: PAGE }, 'behind the last value');
  });
  /** A page that is not full is the last one, unless the picker has a smaller page limit. */
  const isAll = memo(async () => {
    const listed = new Set(idsIn(await walk()));
    if (listed.size === 0) return true;
    const behind = await atEnd();
    return behind !== undefined && idsIn(behind).every((id) => listed.has(id));
  });
  return {
    first,
    next,
    both,
    walk,
    /** The whole list, if it is short enough to read. */
    async all(): Promise<readonly JsonObject[]> {
      if (await isAll()) return itemsIn(await walk());
      throw new NotApplicable(`there are more values than fit on one page of ${WALK}`);
    },
  };
}

/** Pages of the values that contain a text. */
function createFilteredPages({ retrieve }: Requests, walk: () => Promise<Exchange>) {
  const filter = memo(async () => findText(itemsIn(await walk())));
  const page = (asked: Asked, label: string) =>
    memo(async () => retrieve({ ...asked, filter: await filter() }, label));
  return {
    /** Text that some of the first values contain, preferably not the very first. */
    filter,
    filtered: page({ offset: 0, limit: PAGE }, 'values that contain a text'),
    filteredBoth: page({ offset: 0, limit: 2 * PAGE }, 'ten values that contain a text'),
  };
}

/** Values that are sent back for validation. */
function createSelections({ unknownId, select }: Requests, first: () => Promise<Exchange>) {
  const offered = memo(async () => {
    const listed = itemsIn(await first());
    const items = choosable(listed);
    if (items.length > 0) return items;
    if (listed.length > 0) throw new Blocked('UP-02', 'no listed value has an id');
    throw new NotTestable(
      'the picker lists no values; give the fields that its template sends: --body retrieveValues=FILE',
    );
  });
  const selectIds = memo(async () => {
    const selected = (await offered()).slice(0, 2).map(({ id }) => ({ id }));
    return select(selected, 'values just listed, by id');
  });
  return {
    /** Values that a user can choose. */
    offered,
    selectIds,
    selectReversed: memoAfter([selectIds], async () => {
      const selected = (await offered()).slice(0, 2).map(({ id }) => ({ id }));
      return select(selected.reverse(), 'the same values in reverse order');
    }),
    selectFree: memo(async () => {
      const ids = (await offered()).slice(0, 1).map(({ id }) => ({ id }));
      return select(ids, 'a value with the fields of a wizard', FREE);
    }),
    selectUnknown: memoAfter([selectIds], () => select([{ id: unknownId }], 'a value that is not listed')),
  };
}

interface Known extends ReturnType<typeof createPages>, ReturnType<typeof createSelections> {}

/** Whether an operation exists, as the first valid request to it shows. */
function createGate({ first, walk, selectIds, selectUnknown }: Known) {
  const validates = async (): Promise<Exchange> =>
    choosable(itemsIn(await first())).length > 0 ? selectIds() : selectUnknown();
  return memoByKey(async (operation: string) => {
    const isVerdict = operation === 'validate';
    const probe = isVerdict ? await validates() : await first();
    const isThere = statusOf(probe) === 200 || (isVerdict && statusOf(probe) === 400);
    if (isThere) return settled(isVerdict ? selectUnknown : walk);
    throw new Blocked(PRIMARY[operation] ?? '', `${operation} returned ${describeAnswer(probe)}`);
  });
}

/** The values of a page; empty when the answer is not a page. */
export function itemsIn(exchange: Exchange): readonly JsonObject[] {
  return statusOf(exchange) === 200 ? listOf(bodyOf(exchange)).filter(isObject) : [];
}

/** Values that can be sent back: those with an id. */
export function choosable(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.filter(({ id }) => typeof id === 'string' && id !== '');
}

export function idsIn(exchange: Exchange): readonly unknown[] {
  return itemsIn(exchange).map(({ id }) => id);
}

/** The parameters of a page request, read from the request as sent. */
export function askedIn(exchange: Exchange): { limit: number; filter: string | undefined } {
  const query = queryOf(exchange);
  return { limit: Number(query.get('limit')), filter: query.get('filter') ?? undefined };
}

/**
 * A word that some of the values contain and others do not; if possible, no value of the first page contains it. A
 * filter that searches only the first page does not find it, and one that filters page by page returns pages that are
 * not full.
 */
function findText(items: readonly JsonObject[]): string {
  const last = items.at(-1);
  if (last === undefined) throw new NotTestable('the picker lists no values to filter');
  const words = (item: JsonObject): string[] =>
    wordsOf(item).sort((left, right) => right.length - left.length);
  const texts = items.map((item) => brief(item, Number.POSITIVE_INFINITY).toLowerCase());
  const isHeld = (word: string) => (text: string) => text.includes(word.toLowerCase());
  const rare = words(last).find((word) => !texts.slice(0, PAGE).some(isHeld(word)));
  const some = [last, ...items].flatMap(words).find((word) => !texts.every(isHeld(word)));
  return rare ?? some ?? words(last)[0] ?? String(at(last, 'id'));
}

function wordsOf(item: JsonObject): string[] {
  return Object.entries(item)
    .flatMap(([key, value]) => (typeof value === 'string' && key !== 'id' ? value.split(/\s+/) : []))
    .filter((word) => /^\w{3,}$/.test(word));
}
