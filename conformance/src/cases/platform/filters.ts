import type { OperationEntry, PaginationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, listOf } from '../../suite/json.ts';
import { askFor, type Wish } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { livesOf } from './lives.ts';

/** Parameters of lists that are no filters. */
const NO_FILTERS = ['limit', 'offset', 'lastDeploymentTime', 'kind'];

/** Lists are filtered, sorted and shortened as the query says. */
export function filterChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => {
    const { pagination } = operation;
    const switches = includeChecks(facts, operation);
    if (pagination === undefined || operation.method !== 'GET') return switches;
    const texts = operation.parameters.filter(
      ({ name, in: place, type }) =>
        place === 'query' && (type === 'string' || type === 'array') && !NO_FILTERS.includes(name),
    );
    const orders = texts.filter(({ name }) => isOrder(facts, operation, name));
    const filters = texts.filter((one) => !orders.includes(one) && !isClosed(facts, operation, one.name));
    return [
      ...filters.map((one) => filterCheck(facts, operation, pagination, one)),
      ...filters.flatMap((one) => severalCheck(facts, operation, pagination, one)),
      ...orders.map(({ name, default: usual }) =>
        orderCheck(facts, operation, pagination, name, String(usual)),
      ),
      ...switches,
    ];
  });
}

function itemsOf(pagination: PaginationEntry, exchange: Exchange): readonly unknown[] {
  return listOf(atPointer(bodyOf(exchange), pagination.items));
}

/** Something is there; nothing of it fits a word that nobody has used. */
function filterCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  { name, type }: ParameterEntry,
): Check {
  const { id } = operation;
  const title = `${id}: nothing fits ${name} when nobody has used its value`;
  return facts.run.check('P-37', { of: `${id}.${name}`, title, operation: id }, async (trial) => {
    const all = await facts.good(id);
    if (itemsOf(pagination, all).length === 0) throw new NotApplicable('there is nothing to filter');
    const word = facts.run.invent('word');
    const query = { [name]: type === 'array' ? [word] : word };
    const exchange = await askFor(facts, id, `nobody's ${name}`, { query });
    trial.saw(all, exchange);
    const found = itemsOf(pagination, exchange);
    const isRefused = statusOf(exchange) === 404 && Object.hasOwn(operation.responses, '404');
    // An environment that is not configured may be called wrong.
    const isUnknown = statusOf(exchange) === 400 && name.startsWith('environment');
    if (isRefused || isUnknown || (succeeded(exchange) && found.length === 0)) return;
    const actual = succeeded(exchange) ? `${found.length} items` : describeAnswer(exchange);
    trial.violated({ symptom: `${name} is not applied`, expected: 'no items', actual }, exchange, all);
  });
}

/** What carries two of a kind of word is found by both of them. Only where a thing can be made that carries them. */
function severalCheck(
  facts: Facts,
  { id }: OperationEntry,
  pagination: PaginationEntry,
  { name, type }: ParameterEntry,
): Check[] {
  const life = livesOf(facts.operations).find(({ list }) => list?.operation === id);
  const schema = facts.operations.find((one) => one.id === life?.create)?.body?.schema;
  const carries = schema !== undefined && hasWords(facts, schema, name);
  if (type !== 'array' || life === undefined || !carries) return [];
  const title = `${id}: what carries two ${name} is found by both`;
  return [
    facts.run.check('P-37', { of: `${id}.${name}.both`, title, operation: id }, async (trial) => {
      refuseWriting(!facts.run.settings.readOnly);
      const words = [facts.run.invent('word'), facts.run.invent('word')];
      const good = facts.goodBody(life.create);
      const own = `${String(at(good, life.name))}-${words[0]}`;
      const value = { ...(isObject(good) ? good : {}), [life.name]: own, [name]: words };
      const made = await askFor(facts, life.create, `with two ${name}`, { value });
      // In which form they are kept is not said everywhere: who keeps them otherwise is asked nothing.
      if (!succeeded(made) || canonical(at(bodyOf(made), name)) !== canonical(words))
        throw new NotApplicable(`nothing could be made here that carries ${name}`);
      const exchange = await askFor(facts, id, `both ${name}`, { query: { [name]: words } });
      trial.saw(made, exchange);
      const found = itemsOf(pagination, exchange).map((one) => at(one, life.name));
      if (found.includes(at(bodyOf(made), life.name))) return;
      const expected = `${brief(own)}, which carries both`;
      const actual = succeeded(exchange) ? brief(found) : describeAnswer(exchange);
      trial.violated({ symptom: `not found by both ${name}`, expected, actual }, exchange, made);
    }),
  ];
}

function hasWords({ run }: Facts, schema: string, name: string): boolean {
  const { schemas } = run.session;
  const member = schemas.resolve(at(schemas.named(schema), 'properties', name));
  return member['type'] === 'array' && schemas.resolve(member['items'])['type'] === 'string';
}

