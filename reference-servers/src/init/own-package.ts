import { readFileSync } from 'node:fs';

/** Folder of this package, from the sources as well as from the bundled command. */
export const PACKAGE = new URL('../../', import.meta.url);

/** Version of this package. */
export function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  return manifest.version;
}
