import { isObject, type JsonObject, listOf } from './json.ts';

/** A schema itself, wherever it stands; empty where there is none. */
export type Resolve = (schema: unknown) => JsonObject;

/** What a schema says of one member of an object. */
interface Member {
  readonly schema: JsonObject;
  /** Whoever has nothing to say there leaves it out: null is neither asked for nor allowed. */
  readonly isLeftOut: boolean;
}

/** Makes what takes a value apart from the nulls in it that stand for absent members, and adds their pointers to a list. */
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

/** Makes what knows the members of a schema; each is looked at once. */
function createShapes(resolve: Resolve): (schema: JsonObject) => ReadonlyMap<string, Member> {
  /** The schema and what it is put together from, whose members may all stand in one value. */
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
