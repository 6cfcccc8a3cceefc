import { readFileSync } from 'node:fs';

/**
 * A file of this package that is shipped as it is.
 * @param path from the root of the package; this file stands one folder below it, as a source and when it is bundled
 */
export function readOwnFile(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
