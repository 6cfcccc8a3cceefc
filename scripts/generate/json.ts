/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };
/** A JSON object under construction. */
export type MutableObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asArray(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Splits a JSON pointer (RFC 6901), with or without a leading `#`, into its unescaped segments. */
export function pointerSegments(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins segments to a JSON pointer (RFC 6901). */
export function toPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The value at a JSON pointer, or `undefined` when it does not exist. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const segment of pointerSegments(pointer)) {
    if (Array.isArray(value)) value = asArray(value)[Number(segment)];
    else if (isObject(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
}

/** Rebuilds a JSON value bottom-up; `change` sees each object after its members. */
export function mapObjects(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  const copy: MutableObject = {};
  for (const [key, member] of Object.entries(value)) copy[key] = mapObjects(member, change);
  return change(copy);
}

/** Every object inside a value, outermost first, with the segments that lead to it. */
export function* walkObjects(
  value: Json,
  at: readonly string[] = [],
): Generator<{ object: JsonObject; at: readonly string[] }> {
  if (isObject(value)) yield { object: value, at };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* walkObjects(member, [...at, key]);
}
