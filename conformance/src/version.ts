import contracts from '@tessera/contracts/manifest.json' with { type: 'json' };
import { readOwnFile } from './own-files.ts';

/** Version of this package. */
export function suiteVersion(): string {
  const manifest: { version: string } = JSON.parse(readOwnFile('package.json'));
  return manifest.version;
}

/** Hash of the contracts that the suite reads. */
export function contractHash(): string {
  return contracts.specs;
}
