import { join } from 'node:path';

/** The built command, as its users start it. Vitest and the scripts of package.json build it before. */
export const PROGRAM = join(import.meta.dirname, '../bin/tessera-platform.js');
