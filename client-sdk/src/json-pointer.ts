/** The value at an RFC 6901 pointer, or `undefined`. */
export function valueAt(value: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(
    (at, segment) => (isObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined),
    value,
  );
}

/** A copy in which the value at the pointer is another one; members on the way are made as needed. */
export function withValueAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const [first, ...rest] = segmentsOf(pointer);
  if (first === undefined) return replacement;
  const inner = rest.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const object = isObject(value) ? value : {};
  return { ...object, [first]: withValueAt(object[first], inner, replacement) };
}

/** Whether the value has members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
