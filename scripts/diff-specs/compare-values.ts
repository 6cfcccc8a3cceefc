import { asArray, asObject, isObject, type Json } from '../generate/json.ts';
import type { Flow } from './flow.ts';
import type { Kind } from './policy.ts';
import { come, gone, member, type Pair, type Side } from './sides.ts';

/** Reports added and removed types. */
export function compareTypes(schema: Pair, flow: Flow): void {
  const [before, after] = [typesOf(schema.base), typesOf(schema.head)];
  const lost = without(before, after);
  const gained = without(after, before);
  const pair = { base: member(schema.base, 'type'), head: member(schema.head, 'type') };
  const message = `type was ${before.join(' or ') || 'any'}, is ${after.join(' or ') || 'any'}`;
  const add = (kind: Kind) => flow.changes.add(kind, pair, flow.roles, message);
  if (gained.join() === 'null') add('null-admitted');
  if (lost.join() === 'null') add('null-refused');
  const [losesOther, gainsOther] = [lost, gained].map((types) => types.some((type) => type !== 'null'));
  if (losesOther && gainsOther) add('type-changed');
  else if (losesOther) add('type-narrowed');
  else if (gainsOther) add('type-widened');
}

/** An empty list stands for any type. */
function typesOf({ value }: Side): string[] {
  const { type, nullable } = asObject(value);
  const types = [type ?? []].flat().map(String);
  return nullable === true && types.length > 0 ? [...types, 'null'] : types;
}

/** The types of `some` that `others` do not cover; `any` when those are all. An integer is a number. */
function without(some: readonly string[], others: readonly string[]): string[] {
  if (others.length === 0) return [];
  if (some.length === 0) return ['any'];
  return some.filter((type) => !others.includes(type) && !(type === 'integer' && others.includes('number')));
}

/** Reports values that were added to or removed from an `enum` or a `const`. */
export function compareValues(schema: Pair, flow: Flow): void {
  const [before, after] = [listed(schema.base), listed(schema.head)];
  const place = { base: holder(schema.base), head: holder(schema.head) };
  if (before === undefined || after === undefined) {
    if (after !== undefined)
      flow.changes.add('values-listed', come(place.head), flow.roles, 'takes listed values only');
    if (before !== undefined)
      flow.changes.add('values-freed', gone(place.base), flow.roles, 'takes other values too');
    return;
  }
  for (const { text, side } of after.filter(({ text }) => !before.some((value) => value.text === text))) {
    flow.changes.add(kindOfNew(schema, text, flow), come(side), flow.roles, `the value ${text} came`);
  }
  for (const { text, side } of before.filter(({ text }) => !after.some((value) => value.text === text))) {
    flow.changes.add('value-removed', gone(side), flow.roles, `the value ${text} went`);
  }
}

function holder(side: Side): Side {
  return member(side, isObject(side.value) && 'const' in side.value ? 'const' : 'enum');
}

function listed(schema: Side): { text: string; side: Side }[] | undefined {
  const side = holder(schema);
  if (side.value === undefined) return undefined;
  const entry = (value: Json, place: Side) => ({ text: JSON.stringify(value), side: place });
  if (side.pointer.endsWith('/const')) return [entry(side.value, side)];
  return asArray(side.value).map((value, index) => entry(value, member(side, index)));
}

/** A state in a response is special: readers can handle an unknown one. */
function kindOfNew(schema: Pair, text: string, flow: Flow): Kind {
  const lifecycle = asObject(schema.head.value)['x-dp-lifecycle'];
  const hadOne = isObject(asObject(schema.base.value)['x-dp-lifecycle']);
  if (flow.part !== 'answer' || !isObject(lifecycle) || !hadOne) return 'value-added';
  const isEnd = asArray(lifecycle['terminal']).some((state) => JSON.stringify(state) === text);
  return isEnd ? 'end-state-added' : 'state-added';
}
