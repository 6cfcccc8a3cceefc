import { join } from 'node:path';
import { type PackageJson, readPackages } from './check/versions.ts';
import { must } from './must-run.ts';

/** A package as users install it. */
export interface PackedPackage {
  readonly name: string;
  /** Absolute path. */
  readonly tarball: string;
  readonly json: PackageJson;
}

/**
 * Packs every package that can be published, as it is built, in the order of the workspaces.
 * @throws StepFailed with the output of npm
 */
export async function packPackages(root: string, target: string): Promise<PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const { folder, json } of readPackages(root)) {
    const { name } = json;
    if (folder === '.' || json.private === true || name === undefined) continue;
    const flags = ['--silent', '--ignore-scripts', '--pack-destination', target];
    const stdout = await must(join(root, folder), ['npm', 'pack', ...flags]);
    packed.push({ name, tarball: join(target, stdout.trim().split('\n').at(-1) ?? ''), json });
  }
  return packed;
}

/** The packages that must be installed for one of them: itself, and all of them that it depends on. */
export function neededFor(name: string, all: readonly PackedPackage[]): PackedPackage[] {
  const names = new Set([name]);
  for (const one of names)
    for (const dependency of Object.keys(all.find((other) => other.name === one)?.json.dependencies ?? {}))
      if (all.some((other) => other.name === dependency)) names.add(dependency);
  return all.filter((one) => names.has(one.name));
}
