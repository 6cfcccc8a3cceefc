import type { ValidateBody } from './options.ts';

/** Stands for `#validation-by-default` outside development: answers are trusted, and no schema is downloaded. */
export const validateByDefault: ValidateBody | undefined = undefined;
