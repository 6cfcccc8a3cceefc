/** NUL and halves of surrogate pairs: JSON can write them, PostgreSQL cannot store them. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** The error message for such a text, to continue a sentence. */
export const UNSTORABLE = 'must not hold NUL or an unpaired surrogate';

/** All of them, and the replacement character, which stands for each. */
const ALL_NOT_STORABLE = new RegExp(NOT_STORABLE, 'gu');
const REPLACEMENT = '\u{FFFD}';

/** A text in which a replacement character stands for everything that cannot be stored. */
export function storableText(text: string): string {
  return NOT_STORABLE.test(text) ? text.replaceAll(ALL_NOT_STORABLE, REPLACEMENT) : text;
}

/** The JSON of a value, with storable texts and names. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'string') return storableText(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const hasOddName = Object.keys(member).some((name) => NOT_STORABLE.test(name));
    return hasOddName
      ? Object.fromEntries(Object.entries(member).map(([name, inner]) => [storableText(name), inner]))
      : member;
  });
}

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
