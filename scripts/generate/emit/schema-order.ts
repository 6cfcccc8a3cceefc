import { isObject, type Json, type JsonObject } from '../json.ts';

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** Name of the component that a schema refers to; `undefined` for an inline schema. */
export function nameIn(schema: JsonObject): string | undefined {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
}

/** Schemas sorted so that each comes after the ones it refers to, for languages without forward references. */
export function dependenciesFirst(schemas: Readonly<Record<string, JsonObject>>): [string, JsonObject][] {
  const ordered = new Map<string, JsonObject>();
  const waiting = new Set<string>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined || ordered.has(name) || waiting.has(name)) return;
    waiting.add(name);
    for (const reference of referencesIn(schema)) visit(reference);
    ordered.set(name, schema);
  };
  for (const name of Object.keys(schemas)) visit(name);
  return [...ordered];
}

function referencesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const name = nameIn(value);
  return name === undefined ? Object.values(value).flatMap((member) => referencesIn(member ?? null)) : [name];
}
