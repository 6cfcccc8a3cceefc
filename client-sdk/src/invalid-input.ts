/** Something that was read is not what it has to be: a notification, a descriptor, a URN, a duration, a schedule. */
export class InvalidInputError extends TypeError {
  override readonly name = 'InvalidInputError';
  /** JSON pointer to the place; empty for the whole input. */
  readonly pointer: string;
  /** What has to stand there. */
  readonly expected: string;

  constructor(what: string, expected: string, pointer = '', cause?: unknown) {
    super(`${what}${pointer && ` at ${pointer}`} ${expected}`, cause === undefined ? {} : { cause });
    this.pointer = pointer;
    this.expected = expected;
  }
}
