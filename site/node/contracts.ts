import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { platformReference } from '@tessera/contracts/reference/platform';
import type { ReferenceModel } from '@tessera/contracts/reference-model';

/** Folder of the generated package. */
export const CONTRACTS_ROOT = path.dirname(
  createRequire(import.meta.url).resolve('@tessera/contracts/package.json'),
);

/** Route of each area of contracts, in the order of the navigation. */
export const REFERENCE_ROUTES: Readonly<Record<string, string>> = {
  'extension-points': '/extension-points/',
  platform: '/api/',
};

/** The page models of all areas. */
export function allReferences(): readonly ReferenceModel[] {
  return [extensionPointsReference, platformReference];
}

/** The OpenAPI files that are offered for download, by name. */
export function loadSpecFiles(): Map<string, string> {
  const folder = path.join(CONTRACTS_ROOT, 'bundle');
  const names = readdirSync(folder).filter((name) => name.endsWith('.openapi.json'));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
