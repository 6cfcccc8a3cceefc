import { valueAt } from '../harness/bind.ts';
import { isRecord } from '../harness/json-schema.ts';

/** A copy with another value where the pointer leads; objects that are not there are made. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const [name, ...rest] = namesOf(pointer);
  if (name === undefined) return replacement;
  const below = rest.map((one) => `/${escapeName(one)}`).join('');
  const inside = replaceAt(valueAt(value, `/${escapeName(name)}`), below, replacement);
  if (Array.isArray(value)) return value.with(Number(name), inside);
  return { ...(isRecord(value) ? value : {}), [name]: inside };
}

/** Writes a name as it stands in a pointer. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
