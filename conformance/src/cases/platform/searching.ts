import type { OperationEntry, PaginationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { type Check, memo, NotApplicable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, type JsonObject } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { type Life, livesOf } from './lives.ts';
import { itemsOf } from './pages.ts';

/** Searches for a thing by words of the run. Only for things that can hold several words. */
export function carriedChecks(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  { name, type }: ParameterEntry,
): Check[] {
  const { id } = operation;
  const life = livesOf(facts.operations).find(({ list }) => list?.operation === id);
  const schema = facts.operations.find((one) => one.id === life?.create)?.body?.schema;
  const carries = schema !== undefined && hasWords(facts, schema, name);
  if (type !== 'array' || life === undefined || !carries) return [];
  const list = { operation, pagination, life, made: carrying(facts, operation, life, name) };
  return [...anyCaseCheck(facts, list), bothCheck(facts, list, name)];
}

function hasWords({ run }: Facts, schema: string, name: string): boolean {
  const { schemas } = run.session;
  const member = schemas.resolve(at(schemas.named(schema), 'properties', name));
  return member['type'] === 'array' && schemas.resolve(member['items'])['type'] === 'string';
}

/** The parameter of a list that searches several members of an item. */
function searchOf({ parameters }: OperationEntry, { name }: Life): ParameterEntry | undefined {
  return parameters.find(({ type, selects }) => type === 'string' && selects?.items?.includes(`/${name}`));
}

/** A thing with two words of a list, and a unique word in each text that a search covers. */
function carrying(facts: Facts, operation: OperationEntry, life: Life, list: string) {
  const words = [facts.run.invent('word'), facts.run.invent('word')] as const;
  const texts = new Map(
    (searchOf(operation, life)?.selects?.items ?? []).map((pointer) => [pointer, facts.run.invent('word')]),
  );
  const make = memo(async () => {
    const good = facts.goodBody(life.create);
    const worded = [...texts].map(([pointer, word]): [string, string] => {
      const text = String(atPointer(good, pointer) ?? facts.own);
      // A name may not contain blanks. Brackets are special characters in a pattern.
      return [pointer.slice(1), pointer === `/${life.name}` ? `${text}-${word}` : `${text} (${word})`];
    });
    const own: JsonObject = { ...Object.fromEntries(worded), [list]: [...words] };
    const value = { ...(isObject(good) ? good : {}), ...own };
    return { own, exchange: await askFor(facts, life.create, `with two ${list}`, { value }) };
  });
  return { words, texts, make };
}

interface Listed {
  readonly operation: OperationEntry;
  readonly pagination: PaginationEntry;
  readonly life: Life;
  readonly made: ReturnType<typeof carrying>;
}

/** A search finds its word in each text of a thing, in any case; an index may need a moment for it. */
function anyCaseCheck(facts: Facts, { operation, pagination, life, made }: Listed): Check[] {
  const { id } = operation;
  const search = searchOf(operation, life);
  if (search === undefined) return [];
  const title = `${id}: ${search.name} ignores case`;
  const scope = { of: `${id}.${search.name}.letters`, title, operation: id };
  const check = facts.run.check('P-37', scope, async (trial) => {
    const { own, exchange: thing } = await made.make();
    if (!succeeded(thing)) throw new NotApplicable('no resource could be created to search for');
    const name = at(bodyOf(thing), life.name);
    const namesIn = (exchange: Exchange) => itemsOf(pagination, exchange).map((one) => at(one, life.name));
    for (const [pointer, word] of made.texts) {
      // Another check reports text that was not stored as sent.
      if (atPointer(bodyOf(thing), pointer) !== atPointer(own, pointer)) continue;
      // With the word before it, if there is one: a blank is part of the text.
      const words = String(atPointer(own, pointer)).split(' ').slice(-2).join(' ');
      const query = { [search.name]: (words.endsWith(` (${word})`) ? words : word).toUpperCase() };
      const look = () => askFor(facts, id, `${search.name} in upper case`, { query });
      const exchange = await lookAgain(facts, look, (one) => namesIn(one).includes(name));
      trial.saw(thing, exchange);
      if (namesIn(exchange).includes(name)) continue;
      trial.wrongValue(
        `${search.name} misses`,
        `${brief(name)}, with the word in ${pointer.slice(1)}`,
        namesIn(exchange),
        exchange,
        thing,
      );
    }
  });
  return [check];
}

/** A thing with two words of a kind is found by both. */
function bothCheck(facts: Facts, { operation, pagination, life, made }: Listed, name: string): Check {
  const { id } = operation;
  const title = `${id}: an item with two ${name} is found by both`;
  const { words } = made;
  return facts.run.check('P-37', { of: `${id}.${name}.both`, title, operation: id }, async (trial) => {
    const { exchange: thing } = await made.make();
    // The stored form is not always specified: if it differs, the check does not apply.
    if (!succeeded(thing) || canonical(at(bodyOf(thing), name)) !== canonical(words))
      throw new NotApplicable(`no resource with ${name} could be created`);
    const ask = (label: string, second: string) =>
      askFor(facts, id, label, { query: { [name]: [words[0], second] } });
    const shorter = { [name]: [words[0].slice(0, -1)] };
    const half = await askFor(facts, id, `a part of one of the ${name}`, { query: shorter });
    const exchange = await ask(`both ${name}`, words[1]);
    const other = await ask(`one of the ${name}, and an unused one`, facts.run.invent('word'));
    trial.saw(thing, half, exchange, other);
    const foundBy = (answer: Exchange) => itemsOf(pagination, answer).map((one) => at(one, life.name));
    const own = at(bodyOf(thing), life.name);
    if (foundBy(half).includes(own)) {
      trial.wrongValue(
        `found by a part of one of the ${name}`,
        'no items: none has it',
        foundBy(half),
        half,
        thing,
      );
    }
    if (foundBy(other).includes(own)) {
      trial.wrongValue(
        `found by any of the ${name}`,
        'no items: none has both',
        foundBy(other),
        other,
        thing,
      );
    }
    if (foundBy(exchange).includes(own)) return;
    const expected = `${brief(own)}, which has both`;
    const actual = succeeded(exchange) ? brief(foundBy(exchange)) : describeAnswer(exchange);
    trial.violated({ symptom: `not found by both ${name}`, expected, actual }, exchange, thing);
  });
}
