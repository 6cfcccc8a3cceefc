import { createContext, Script } from 'node:vm';
import type { CodeOptions } from 'ajv/dist/2020.js';
import { isRecord } from '../harness/json-schema.ts';

/** Time limit of a pattern for one text, in milliseconds. */
const PATTERN_TIME = 1_000;

const SEARCH = new Script('search()');

/**
 * Regular expressions that time out after a second: a text that takes longer does not match. A pattern of a user's file
 * may take exponential time (`^(a+)+$`), which would block the server, and its shutdown as well.
 */
export const limitedPatterns: NonNullable<CodeOptions['regExp']> = Object.assign(
  (source: string, flags: string) => {
    const pattern = new RegExp(source, flags);
    return {
      test(text: string) {
        const context = createContext({ search: () => pattern.test(text) });
        try {
          return SEARCH.runInContext(context, { timeout: PATTERN_TIME }) === true;
        } catch (cause) {
          if (isTimeout(cause)) return false;
          throw cause;
        }
      },
      // The compiler distinguishes patterns by this.
      toString: () => String(pattern),
    };
  },
  { code: 'limitedPatterns' },
);

function isTimeout(cause: unknown): boolean {
  return isRecord(cause) && cause['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
