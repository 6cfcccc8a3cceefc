import type { ValidateBody } from './options.ts';
import { validateResponses } from './validation.ts';

/** Stands for `#validation-by-default` where the runtime or the bundler has set the condition `development`. */
export const validateByDefault: ValidateBody | undefined = validateResponses;
