import { brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Members, Schemas } from '../../suite/schemas.ts';

/** Whether a text is for people: it has no enumeration and no format, and is not the name of a thing. */
export function isProse(name: string, property: JsonObject): boolean {
  const isText = property['type'] === 'string';
  const isOpen = ['enum', 'format', 'pattern'].every((key) => property[key] === undefined);
  return isText && isOpen && /description|displayName/i.test(name);
}

/**
 * A body with the minimal content of its schema: empty texts and lists, false, and numbers around zero. Code that reads
 * such values as absent loses them.
 */
export function plainBody(
  schemas: Schemas,
  properties: Members['properties'],
  names: readonly string[],
  good: JsonObject,
) {
  const numbers = rising();
  const plain = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
    if (!names.includes(name)) return [];
    if (isProse(name, property)) return property['minLength'] === undefined ? [[name, '']] : [];
    if (property['type'] === 'boolean') return [[name, false]];
    if (property['type'] === 'array') return property['minItems'] === undefined ? [[name, []]] : [];
    return good[name] === undefined ? [] : [[name, plainNumbers(schemas, property, good[name], numbers)]];
  });
  return { ...good, ...Object.fromEntries(plain) };
}

/** A list entry with only its required members: empty lists, false, and this number for every other number. */
function plainEntry(schemas: Schemas, schema: JsonObject, good: unknown, number: number): unknown {
  const { type, minItems, minimum } = schema;
  if (type === 'boolean') return false;
  if (type === 'number' && minimum === undefined) return number;
  if (type === 'array' && minItems === undefined) return [];
  if (!isObject(good)) return good;
  const own = isObject(schema['properties']) ? schema['properties'] : {};
  const needed = listOf(schema['required']).map(String);
  return Object.fromEntries(
    needed.map((name) => [name, plainEntry(schemas, schemas.resolve(own[name]), good[name], number)]),
  );
}

/** Lists with one minimal entry, for each kind of number that is easily read as absent. */
export function plainLists(schemas: Schemas, schema: string, [first]: readonly unknown[]) {
  const items = schemas.resolve(schemas.named(schema)['items']);
  const bodies = new Map(
    [0, -0.5].map((number) => {
      const value = [plainEntry(schemas, items, first, number)];
      return [canonical(value), { of: `plain ${number}`, what: `the plain entry ${brief(value)}`, value }];
    }),
  );
  return [...bodies.values()].filter(({ value }) => schemas.isValid(schema, value));
}

/** The same with other numbers wherever the schema allows any, in ascending order, which bounds may require. */
function plainNumbers(schemas: Schemas, schema: JsonObject, good: unknown, numbers: () => number): unknown {
  if (typeof good === 'number')
    return schema['type'] === 'number' && schema['minimum'] === undefined ? numbers() : good;
  if (Array.isArray(good)) {
    const items = schemas.resolve(schema['items']);
    return good.map((one: unknown) => plainNumbers(schemas, items, one, numbers));
  }
  if (!isObject(good) || !isObject(schema['properties'])) return good;
  const own = schema['properties'];
  return Object.fromEntries(
    Object.entries(good).map(([name, one]) => [
      name,
      plainNumbers(schemas, schemas.resolve(own[name]), one, numbers),
    ]),
  );
}

/** Multiples of one half from below zero: integers, fractions, and zero. */
function rising(): () => number {
  let last = -1;
  return () => (last += 0.5);
}
