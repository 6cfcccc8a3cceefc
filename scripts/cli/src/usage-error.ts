/** Wrong usage of a command: the message names the flag, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
