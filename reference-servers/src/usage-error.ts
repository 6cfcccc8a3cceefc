/** The command line cannot be understood; the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
