import { type Bundle, resolveReference } from './bundle.ts';
import { asArray, asObject, type Json, type JsonObject, pointerSegments } from './json.ts';

/** The schema of the member that a JSON pointer (RFC 6901) leads to, references and `allOf` followed; none if undeclared. */
export function schemaAt(bundle: Bundle, schema: Json | undefined, pointer: string): JsonObject | undefined {
  let holder: JsonObject | undefined = resolveReference(bundle, schema, '').value;
  for (const segment of pointerSegments(pointer)) {
    if (holder === undefined) return undefined;
    holder = member(bundle, holder, segment);
  }
  return holder;
}

function member(bundle: Bundle, holder: JsonObject, name: string): JsonObject | undefined {
  const properties = asObject(holder['properties']);
  if (Object.hasOwn(properties, name)) return resolveReference(bundle, properties[name], '').value;
  for (const part of asArray(holder['allOf'])) {
    const found = member(bundle, resolveReference(bundle, part, '').value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a schema allows values of a JSON type, possibly beside null. */
export function hasType(schema: JsonObject | undefined, type: string): boolean {
  const types = schema?.['type'];
  return types === type || asArray(types).includes(type);
}

/** The schema of the first media type of a request body or a response, inline or by reference. */
export function contentSchema(bundle: Bundle, holder: Json | undefined): Json | undefined {
  const { content } = resolveReference(bundle, holder, '').value;
  return asObject(Object.values(asObject(content))[0])['schema'];
}
