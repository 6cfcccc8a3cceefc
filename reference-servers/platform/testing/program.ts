import { join } from 'node:path';

/** V8 optimizes no code of the embedded database, which costs more than it saves in processes that end after seconds. */
const SHORT_LIVED = ['--liftoff-only'];

/**
 * Arguments of Node that start the built command. Vitest and the scripts of package.json build it before; scripts measure it
 * as it is.
 */
export const PROGRAM: readonly string[] = [
  ...(process.env['VITEST'] === undefined ? [] : SHORT_LIVED),
  join(import.meta.dirname, '../bin/tessera-platform.js'),
];
