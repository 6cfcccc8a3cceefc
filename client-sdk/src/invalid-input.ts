/** Invalid input: a notification, a descriptor, a URN, a duration or a schedule. */
export class InvalidInputError extends TypeError {
  override readonly name = 'InvalidInputError';
  /** JSON pointer to the invalid value; empty for the whole input. */
  readonly pointer: string;
  /** The expected value. */
  readonly expected: string;

  constructor(what: string, expected: string, pointer = '', cause?: unknown) {
    super(`${what}${pointer && ` at ${pointer}`} ${expected}`, cause === undefined ? {} : { cause });
    this.pointer = pointer;
    this.expected = expected;
  }
}
