/** Wrong usage of the command line; the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
