import type { OperationEntry, PaginationEntry } from '@tessera/contracts/vocabulary';
import { Blocked, type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf, succeeded } from '../../suite/exchange.ts';
import { atPointer, brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import { cursorChecks } from './cursors.ts';
import type { Facts } from './facts.ts';
import { aboutPage, askPage, identityOf, type Page, readPage } from './pages.ts';

/** Number of attempts to read consistent pages, because the list may change. */
const ATTEMPTS = 3;

/** Checks of paging, for every operation with pages. */
export function pagingChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => {
    const { pagination } = operation;
    if (pagination === undefined) return [];
    return pagination.style === 'offset'
      ? offsetChecks(facts, operation, pagination)
      : cursorChecks(facts, operation, pagination);
  });
}

function offsetChecks(facts: Facts, operation: OperationEntry, pagination: PaginationEntry): Check[] {
  const { id } = operation;
  const page = (offset: number, limit: number): Promise<Page> =>
    readPage(facts, operation, pagination, { offset, limit });
  const check = (requirement: string, title: string, run: (trial: Trial) => Promise<void>): Check =>
    facts.run.check(requirement, { of: id, title: `${id}: ${title}`, operation: id }, run);
  return [
    check('P-20', 'items 0..10 are items 0..5 and 5..10', async (trial) => {
      const { whole, half, first, second } = await readSteadily(page);
      trial.saw(whole.exchange, first.exchange, second.exchange);
      const joined = [...first.items, ...second.items].slice(0, whole.items.length);
      if (isSame(joined, whole.items)) return;
      trial.violated(
        {
          symptom: 'pages do not add up',
          expected: `the items of one page of 10: ${namesOf(whole.items)}`,
          actual: `two pages of ${half} and ${10 - half}: ${namesOf(joined)}`,
        },
        second.exchange,
        whole.exchange,
      );
    }),
    check('P-21', 'a page never has more items than its limit', async (trial) => {
      const { exchange, items } = await page(0, 1);
      trial.saw(exchange);
      if (items.length <= 1) return;
      trial.violated(
        { symptom: 'limit exceeded', expected: 'at most 1 item', actual: `${items.length} items` },
        exchange,
      );
    }),
    check('P-22', 'a page past the end is empty', async (trial) => {
      const exchange = await askPage(facts, operation, pagination, { offset: 1_000_000, limit: 5 });
      trial.saw(exchange);
      const items = listOf(atPointer(bodyOf(exchange), pagination.items));
      // Some contracts have a status for an empty result.
      const told = statusOf(exchange) === 404 && Object.hasOwn(operation.responses, '404');
      if (told || (succeeded(exchange) && items.length === 0)) return;
      trial.violated(
        { symptom: 'past the end', expected: 'no items', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
    ...echoChecks(facts, operation, pagination),
    ...(pagination.total === undefined ? [] : [totalCheck(facts, operation, pagination, pagination.total)]),
    ...defaultChecks(facts, operation, pagination),
  ];
}

function echoChecks(facts: Facts, operation: OperationEntry, pagination: PaginationEntry): Check[] {
  const { id, responses } = operation;
  const schema = facts.run.session.schemas.named(responses['200']?.schema ?? '');
  const members = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  if (!members.includes('page') && !members.includes('meta')) return [];
  const scope = { of: id, title: `${id}: a page says which part of the list it is`, operation: id };
  return [
    facts.run.check('P-68', scope, async (trial) => {
      const turn = { offset: 1, limit: 2 };
      const { exchange, items } = await readPage(facts, operation, pagination, turn);
      trial.saw(exchange);
      const told = aboutPage(bodyOf(exchange));
      const wanted = { ...turn, ...(isOurWord(told) ? {} : { count: items.length }) };
      const wrong = Object.entries(wanted).find(
        ([name, value]) => told?.[name] !== undefined && told[name] !== value,
      );
      if (wrong === undefined) return;
      const [name, value] = wrong;
      trial.violated(
        { symptom: `another ${name}`, expected: `${name} ${value}`, actual: brief(told?.[name]) },
        exchange,
      );
    }),
  ];
}

/** Whether this project decided if a count is that of the page or of the list, because there is no total. */
function isOurWord(told: JsonObject | undefined): boolean {
  return told?.['total'] === undefined;
}

/** One page of 10 and two pages of the same items, while the list did not change. */
async function readSteadily(page: (offset: number, limit: number) => Promise<Page>) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const whole = await page(0, 10);
    if (whole.items.length < 2) throw new NotApplicable('there are too few items to page through');
    if (whole.items.length > 10) throw new Blocked('P-21', 'a page has more items than its limit');
    const half = Math.ceil(whole.items.length / 2);
    const [first, second] = [await page(0, half), await page(half, 10 - half)];
    const joined = [...first.items, ...second.items].slice(0, whole.items.length);
    // Pages that add up need no proof; for others, the list must be unchanged.
    if (isSame(joined, whole.items) || isSame((await page(0, 10)).items, whole.items))
      return { whole, half, first, second };
  }
  throw new NotApplicable('the list changes faster than it can be read');
}

/** Lists are compared by their items' identities: the state of an item may change between two reads. */
function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return canonical(left.map(identityOf)) === canonical(right.map(identityOf));
}

function totalCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  total: string,
): Check {
  const { id } = operation;
  const title = `${id}: the total is the same on every page and covers what it shows`;
  return facts.run.check('P-23', { of: id, title, operation: id }, async (trial) => {
    let attempt = 0;
    for (;;) {
      const pages = [
        await readPage(facts, operation, pagination, { offset: 0, limit: 1 }),
        await readPage(facts, operation, pagination, { offset: 1, limit: 10 }),
      ];
      trial.saw(...pages.map(({ exchange }) => exchange));
      const totals = pages.map(({ exchange }) => atPointer(bodyOf(exchange), total));
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      if (totals[0] === totals[1] && Number(totals[0]) >= shown) return;
      attempt += 1;
      // Another client may have added items: a difference counts if the same page before and after agrees.
      const again = await readPage(facts, operation, pagination, { offset: 0, limit: 1 });
      const isSteady = atPointer(bodyOf(again.exchange), total) === totals[0];
      if (attempt < ATTEMPTS) continue;
      if (!isSteady) throw new NotApplicable('the list changes faster than it can be read');
      trial.violated(
        {
          symptom: 'total',
          expected: `one total of at least ${shown}`,
          actual: totals.map((one) => brief(one)).join(' and '),
        },
        ...pages.map(({ exchange }) => exchange),
      );
      return;
    }
  });
}

/** Without a limit, the default of the contract applies. */
function defaultChecks(facts: Facts, operation: OperationEntry, pagination: PaginationEntry): Check[] {
  const name = nameOf(pagination.limit);
  const limit = operation.parameters.find((one) => one.in === 'query' && one.name === name)?.default;
  if (typeof limit !== 'number') return [];
  const { id } = operation;
  const title = `${id}: without a limit at most ${limit} items come`;
  return [
    facts.run.check('P-24', { of: id, title, operation: id }, async (trial) => {
      const exchange = await facts.good(id);
      const items = listOf(atPointer(bodyOf(exchange), pagination.items));
      trial.saw(exchange);
      if (items.length <= limit) return;
      trial.violated(
        { symptom: 'default limit', expected: `at most ${limit} items`, actual: `${items.length} items` },
        exchange,
      );
    }),
  ];
}

function nameOf(place: string | undefined): string | undefined {
  return place?.startsWith('query:') === true ? place.slice('query:'.length) : undefined;
}

function namesOf(items: readonly unknown[]): string {
  return items.map((one) => brief(identityOf(one), 40)).join(', ');
}
