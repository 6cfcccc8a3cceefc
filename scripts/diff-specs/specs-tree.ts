import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../flags.ts';
import { buildModel } from '../generate/build-model.ts';
import type { Bundle } from '../generate/bundle.ts';
import {
  asArray,
  asObject,
  asString,
  type Json,
  type JsonObject,
  pointerSegments,
  toPointer,
  walkObjects,
} from '../generate/json.ts';
import { loadSpecs, locate, type SourceFile, type Specs } from '../generate/load.ts';
import { formatProblems } from '../generate/problems.ts';
import { CATALOG } from './compare-contracts.ts';

/** A location in specs/. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One contract of a revision of specs/, bundled; an area's own document counts as one. */
export interface Contract {
  readonly id: string;
  readonly area: string;
  readonly version: string;
  readonly document: JsonObject;
  readonly locate: (pointer: string) => Place;
}

/** A revision of specs/. */
export interface SpecsTree {
  readonly contracts: ReadonlyMap<string, Contract>;
  /** Version of the newest product release, and of the contracts that it carries. */
  readonly release: { readonly version: string; readonly contracts: { readonly [id: string]: string } };
}

interface CatalogEntry {
  readonly file: SourceFile;
  readonly entry: Json;
}

/** Reads and bundles the specs under `root`. A {@link UsageError} lists the places that cannot be bundled. */
export function readSpecsTree(root: string, name: string): SpecsTree {
  if (!existsSync(join(root, 'specs'))) throw new UsageError(`specs/ does not exist in ${name}`);
  const specs = loadSpecs(root);
  const model = buildModel(specs);
  // The vocabulary may have been different at that time; only errors that prevent reading count.
  const obstacles = specs.problems.list().filter(({ rule }) => rule === 'yaml' || rule === 'reference');
  if (obstacles.length > 0)
    throw new UsageError(`specs/ of ${name} cannot be read:\n${formatProblems(obstacles)}`);
  const catalog = readCatalog(specs);
  const contracts = new Map<string, Contract>();
  for (const area of model.areas) {
    const file = specs.files.get(`specs/${area.id}/openapi.yaml`);
    if (file !== undefined) contracts.set(area.id, areaContract(area.id, area.version, area.root, file));
    for (const { id, version, bundle } of area.apis) {
      contracts.set(id, apiContract({ id, area: area.id, version }, bundle, specs, catalog));
    }
  }
  return { contracts, release: newestRelease(model.releases) };
}

function areaContract(id: string, version: string, root: JsonObject, file: SourceFile): Contract {
  // Added and removed contracts are reported separately, and their order does not matter.
  const { 'x-dp-apis': _, ...document } = root;
  return {
    id,
    area: id,
    version,
    document,
    locate: (pointer) => ({ file: file.path, ...locate(file, pointer) }),
  };
}

function apiContract(
  identity: Pick<Contract, 'id' | 'area' | 'version'>,
  bundle: Bundle,
  specs: Specs,
  catalog: ReadonlyMap<string, CatalogEntry>,
): Contract {
  const used = codesOf(bundle.document);
  const entries = [...catalog].filter(
    ([code, { entry }]) => used.has(code) || asObject(entry)['scope'] === 'transport',
  );
  return {
    ...identity,
    document: {
      ...bundle.document,
      [CATALOG]: Object.fromEntries(entries.map(([code, { entry }]) => [code, entry])),
    },
    locate(pointer) {
      const [head, code = '', ...rest] = pointerSegments(pointer);
      const file = head === CATALOG ? catalog.get(code)?.file : undefined;
      if (file === undefined) return placeInBundle(bundle, specs, pointer);
      return { file: file.path, ...locate(file, toPointer(['components', 'x-dp-errors', code, ...rest])) };
    },
  };
}

/** A bundle exposes locations only in problem reports, so this reads them from one. */
function placeInBundle(bundle: Bundle, specs: Specs, pointer: string): Place {
  const question = `${bundle.id} ${pointer}`;
  bundle.report(pointer, 'place', question);
  const found = specs.problems.list().find(({ rule, message }) => rule === 'place' && message === question);
  return { file: found?.file ?? bundle.file.path, line: found?.line ?? 1, column: found?.column ?? 1 };
}

function readCatalog(specs: Specs): Map<string, CatalogEntry> {
  const catalog = new Map<string, CatalogEntry>();
  for (const file of specs.files.values()) {
    const entries = asObject(asObject(asObject(file.data)['components'])['x-dp-errors']);
    for (const [code, entry] of Object.entries(entries)) catalog.set(code, { file, entry });
  }
  return catalog;
}

function codesOf(document: JsonObject): Set<string> {
  const holders = [...walkObjects(document['paths'] ?? null), ...walkObjects(document['webhooks'] ?? null)];
  const lists = holders.flatMap(({ object }) => Object.values(asObject(object['x-dp-errors'])));
  return new Set(lists.flatMap((codes) => asArray(codes).map(asString)));
}

function newestRelease(releases: Json): SpecsTree['release'] {
  const newest = asObject(asArray(asObject(releases)['releases']).at(-1));
  const contracts = Object.entries(asObject(newest['contracts']));
  return {
    version: asString(newest['version']),
    contracts: Object.fromEntries(contracts.map(([id, version]) => [id, asString(version)])),
  };
}
