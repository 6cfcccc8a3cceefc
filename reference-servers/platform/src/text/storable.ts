/** NUL and halves of surrogate pairs: JSON can write them, PostgreSQL cannot store them. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** The error message for such a text, to continue a sentence. */
export const UNSTORABLE = 'must not hold NUL or an unpaired surrogate';

/** The path of the first text in a value that cannot be stored; undefined when all can. */
export function findUnstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return NOT_STORABLE.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (NOT_STORABLE.test(name)) return path === '' ? 'a name' : path;
    const found = findUnstorable(member, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
