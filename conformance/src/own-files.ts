import { readFileSync } from 'node:fs';

/**
 * A file that ships with this package unchanged.
 * @param path from the root of the package; this file is one folder below it, as a source and when it is bundled
 */
export function readOwnFile(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
