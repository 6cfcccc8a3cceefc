import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BundleName } from '../../vite.config.ts';
import { SITE_ROOT } from '../config.ts';
import { forgetOld } from '../forget-old.ts';
import { hashFiles } from '../hash.ts';

/** One bundle as files ready to be copied. */
export interface Bundle {
  /** Name in the assets folder to absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Output of a source file: its script, and the styles it brings. */
  entry(source: string): BundleEntry;
}

interface BundleEntry {
  readonly file: string;
  readonly css: readonly string[];
  /** Scripts that it needs at its start. */
  readonly imports: readonly string[];
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Keys of other chunks. */
  readonly imports?: readonly string[];
}

const SOURCES: Readonly<Record<BundleName, readonly string[]>> = {
  shell: [
    ...['app', 'theme', 'shared', 'vite.config.ts'],
    ...['reference/try', 'reference/samples', 'reference/static'],
  ],
  styles: ['theme/styles', 'vite.config.ts'],
  reference: ['reference/static', 'shared', 'app/storage.ts', 'vite.config.ts'],
  early: ['app/early.ts', 'shared', 'vite.config.ts'],
  banner: ['app/base-url-banner.ts', 'vite.config.ts'],
  interactive: ['reference/interactive', 'shared', 'vite.config.ts'],
  player: ['app/player', 'vite.config.ts'],
  offline: ['offline', 'shared', 'vite.config.ts'],
  console: [
    ...['console', 'theme', 'shared', 'app/storage.ts', 'vite.config.ts'],
    ...['../client-sdk/src', '../generated/calls'],
  ],
};
/** Maps each source to its output, and is stored next to it. */
const MANIFEST = 'manifest.json';
const BUNDLES = path.join(SITE_ROOT, '.cache', 'bundles');
const LOCK_FILE = '../package-lock.json';

const BUNDLER = path.join(import.meta.dirname, 'bundle.ts');
const run = promisify(execFile);

export function isBundleName(name: string): name is BundleName {
  return name in SOURCES;
}

/** Where the bundle of this state of its sources is cached. */
export function bundleFolder(name: BundleName): string {
  const sources = [...SOURCES[name], LOCK_FILE].map((file) => path.join(SITE_ROOT, file));
  return path.join(BUNDLES, `${name}-${hashFiles(sources)}`);
}

/** Bundles changed sources in a separate process: this one renders pages meanwhile. */
export async function makeBundles(names: readonly BundleName[]): Promise<void> {
  const missing = names.filter((name) => !existsSync(bundleFolder(name)));
  if (missing.length === 0) return;
  const flags = ['--import', 'tsx', '--conditions=tessera-source'];
  await run(process.execPath, [...flags, BUNDLER, ...missing], { cwd: SITE_ROOT });
  for (const name of missing) forgetOld(BUNDLES, `${name}-`);
}

/** Bundles once per state of the sources; later builds copy the result. */
export async function clientBundle(name: BundleName): Promise<Bundle> {
  const folder = bundleFolder(name);
  if (!existsSync(folder)) await makeBundles([name]);
  const manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')) as Record<
    string,
    ManifestChunk
  >; // Vite's documented format
  const names = readdirSync(folder).filter((file) => file !== MANIFEST);
  return {
    files: new Map(names.map((file) => [file, path.join(folder, file)])),
    entry(source) {
      const chunk = manifest[source];
      if (!chunk) throw new Error(`The bundle ${name} has no entry ${source}`);
      const imports = (chunk.imports ?? []).flatMap((key) => manifest[key]?.file ?? []);
      return { file: chunk.file, css: chunk.css ?? [], imports };
    },
  };
}
