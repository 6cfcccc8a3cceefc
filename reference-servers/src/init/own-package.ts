import { readFileSync } from 'node:fs';

/** Folder of this package, from the sources as well as from the bundled command. */
export const PACKAGE = new URL('../../', import.meta.url);

/** The package.json of this package. */
export function readOwnManifest(): { name: string; version: string } {
  return JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
}
