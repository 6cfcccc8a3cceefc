import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';

/** A body in which one value is outside or at a bound of its schema, or lacks what an entry of a list requires. */
interface Unbounded {
  /** Dotted path of the member. */
  readonly member: string;
  readonly what: string;
  readonly value: unknown;
}

/** Bodies outside the bounds of a schema: also in lists, and in members that the valid body omits. */
export function unboundedBodies(schemas: Schemas, schema: string, good: unknown): Unbounded[] {
  return beyond(schemas, schemas.named(schema), good, '').filter(
    ({ value }) => !schemas.isValid(schema, value),
  );
}

/** Bodies in which one number is at a bound: also in members that the valid body omits. */
export function boundaryBodies(schemas: Schemas, schema: string, good: unknown): Unbounded[] {
  return within(schemas, schemas.named(schema), good, '').filter(({ value }) =>
    schemas.isValid(schema, value),
  );
}

const EMPTY = 'is an empty string';

/** All bodies, but only one with an empty string: the name if there is one, or another member for each operation. */
export function oneEmptyText(bodies: readonly Unbounded[], turn: number): Unbounded[] {
  const empty = bodies.filter(({ what }) => what === EMPTY);
  const chosen = empty.find(({ member }) => member === 'name') ?? empty[turn % empty.length];
  return bodies.filter((one) => one.what !== EMPTY || one === chosen);
}

/** The replacements of a value and of its members. */
type Trying = (schemas: Schemas, schema: JsonObject, good: unknown, path: string) => Unbounded[];

function beyond(schemas: Schemas, schema: JsonObject, good: unknown, path: string): Unbounded[] {
  const own = wrongValues(schema).map(([what, value]) => ({ member: path, what, value }));
  if (schema['type'] === 'array') return [...own, ...inEntries(schemas, schema, good, path)];
  return [...(path === '' ? [] : own), ...inMembers(schemas, schema, good, path, beyond)];
}

function within(schemas: Schemas, schema: JsonObject, good: unknown, path: string): Unbounded[] {
  const ends = ['minimum', 'maximum'].flatMap((end) => {
    const value = schema[end];
    return typeof value === 'number' && value !== good ? [{ member: path, what: end, value }] : [];
  });
  return [...ends, ...inMembers(schemas, schema, good, path, within)];
}

function inMembers(
  schemas: Schemas,
  schema: JsonObject,
  good: unknown,
  path: string,
  tryingOf: Trying,
): Unbounded[] {
  const value = isObject(good) ? good : {};
  return Object.entries(schemas.members(schema).properties).flatMap(([key, property]) => {
    // An absent member is tried as well, unless it has required members.
    const isOpen = value[key] !== undefined || listOf(property['required']).length === 0;
    if (!isOpen) return [];
    const inner = tryingOf(schemas, property, value[key], path === '' ? key : `${path}.${key}`);
    return inner.map((one) => ({ ...one, value: { ...value, [key]: one.value } }));
  });
}

/** The first entry of a list represents all; its members are left out or get wrong values one by one. */
function inEntries(schemas: Schemas, schema: JsonObject, good: unknown, path: string): Unbounded[] {
  const [first, ...rest] = listOf(good);
  const item = schemas.resolve(schema['items']);
  if (Array.isArray(item['enum']))
    return [{ member: path, what: 'has a value outside its enumeration', value: ['not-in-the-contract'] }];
  if (!isObject(first)) return [];
  const place = path === '' ? '0' : `${path}.0`;
  const missing = listOf(item['required']).map((name) => {
    const { [String(name)]: _left, ...others } = first;
    return { member: `${place}.${String(name)}`, what: 'is missing', value: others };
  });
  const nested = Object.entries(schemas.members(item).properties).flatMap(([key, inner]) => {
    const wrong = inEntry(inner, first[key], `${place}.${key}`);
    return wrong.map((one) => ({ ...one, value: { ...first, [key]: one.value } }));
  });
  return [...missing, ...nested].map((one) => ({ ...one, value: [one.value, ...rest] }));
}

/** Wrong values of a member of an entry. */
function inEntry(schema: JsonObject, held: unknown, member: string): Unbounded[] {
  if (isObject(held))
    return listOf(schema['required']).map((name) => {
      const { [String(name)]: _left, ...others } = held;
      return { member: `${member}.${String(name)}`, what: 'is missing', value: others };
    });
  if (Array.isArray(held)) return [{ member, what: 'is not a list', value: 'text' }];
  if (!Array.isArray(schema['enum'])) return [];
  return [{ member, what: 'is outside its enumeration', value: 'NOT_IN_THE_CONTRACT' }];
}

/** Bodies that name something twice where the schema allows one way: by id and by name. */
export function ambiguousBodies(schemas: Schemas, schema: string, body: unknown): Unbounded[] {
  return ambiguous(schemas, schemas.named(schema), body, '').filter(
    ({ value }) => !schemas.isValid(schema, value),
  );
}

function ambiguous(schemas: Schemas, schema: JsonObject, value: unknown, path: string): Unbounded[] {
  const inside = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    const inner = ambiguous(schemas, schemas.resolve(schema['items']), first, inside('0'));
    return inner.map((one) => ({ ...one, value: [one.value, ...rest] }));
  }
  if (!isObject(value)) return [];
  const ways = listOf(schema['oneOf']).map((one) => listOf(at(one, 'required')).map(String));
  const said = ways.find((names) => names.length > 0 && names.every((name) => name in value)) ?? [];
  const others = ways.filter((names) => names.length > 0 && names !== said);
  const own = others.map((names) => ({
    member: path,
    what: `has ${[...said, ...names].join(' and ')}`,
    value: { ...value, ...Object.fromEntries(names.map((name) => [name, value[said[0] ?? '']])) },
  }));
  const nested = Object.entries(schemas.members(schema).properties).flatMap(([key, property]) =>
    ambiguous(schemas, property, value[key], inside(key)).map((one) => ({
      ...one,
      value: { ...value, [key]: one.value },
    })),
  );
  return [...(said.length === 0 ? [] : own), ...nested];
}

function wrongValues(schema: JsonObject): [string, unknown][] {
  const bound = (name: string): number | undefined => {
    const value = at(schema, name);
    return typeof value === 'number' ? value : undefined;
  };
  const [least, most, longest] = [bound('minimum'), bound('maximum'), bound('maxLength')];
  const wrong: [string, unknown][] = [];
  if (least !== undefined) wrong.push(['is below its minimum', least - 1]);
  if (most !== undefined) wrong.push(['is above its maximum', most + 1]);
  if (longest !== undefined) wrong.push(['is too long', 'x'.repeat(longest + 1)]);
  const isFree = schema['pattern'] === undefined && schema['enum'] === undefined;
  if ((bound('minLength') ?? 0) > 0 && isFree) wrong.push([EMPTY, '']);
  if ((bound('minItems') ?? 0) > 0) wrong.push(['is an empty list', []]);
  if (typeof schema['pattern'] === 'string') wrong.push(['has another format', 'not of this format']);
  return wrong;
}
