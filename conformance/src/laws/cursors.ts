import { NotApplicable, type Trial } from '../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../suite/exchange.ts';
import { atPointer, brief, canonical } from '../suite/json.ts';
import { askPart, type Fault, itemsIn, type List, type Part } from './paging.ts';

type Page = { readonly exchange: Exchange; readonly items: readonly unknown[] };

/** Maximum number of pages before a cursor counts as circular. */
const LONGEST_WALK = 50;

/** Number of walks, because other clients may disturb one. */
const ATTEMPTS = 3;

/** Follows the cursors from page to page, `limit` items at a time; undefined without a defect. */
async function walk(list: List, limit: number, trial: Trial): Promise<Fault | undefined> {
  const next = list.operation.pagination.nextCursor ?? '';
  const read = async (part: Part): Promise<Page> => {
    const exchange = await askPart(list, part);
    if (!succeeded(exchange))
      throw new NotApplicable(`there is nothing to page: ${describeAnswer(exchange)}`);
    return { exchange, items: itemsIn(list, exchange) };
  };
  const seen = new Map<string, Exchange>();
  const cursors = new Set<string>();
  const circle = (actual: string, expected: string, ...where: readonly Exchange[]): Fault => ({
    statement: { symptom: 'cursors never end', expected, actual },
    where,
  });
  const { items: known } = await read({ limit: LONGEST_WALK });
  let cursor: string | undefined;
  for (let step = 0; step < LONGEST_WALK; step += 1) {
    const { exchange, items } = await read({ limit, ...(cursor === undefined ? {} : { cursor }) });
    trial.saw(exchange);
    // Items without a name may validly occur twice, such as two deployments of one data product.
    for (const item of items.filter((one) => list.identify(one) !== one)) {
      const name = canonical(list.identify(item));
      const other = seen.get(name);
      if (other !== undefined) return circle(`${brief(item)} twice`, 'every item once', exchange, other);
      seen.set(name, exchange);
    }
    const before = cursor;
    cursor = textOf(atPointer(bodyOf(exchange), next));
    // If the next page includes the item at the cursor, the last item points to itself; and a time may have no later
    // items.
    const isEnd = limit > 1 && items.length < limit && (items.length === 0 || cursor === before);
    if (cursor !== undefined && cursors.has(cursor) && !isEnd)
      return circle(`${brief(cursor)} again`, 'a cursor that leads on', exchange);
    if (cursor === undefined || items.length === 0 || isEnd)
      return leftOut(list, known, await read({ limit: LONGEST_WALK }), seen, trial);
    cursors.add(cursor);
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An item that one large page shows before and after the walk, but the walk does not. */
function leftOut(
  list: List,
  before: readonly unknown[],
  { exchange, items }: Page,
  seen: ReadonlyMap<string, Exchange>,
  trial: Trial,
): Fault | undefined {
  trial.saw(exchange);
  const known = new Set(before.map((one) => canonical(list.identify(one))));
  const missed = items.find((one) => {
    const name = canonical(list.identify(one));
    return list.identify(one) !== one && known.has(name) && !seen.has(name);
  });
  if (missed === undefined) return undefined;
  const expected = `${brief(missed)} on one of the pages`;
  return {
    statement: { symptom: 'items are missing on the pages', expected, actual: 'not listed' },
    where: [exchange],
  };
}

/** A walk along the cursors ends and shows every item once, with each of the limits; the first defect is reported. */
export async function expectWalk(trial: Trial, list: List, limits: readonly number[]): Promise<void> {
  for (const limit of limits) {
    const fault = await steadyFault(list, limit, trial);
    if (fault !== undefined) return trial.violated(fault.statement, ...fault.where);
  }
}

/** An item that another client adds between two pages may move others: a defect counts if every walk shows it. */
async function steadyFault(list: List, limit: number, trial: Trial): Promise<Fault | undefined> {
  let fault: Fault | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    fault = await walk(list, limit, trial);
    if (fault === undefined) return undefined;
  }
  return fault;
}
