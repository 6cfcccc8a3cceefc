/** A JSON object with unknown members. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** True for objects other than null and lists. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys and indexes; undefined if the path does not exist. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here)) here = here[key];
    else return undefined;
  }
  return here;
}

/** The value at a JSON pointer (RFC 6901); the empty pointer is the whole value. */
export function atPointer(value: unknown, pointer: string): unknown {
  return at(value, ...pointerKeys(pointer));
}

/** The keys of a JSON pointer, unescaped. */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key as a segment of a JSON pointer. */
export function pointerSegment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value if it is a list; else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Deeper than any valid answer; recursive functions overflow the stack only at a much larger depth. */
const DEEPEST_JSON = 500;

/**
 * The parsed JSON text; undefined for invalid JSON or too deep nesting. The result is wrapped to distinguish `null`
 * from a failure.
 */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(text, value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string, value: unknown): boolean {
  // Every level takes two brackets, so short texts need no scan.
  if (text.length <= 2 * DEEPEST_JSON) return false;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** JSON text with sorted keys: equal values have equal text, in any order of their members. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
    ) ?? 'undefined'
  );
}

/**
 * Any JSON value as text: a text as it is, other values as JSON. `String` throws for an object with a member `toString`, which
 * a file may have.
 */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A short form of any value for a message. */
export function brief(value: unknown, length = 120): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
