import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { platformReference } from '@tessera/contracts/reference/platform';
import type { ReferenceApi, ReferenceModel } from '@tessera/contracts/reference-model';

/** Folder of the generated package. */
export const CONTRACTS_ROOT = path.dirname(
  createRequire(import.meta.url).resolve('@tessera/contracts/package.json'),
);

/** The area of the contracts that integrators implement. */
export const EXTENSION_POINTS = 'extension-points';

/** Route of each area of contracts, in the order of the navigation. */
export const REFERENCE_ROUTES: Readonly<Record<string, string>> = {
  [EXTENSION_POINTS]: '/extension-points/',
  platform: '/api/',
};

/** The page models of all areas. */
export function allReferences(): readonly ReferenceModel[] {
  return [extensionPointsReference, platformReference];
}

/** A page of a reference: the first page of an area, which lists its APIs, or the page of one of them. */
export interface ReferencePlace {
  readonly model: ReferenceModel;
  readonly api?: ReferenceApi;
  readonly route: string;
}

/** All pages of the references, in the order of the navigation. */
export function referencePlaces(): readonly ReferencePlace[] {
  return allReferences().flatMap((model) => [
    { model, route: routeOfReference(model) },
    ...model.apis.map((api) => ({ model, api, route: routeOfReference(model, api) })),
  ]);
}

/** Route of the first page of an area, or of the page of one of its APIs. */
export function routeOfReference(
  { area }: Pick<ReferenceModel, 'area'>,
  api?: { readonly id: string },
): string {
  const route = REFERENCE_ROUTES[area] ?? `/${area}/`;
  return api === undefined ? route : `${route}${api.id}/`;
}

/** The OpenAPI files that are offered for download, by name. */
export function loadSpecFiles(): Map<string, string> {
  const folder = path.join(CONTRACTS_ROOT, 'bundle');
  const names = readdirSync(folder).filter((name) => name.endsWith('.openapi.json'));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
