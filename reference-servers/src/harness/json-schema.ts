import type { SchemaDocument } from '@tessera/contracts/vocabulary';

/** A schema object; booleans and arrays are read as an empty schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const NOTHING: JsonSchema = {};
const DEFS = '#/$defs/';

/** The named definition, or an empty schema. */
export function definition(schemas: SchemaDocument, name: string): JsonSchema {
  return asSchema(schemas.$defs[name]);
}

/** Follows `$ref` to the referenced schema. */
export function resolve(schemas: SchemaDocument, schema: unknown): JsonSchema {
  let found = asSchema(schema);
  for (const seen = new Set<unknown>(); !seen.has(found); ) {
    seen.add(found);
    const reference = found['$ref'];
    if (typeof reference === 'string' && reference.startsWith(DEFS)) {
      found = definition(schemas, reference.slice(DEFS.length));
    }
  }
  return found;
}

/** Properties that the schema declares, each resolved. */
export function propertiesOf(schemas: SchemaDocument, schema: unknown): Map<string, JsonSchema> {
  const properties = Object.entries(asSchema(resolve(schemas, schema)['properties']));
  return new Map(properties.map(([name, property]) => [name, resolve(schemas, property)]));
}

/** Types that a value may have; follows `$ref` and alternatives. Empty when the schema allows any. */
export function typesOf(schemas: SchemaDocument, schema: unknown, depth = 0): Set<string> {
  const found = resolve(schemas, schema);
  const { type } = found;
  const types = new Set<string>();
  for (const one of Array.isArray(type) ? type : [type]) if (typeof one === 'string') types.add(one);
  if (depth > 8) return types;
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = found[keyword];
    if (!Array.isArray(parts)) continue;
    for (const part of parts) for (const one of typesOf(schemas, part, depth + 1)) types.add(one);
  }
  return types;
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) ? value : NOTHING;
}

/** True for anything with named members, which a JSON object is. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
