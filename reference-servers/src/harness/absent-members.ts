import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { definition, isRecord, type JsonSchema, resolve, typesOf } from './json-schema.ts';

/**
 * The value without members that are null where the schema knows an optional member that cannot be null: null counts as
 * absent there. Returns the same value when it has none.
 */
export function withoutNulls(schemas: SchemaDocument, name: string, value: unknown): unknown {
  return tidy(schemas, definition(schemas, name), value);
}

function tidy(schemas: SchemaDocument, schema: unknown, value: unknown): unknown {
  const forms = formsOf(schemas, schema);
  if (Array.isArray(value)) {
    const [items] = forms.flatMap((form) => (form['items'] === undefined ? [] : [form['items']]));
    // A value without a schema may be nested deeper than the stack.
    if (items === undefined) return value;
    const tidied = value.map((one) => tidy(schemas, items, one));
    return tidied.some((one, index) => one !== value[index]) ? tidied : value;
  }
  if (!isRecord(value)) return value;
  const properties: JsonSchema = Object.assign({}, ...forms.map((form) => form['properties']));
  // What only one of several alternatives requires may be absent in another.
  const required = new Set(
    formsOf(schemas, schema, ['allOf']).flatMap((form) =>
      Array.isArray(form['required']) ? form['required'] : [],
    ),
  );
  const isAbsent = (key: string, member: unknown): boolean =>
    member === null &&
    Object.hasOwn(properties, key) &&
    !required.has(key) &&
    !isNullable(schemas, properties[key]);
  const members = Object.entries(value);
  const kept = members
    .filter(([key, member]) => !isAbsent(key, member))
    .map(([key, member]): [string, unknown] => [
      key,
      Object.hasOwn(properties, key) ? tidy(schemas, properties[key], member) : member,
    ]);
  const isChanged = kept.length < members.length || kept.some(([key, member]) => member !== value[key]);
  return isChanged ? Object.fromEntries(kept) : value;
}

/** A schema without a type allows null, too. */
function isNullable(schemas: SchemaDocument, schema: unknown): boolean {
  const types = typesOf(schemas, schema);
  return types.size === 0 || types.has('null');
}

/** The schema and its parts, whose members may all occur in one value. */
function formsOf(
  schemas: SchemaDocument,
  schema: unknown,
  keywords: readonly string[] = ['oneOf', 'anyOf', 'allOf'],
  depth = 0,
): JsonSchema[] {
  const found = resolve(schemas, schema);
  if (depth > 8) return [found];
  const parts = keywords.flatMap((key) => (Array.isArray(found[key]) ? found[key] : []));
  return [found, ...parts.flatMap((part: unknown) => formsOf(schemas, part, keywords, depth + 1))];
}
