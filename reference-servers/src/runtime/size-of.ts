/** Estimated overhead of a value beside the characters of its texts, in bytes, for an entry of an object or a list. */
const BYTES_PER_VALUE = 16;

/** Estimated memory of a JSON value, in bytes. */
export function sizeOf(value: unknown): number {
  let bytes = 0;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    bytes += BYTES_PER_VALUE;
    if (typeof one === 'string') bytes += one.length;
    else if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) {
        if (!Array.isArray(one)) bytes += name.length;
        left.push(member);
      }
    }
  }
  return bytes;
}
