import { isRecord } from './json-schema.ts';

/** Names that a JSON pointer (RFC 6901) leads along; none for the whole value. */
export function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Writes a name as it stands in a pointer. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What a pointer leads to; `undefined` when it leads nowhere. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of namesOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A copy with another value where the pointer leads; objects that are not there are made. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const [name, ...rest] = namesOf(pointer);
  if (name === undefined) return replacement;
  const below = rest.map((one) => `/${escapeName(one)}`).join('');
  const inside = replaceAt(valueAt(value, `/${escapeName(name)}`), below, replacement);
  if (Array.isArray(value)) return value.with(Number(name), inside);
  return { ...(isRecord(value) ? value : {}), [name]: inside };
}
