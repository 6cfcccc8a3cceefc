import { brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';

/** The members of a schema that is resolved, those of its bases too. */
export type Members = Readonly<Record<string, JsonObject>>;

/** Whether a text is for people: it has neither a list, nor a form, and names nothing that has to be known. */
export function isProse(name: string, property: JsonObject): boolean {
  const isText = property['type'] === 'string';
  const isOpen = ['enum', 'format', 'pattern'].every((key) => property[key] === undefined);
  return isText && isOpen && /description|displayName/i.test(name);
}

/**
 * A body that says as little as its schema lets it: no words, no entries, false, and numbers about zero. What takes
 * such values for absent loses them.
 */
export function plainBody(schemas: Schemas, properties: Members, names: readonly string[], good: JsonObject) {
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

/** The entry of a list with nothing but what it has to have: empty lists, false, and the number in place of every other. */
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

/** Lists whose one entry says as little as may be, with each kind of number that is easily taken for none. */
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

/** The same with other numbers wherever any may stand, in rising order as bounds may have to be. */
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

/** Halves from below zero: whole numbers, fractions, and zero itself. */
function rising(): () => number {
  let last = -1;
  return () => (last += 0.5);
}
