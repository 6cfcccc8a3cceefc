import type { OperationEntry, PaginationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, type JsonObject } from '../../suite/json.ts';
import { askFor, type Wish } from './ask.ts';
import type { Facts } from './facts.ts';
import { deployedUnit, nameDeployed } from './live-unit.ts';
import { itemsOf } from './pages.ts';
import { ENVIRONMENT } from './samples.ts';
import { carriedChecks } from './searching.ts';

/** Number of reads of a list that seems to begin in two ways. */
const ATTEMPTS = 4;
/** Items that show whether a filter is applied. */
const FEW = 5;

/** The platform filters, sorts and limits lists as the query says. */
export function filterChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => {
    const { pagination } = operation;
    const switches = switchChecks(facts, operation);
    if (pagination === undefined || operation.method !== 'GET') return switches;
    const filters = operation.parameters.filter(({ selects }) => selects?.items !== undefined);
    return [
      ...filters.map((one) => filterCheck(facts, operation, pagination, one)),
      ...filters.flatMap((one) => carriedChecks(facts, operation, pagination, one)),
      ...filters.flatMap((one) => eitherCheck(facts, operation, pagination, one)),
      ...operation.parameters.flatMap((one) => orderCheck(facts, operation, pagination, one)),
      ...switches,
    ];
  });
}

/** The list of a valid request; once a unit is deployed if there is nothing to list before. */
async function filledList(
  facts: Facts,
  { id }: OperationEntry,
  pagination: PaginationEntry,
): Promise<Exchange> {
  const all = await facts.good(id);
  if (itemsOf(pagination, all).length > 0 || (await deployedUnit(facts)) === undefined) return all;
  return askFor(facts, id, 'the list with a deployed unit');
}

/** The list has items, and none of them matches a word that is not in use. */
function filterCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  { name, type, names, selects }: ParameterEntry,
): Check {
  const { id } = operation;
  const title = `${id}: an unused value of ${name} returns no items`;
  return facts.run.check('P-37', { of: `${id}.${name}`, title, operation: id }, async (trial) => {
    const all = await filledList(facts, operation, pagination);
    if (itemsOf(pagination, all).length === 0) throw new NotApplicable('there is nothing to filter');
    // Wildcards of a database query are literal characters in a search.
    const isText = type === 'string' && (selects?.items?.length ?? 0) > 1;
    const word = isText ? '%_%' : facts.run.invent('word');
    const query = { [name]: type === 'array' ? [word] : word };
    const exchange = await askFor(facts, id, `unused ${name}`, { query });
    trial.saw(all, exchange);
    const found = itemsOf(pagination, exchange);
    const isRefused = statusOf(exchange) === 404 && Object.hasOwn(operation.responses, '404');
    // A platform may reject an unconfigured environment.
    const isUnknown = statusOf(exchange) === 400 && names?.includes(ENVIRONMENT);
    const total = pagination.total === undefined ? 0 : atPointer(bodyOf(exchange), pagination.total);
    const counted = Math.max(found.length, typeof total === 'number' ? total : 0);
    if (isRefused || isUnknown || (succeeded(exchange) && counted === 0)) return;
    const actual = succeeded(exchange) ? `${counted} items` : describeAnswer(exchange);
    trial.violated({ symptom: `${name} is ignored`, expected: 'no items', actual }, exchange, all);
  });
}

/** An item matches if it has one of several values, at any position. */
function eitherCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  { name, type, selects }: ParameterEntry,
): Check[] {
  const { id, responses } = operation;
  const [pointer] = selects?.items ?? [];
  const schema = facts.run.session.schemas.named(responses['200']?.schema ?? '');
  if (type !== 'array' || pointer === undefined || !isOne(facts, schema, pagination, pointer)) return [];
  const title = `${id}: an item needs only one of several ${name}`;
  return [
    facts.run.check('P-37', { of: `${id}.${name}.either`, title, operation: id }, async (trial) => {
      const all = await filledList(facts, operation, pagination);
      const [first] = itemsOf(pagination, all);
      const value = atPointer(first, pointer);
      if (typeof value !== 'string') throw new NotApplicable('there is nothing to filter');
      const word = facts.run.invent('word');
      const few = pagination.limit?.startsWith('query:')
        ? { [pagination.limit.slice('query:'.length)]: FEW }
        : {};
      for (const values of [
        [value, word],
        [word, value],
      ]) {
        const exchange = await askFor(facts, id, `either ${name}`, { query: { [name]: values, ...few } });
        trial.saw(all, exchange);
        // A platform may reject an unconfigured environment.
        if (statusOf(exchange) === 400) continue;
        const found = itemsOf(pagination, exchange).map((one) => atPointer(one, pointer));
        if (found.length > 0 && found.every((one) => one === value)) continue;
        trial.wrongValue(`${name} narrows`, `${name} ${value}, as without ${word}`, found, exchange, all);
      }
    }),
  ];
}

/** Whether an item holds one such value, not several. */
function isOne({ run }: Facts, schema: JsonObject, { items }: PaginationEntry, pointer: string): boolean {
  const { schemas } = run.session;
  const into = (holder: JsonObject, keys: string): JsonObject =>
    keys
      .split('/')
      .slice(1)
      .reduce((inner, key) => schemas.resolve(at(inner, 'properties', key)), holder);
  return into(schemas.resolve(into(schema, items)['items']), pointer)['type'] === 'string';
}

function orderCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  { name, default: given, selects }: ParameterEntry,
): Check[] {
  const key = selects?.order;
  if (key === undefined) return [];
  const { id } = operation;
  const usual = String(given);
  const title = `${id}: ${name} sorts, by default ${usual}`;
  const shortest = pagination.limit?.startsWith('query:') ? pagination.limit.slice('query:'.length) : name;
  const check = facts.run.check('P-38', { of: `${id}.${name}`, title, operation: id }, async (trial) => {
    const look = async (query: Wish['query'], order: string) => {
      const exchange = await askFor(facts, id, `sorted ${order}`, query === undefined ? {} : { query });
      trial.saw(exchange);
      const keys = itemsOf(pagination, exchange).map((one) => String(atPointer(one, key) ?? ''));
      return { exchange, keys };
    };
    const lookAll = async (query: Wish['query'], order: string): Promise<string> => {
      const { exchange, keys } = await look(query, order);
      if (new Set(keys).size < 2) throw new NotApplicable('there are too few items to sort');
      const shown = keys.slice(0, 6).map((one) => brief(one, 40));
      const statement = { symptom: `${name} is ignored`, expected: `sorted ${order}` };
      if (!isSorted(keys, order)) trial.violated({ ...statement, actual: shown.join(', ') }, exchange);
      return keys[0] ?? '';
    };
    const other = usual === 'asc' ? 'desc' : 'asc';
    let whole = await lookAll({ [name]: other }, other);
    // The usual order last: the order of one request must not affect later ones.
    await lookAll(undefined, usual);
    let odd: string | undefined;
    // Another client may have added or removed items: a defect counts if it shows twice between lists that begin the
    // same.
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { exchange, keys } = await look({ [name]: other, [shortest]: 1 }, other);
      const [one] = keys;
      if (one === undefined || one === whole) return;
      const again = await lookAll({ [name]: other }, other);
      if (again === whole && one === odd) {
        const expected = `${brief(whole, 40)}, the first of the whole list`;
        trial.violated(
          { symptom: 'each page sorted separately', expected, actual: brief(one, 40) },
          exchange,
        );
        return;
      }
      odd = again === whole ? one : undefined;
      whole = again;
    }
  });
  return [check];
}

/** Sort order depends on case and language: a list is unsorted only if every comparison says so. */
export function isSorted(keys: readonly string[], order: string): boolean {
  const wanted = order === 'desc' ? [...keys].reverse() : keys;
  const ways = [
    (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0),
    (left: string, right: string) => left.localeCompare(right, 'en'),
    (left: string, right: string) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1),
  ];
  return ways.some((compare) => canonical([...wanted].sort(compare)) === canonical(wanted));
}

/** Optional parts are absent unless requested, and present when requested. */
function switchChecks(facts: Facts, operation: OperationEntry): Check[] {
  const { id } = operation;
  return operation.parameters.flatMap(({ name, default: usual, selects }) => {
    const member = selects?.member;
    if (member === undefined) return [];
    const check = facts.run.check(
      'P-39',
      { of: `${id}.${name}`, title: `${id}: ${name} includes or omits each ${member}`, operation: id },
      async (trial) => {
        const { path, isSure } = await nameDeployed(facts, operation);
        const look = async (value: boolean | undefined): Promise<Shown> => {
          const query = value === undefined ? {} : { [name]: value };
          const exchange = await askFor(facts, id, `${name} ${String(value)}`, { path, query });
          trial.saw(exchange);
          return { exchange, has: succeeded(exchange) ? hasMember(bodyOf(exchange), member) : undefined };
        };
        const [on, off, left] = [await look(true), await look(false), await look(undefined)];
        // If no item has one there is nothing to omit.
        if (on.has === undefined || (!isSure && [on, off, left].every(({ has }) => has === false)))
          throw new NotApplicable(`no item has a ${member}`);
        tellSwitch(trial, { name, member, usual: usual === true }, { on, off, left });
      },
    );
    return [check];
  });
}

/** An answer, and whether it has the optional part; undefined if it is no success. */
interface Shown {
  readonly exchange: Exchange;
  readonly has: boolean | undefined;
}

function tellSwitch(
  trial: Trial,
  { name, member, usual }: { readonly name: string; readonly member: string; readonly usual: boolean },
  { on, off, left }: Readonly<Record<'on' | 'off' | 'left', Shown>>,
): void {
  const wrong = [
    on.has === false ? `${name}=true includes none` : '',
    off.has === true ? `${name}=false includes them` : '',
    left.has !== undefined && left.has !== usual
      ? `by default they are ${left.has ? 'included' : 'omitted'}`
      : '',
  ].filter((one) => one !== '');
  if (wrong.length === 0) return;
  const shown = [on, off, left].map(({ exchange }) => exchange);
  const expected = `each ${member} with ${name}=true only; by default as with ${String(usual)}`;
  trial.violated({ symptom: `${name} is ignored`, expected, actual: wrong.join(', ') }, ...shown);
}

function hasMember(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((one) => hasMember(one, name));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => (key === name && inner !== null) || hasMember(inner, name),
  );
}
