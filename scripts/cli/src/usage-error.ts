/** Wrong usage of `tessera`; the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
