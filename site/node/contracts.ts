import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** The page models of all areas. @throws Error naming an area that has not been generated */
export async function loadReferences(): Promise<ReferenceModel[]> {
  const models: ReferenceModel[] = [];
  for (const area of Object.keys(REFERENCE_ROUTES)) {
    const file = path.join(CONTRACTS_ROOT, 'reference', `${area}.js`);
    if (!existsSync(file)) throw new Error(`The reference data of ${area} is missing: there is no ${file}`);
    const module: unknown = await import(pathToFileURL(file).href);
    models.push(...Object.values(module as Record<string, ReferenceModel>)); // declared beside it as ReferenceModel
  }
  return models;
}

/** The OpenAPI files that are offered for download, by name. */
export function loadSpecFiles(): Map<string, string> {
  const folder = path.join(CONTRACTS_ROOT, 'bundle');
  const names = readdirSync(folder).filter((name) => name.endsWith('.openapi.json'));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
