import type { OperationEntry, PaginationEntry } from '@tessera/contracts/vocabulary';
import type { Check, Statement, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { aboutPage, identityOf, type Page, readPage, type Turn } from './pages.ts';

/** Maximum number of pages before a cursor counts as circular. */
const LONGEST_WALK = 50;

/** Number of walks, because other clients may disturb one. */
const ATTEMPTS = 3;

/** A defect of a walk, and the answer that shows it. */
interface Fault {
  readonly statement: Statement;
  readonly where: readonly Exchange[];
}

/** Follows the cursors from page to page, `step` items at a time; undefined without a defect. */
async function walk(
  read: (turn: Turn) => Promise<Page>,
  { next, step: limit }: { readonly next: string; readonly step: number },
  trial: Trial,
): Promise<Fault | undefined> {
  const seen = new Map<string, Exchange>();
  const cursors = new Set<string>();
  const circle = (actual: string, expected: string, ...where: readonly Exchange[]): Fault => ({
    statement: { symptom: 'walk in a circle', expected, actual },
    where,
  });
  const { items: known } = await read({ limit: LONGEST_WALK });
  let cursor: string | undefined;
  for (let step = 0; step < LONGEST_WALK; step += 1) {
    const { exchange, items } = await read({ limit, ...(cursor === undefined ? {} : { cursor }) });
    trial.saw(exchange);
    // Items without a name may validly occur twice, such as two deployments of one data product.
    for (const item of items.filter((one) => identityOf(one) !== one)) {
      const name = canonical(identityOf(item));
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
      return leftOut(known, await read({ limit: LONGEST_WALK }), seen, trial);
    cursors.add(cursor);
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An item that one large page shows before and after the walk, but the walk does not. */
function leftOut(
  before: readonly unknown[],
  { exchange, items }: Page,
  seen: ReadonlyMap<string, Exchange>,
  trial: Trial,
): Fault | undefined {
  trial.saw(exchange);
  const known = new Set(before.map((one) => canonical(identityOf(one))));
  const missed = items.find((one) => {
    const name = canonical(identityOf(one));
    return identityOf(one) !== one && known.has(name) && !seen.has(name);
  });
  if (missed === undefined) return undefined;
  const expected = `${brief(missed)} on the way`;
  return { statement: { symptom: 'walk leaves out', expected, actual: 'not seen' }, where: [exchange] };
}

/** Checks of a list with cursors. */
export function cursorChecks(facts: Facts, operation: OperationEntry, pagination: PaginationEntry): Check[] {
  const { id } = operation;
  const read = (turn: Turn): Promise<Page> => readPage(facts, operation, pagination, turn);
  const size = pagination.limit?.split('/').at(-1) ?? '';
  // It is not specified whether the item at the cursor's time belongs to the next page: two items at a time make
  // progress either way.
  const step = isTime(facts, operation, pagination) ? 2 : 1;
  return [
    facts.run.check(
      'P-25',
      { of: id, title: `${id}: a walk along the cursors ends and shows nothing twice`, operation: id },
      async (trial) => {
        let fault: Fault | undefined;
        // An item that another client adds between two pages may move others: a defect counts if every walk shows it.
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          fault = await walk(read, { next: pagination.nextCursor ?? '', step }, trial);
          if (fault === undefined) return;
        }
        if (fault !== undefined) trial.violated(fault.statement, ...fault.where);
      },
    ),
    facts.run.check(
      'P-21',
      { of: id, title: `${id}: a page never has more items than its limit`, operation: id },
      async (trial) => {
        const { exchange, items } = await readPage(facts, operation, pagination, { limit: 1 });
        trial.saw(exchange);
        if (items.length <= 1) return;
        trial.violated(
          { symptom: 'limit exceeded', expected: 'at most 1 item', actual: `${items.length} items` },
          exchange,
        );
      },
    ),
    ...(operation.body === undefined
      ? []
      : [
          facts.run.check(
            'P-68',
            { of: id, title: `${id}: a page says how long it may be`, operation: id },
            async (trial) => {
              const { exchange, items } = await read({ limit: 3 });
              trial.saw(exchange);
              const told = aboutPage(bodyOf(exchange))?.[size];
              if (told === undefined || told === 3) return;
              // A platform with shorter pages states that, and returns a cursor.
              const goesOn = textOf(atPointer(bodyOf(exchange), pagination.nextCursor ?? '')) !== undefined;
              if (Number(told) < 3 && told === items.length && goesOn) return;
              trial.violated(
                { symptom: `another ${size}`, expected: `${size} 3`, actual: brief(told) },
                exchange,
              );
            },
          ),
        ]),
  ];
}

/** Whether the cursor is a time from which the list continues. */
function isTime({ run }: Facts, { id }: OperationEntry, { cursor }: PaginationEntry): boolean {
  const { schemas } = run.session;
  const [where, name = ''] = (cursor ?? '').split(/:(.*)/, 2);
  if (where !== 'query') return false;
  return schemas.resolve(at(schemas.named(`${id}.query`), 'properties', name))['format'] === 'date-time';
}
