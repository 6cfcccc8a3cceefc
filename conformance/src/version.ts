import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Version of this package. */
export function suiteVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

/** Hash of the contracts that the suite reads. */
export function contractHash(): string {
  const path = createRequire(import.meta.url).resolve('@tessera/contracts/manifest.json');
  const manifest: { specs: string } = JSON.parse(readFileSync(path, 'utf8'));
  return manifest.specs;
}
