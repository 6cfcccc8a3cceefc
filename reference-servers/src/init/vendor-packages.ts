import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readOwnManifest } from './own-package.ts';

/** Folder with the packages of this toolkit, in a project that contains them. */
const VENDOR = 'vendor';

/** The fields of a package.json that are read here. */
interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** A package on this machine. */
interface Found {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Begins the name of every package of this toolkit. */
const SCOPE = `${readOwnManifest().name.split('/', 1)[0]}/`;

/**
 * The packages of this toolkit that a project depends on, and those that they depend on.
 * @param dependencies names, such as those in a package.json
 * @throws Error that names a package that is not installed
 */
export function findPackages(dependencies: readonly string[]): Found[] {
  const found = new Map<string, Found>();
  const visit = (names: readonly string[]): void => {
    for (const name of names.filter((one) => one.startsWith(SCOPE) && !found.has(one))) {
      const file = locate(name);
      const manifest = readManifest(file);
      found.set(name, { folder: dirname(file), manifest });
      visit(Object.keys(manifest.dependencies ?? {}));
    }
  };
  visit(dependencies);
  return [...found.values()];
}

/**
 * Writes the packages as tarballs into the folder `vendor` of a project, and makes its package.json depend on them.
 * @returns paths of the tarballs, from the folder of the project
 * @throws Error with the output of npm when it fails
 */
export function vendorPackages(directory: string, packages: readonly Found[]): string[] {
  const target = join(directory, VENDOR);
  mkdirSync(target);
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
  // A shell finds `npm.cmd` on Windows; it needs quotes around names with spaces.
  const shell = process.platform === 'win32';
  const folders = packages.map(({ folder }) => (shell ? `"${folder}"` : folder));
  const { status, stdout, stderr, error } = spawnSync('npm', [...words, ...folders], {
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr.trim()}`);
  const packed: readonly { name: string; filename: string }[] = JSON.parse(stdout);
  const files = new Map(packed.map(({ name, filename }) => [name, `${VENDOR}/${filename}`]));
  dependOn(join(directory, 'package.json'), files);
  return [...files.values()];
}

/** A package that only others depend on is a dependency, too: npm then takes the file instead of asking a registry. */
function dependOn(path: string, files: ReadonlyMap<string, string>): void {
  const manifest = readManifest(path);
  const { dependencies = {}, devDependencies = {} } = manifest;
  for (const [name, file] of files) {
    const list = Object.hasOwn(devDependencies, name) ? devDependencies : dependencies;
    list[name] = `file:${file}`;
  }
  writeFileSync(path, `${JSON.stringify({ ...manifest, dependencies, devDependencies }, null, 2)}\n`);
}

/** Beside this package, or in the project in the current folder. */
function locate(name: string): string {
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(place).resolve(`${name}/package.json`);
    } catch {}
  }
  throw new Error(`a project with its packages needs ${name}: install it beside ${readOwnManifest().name}`);
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'));
}
