/** The value at a pointer of a call table (RFC 6901, without escapes), or `undefined`. */
export function valueAt(value: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce((at, segment) => (isObject(at) ? at[segment] : undefined), value);
}

/** A copy in which the value at the pointer is another one; members on the way are made as needed. */
export function withValueAt(value: object, pointer: string, replacement: unknown): object {
  const write = (at: unknown, [first, ...rest]: string[]): object => ({
    ...(isObject(at) && at),
    [first ?? '']: rest.length > 0 ? write(valueAt(at, `/${first}`), rest) : replacement,
  });
  return write(value, segmentsOf(pointer));
}

/** Whether the value has members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object(value) === value;
}

function segmentsOf(pointer: string): string[] {
  return pointer.split('/').slice(1);
}
