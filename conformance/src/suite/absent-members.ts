import { isObject, type JsonObject, listOf } from './json.ts';

/** Resolves a schema or a reference to one; an empty schema if it cannot be resolved. */
export type Resolve = (schema: unknown) => JsonObject;

/** The schema's constraints on one member of an object. */
interface Member {
  readonly schema: JsonObject;
  /** A member without a value must be absent: the schema neither requires nor allows null. */
  readonly isLeftOut: boolean;
}

/** Creates a function that removes nulls for absent members from a value, and adds their pointers to a list. */
export function createTidier(
  resolve: Resolve,
): (value: unknown, schema: JsonObject, pointer: string, nulls: string[]) => unknown {
  const membersOf = createShapes(resolve);

  const withoutNulls = (value: unknown, schema: JsonObject, pointer: string, nulls: string[]): unknown => {
    if (Array.isArray(value)) {
      const items = resolve(schema['items']);
      return value.map((one: unknown, index) => withoutNulls(one, items, `${pointer}/${index}`, nulls));
    }
    if (!isObject(value)) return value;
    const members = membersOf(schema);
    const kept: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value)) {
      const member = members.get(key);
      if (inner === null && member?.isLeftOut === true) nulls.push(`${pointer}/${key}`);
      else if (member === undefined) kept.push([key, inner]);
      else kept.push([key, withoutNulls(inner, member.schema, `${pointer}/${key}`, nulls)]);
    }
    return Object.fromEntries(kept);
  };
  return withoutNulls;
}

/** Creates a function that returns the members of a schema, with a cache. */
function createShapes(resolve: Resolve): (schema: JsonObject) => ReadonlyMap<string, Member> {
  /** The schema and its parts, whose members may all occur in one value. */
  const formsOf = (schema: JsonObject): JsonObject[] => [
    schema,
    ...['oneOf', 'anyOf', 'allOf'].flatMap((key) =>
      listOf(schema[key]).flatMap((one) => formsOf(resolve(one))),
    ),
  ];

  const shapes = new WeakMap<JsonObject, ReadonlyMap<string, Member>>();
  const membersOf = (schema: JsonObject): ReadonlyMap<string, Member> => {
    const known = shapes.get(schema);
    if (known !== undefined) return known;
    const forms = formsOf(schema);
    const required = new Set(forms.flatMap((form) => listOf(form['required'])));
    const properties: JsonObject = Object.assign({}, ...forms.map((form) => form['properties']));
    const made = new Map(
      Object.entries(properties).map(([key, property]) => {
        const inner = resolve(property);
        const isNullable = formsOf(inner).some((form) => [form['type']].flat().includes('null'));
        return [key, { schema: inner, isLeftOut: !required.has(key) && !isNullable }] as const;
      }),
    );
    shapes.set(schema, made);
    return made;
  };
  return membersOf;
}