/** What items are sorted by, by the parameter that turns them round. */
const SORTED_BY: Readonly<Record<string, readonly string[]>> = {
  'sort-order': ['name'],
  ordering: ['dag', 'startTime'],
};

function orderCheck(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  name: string,
  usual: string,
): Check {
  const { id } = operation;
  const title = `${id}: ${name} sorts, ${usual} when it is left out`;
  return facts.run.check('P-38', { of: `${id}.${name}`, title, operation: id }, async (trial) => {
    const key = SORTED_BY[name] ?? ['name'];
    const look = async (query: Wish['query'], order: string): Promise<void> => {
      const exchange = await askFor(facts, id, `sorted ${order}`, query === undefined ? {} : { query });
      const keys = itemsOf(pagination, exchange).map((one) => String(at(one, ...key) ?? ''));
      trial.saw(exchange);
      if (new Set(keys).size < 2) throw new NotApplicable('there is too little to sort');
      if (isSorted(keys, order)) return;
      const shown = keys.slice(0, 6).map((one) => brief(one, 40));
      trial.violated(
        { symptom: `${name} is not applied`, expected: `sorted ${order}`, actual: shown.join(', ') },
        exchange,
      );
    };
    await look(undefined, usual);
    await look({ [name]: usual === 'asc' ? 'desc' : 'asc' }, usual === 'asc' ? 'desc' : 'asc');
  });
}

/** Words are sorted differently by capitals and by languages: a list is out of order only when every way says so. */
function isSorted(keys: readonly string[], order: string): boolean {
  const wanted = order === 'desc' ? [...keys].reverse() : keys;
  const ways = [
    (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0),
    (left: string, right: string) => left.localeCompare(right, 'en'),
    (left: string, right: string) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1),
  ];
  return ways.some((compare) => canonical([...wanted].sort(compare)) === canonical(wanted));
}

function isOrder(facts: Facts, operation: OperationEntry, name: string): boolean {
  const list = valuesOf(facts, operation, name);
  return list.includes('asc') && list.includes('desc');
}

function isClosed(facts: Facts, operation: OperationEntry, name: string): boolean {
  return valuesOf(facts, operation, name).length > 0;
}

function valuesOf({ run }: Facts, { id }: OperationEntry, name: string): readonly unknown[] {
  const { schemas } = run.session;
  return listOf(schemas.resolve(at(schemas.named(`${id}.query`), 'properties', name))['enum']);
}

/** `include-descriptors` and the like: what is not asked for stays away, and what is asked for comes. */
function includeChecks(facts: Facts, operation: OperationEntry): Check[] {
  const { id } = operation;
  const names = operation.parameters.filter(({ name }) => /^include-descriptors?$/.test(name));
  return names.map(({ name, default: usual }) =>
    facts.run.check(
      'P-39',
      { of: `${id}.${name}`, title: `${id}: ${name} decides whether descriptors come`, operation: id },
      async (trial) => {
        const named = await facts.nameAll(operation);
        const look = async (value: boolean | undefined): Promise<boolean | undefined> => {
          const query = value === undefined ? {} : { [name]: value };
          const exchange = await askFor(facts, id, `${name} ${String(value)}`, { path: named.path, query });
          trial.saw(exchange);
          return succeeded(exchange) ? hasDescriptor(bodyOf(exchange)) : undefined;
        };
        const [on, off, left] = [await look(true), await look(false), await look(undefined)];
        // Where nothing has a descriptor there is nothing to leave out.
        if (on === undefined || (on === false && off === false && left === false))
          throw new NotApplicable('nothing here has a descriptor');
        tellSwitch(trial, facts, { name, usual: usual === true }, { on, off, left });
      },
    ),
  );
}

function tellSwitch(
  trial: Trial,
  { run }: Facts,
  { name, usual }: { readonly name: string; readonly usual: boolean },
  { on, off, left }: Readonly<Record<'on' | 'off' | 'left', boolean | undefined>>,
): void {
  const wrong = [
    on === false ? `${name}=true brings none` : '',
    off === true ? `${name}=false brings them` : '',
    left !== undefined && left !== usual ? `without it they ${left ? 'come' : 'stay away'}` : '',
  ].filter((one) => one !== '');
  if (wrong.length === 0) return;
  const shown = run.session.journal.filter(({ label }) => label.startsWith(name)).slice(-3);
  const expected = `descriptors with ${name}=true only; when it is left out, as with ${String(usual)}`;
  trial.violated({ symptom: `${name} is not applied`, expected, actual: wrong.join(', ') }, ...shown);
}

function hasDescriptor(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasDescriptor);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => (key === 'descriptor' && inner !== null) || hasDescriptor(inner),
  );
}
