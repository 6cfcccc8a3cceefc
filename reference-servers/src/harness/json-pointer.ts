import { isRecord } from './json-schema.ts';

/** Names that a JSON pointer (RFC 6901) leads along; none for the whole value. */
export function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Escapes a name for a pointer. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value at a pointer; `undefined` when there is no such value. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of namesOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A copy with another value at the pointer; missing objects are created. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const [name, ...rest] = namesOf(pointer);
  if (name === undefined) return replacement;
  const below = rest.map((one) => `/${escapeName(one)}`).join('');
  const inside = replaceAt(valueAt(value, `/${escapeName(name)}`), below, replacement);
  if (Array.isArray(value)) return value.with(Number(name), inside);
  return { ...(isRecord(value) ? value : {}), [name]: inside };
}
