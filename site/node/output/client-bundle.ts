import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { type BundleName, bundleConfig } from '../../vite.config.ts';
import { SITE_ROOT } from '../config.ts';
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
  /** Scripts that it cannot begin without. */
  readonly imports: readonly string[];
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Keys of other chunks. */
  readonly imports?: readonly string[];
}

const SOURCES: Readonly<Record<BundleName, readonly string[]>> = {
  shell: ['app', 'theme', 'shared', 'vite.config.ts'],
  styles: ['theme/styles', 'vite.config.ts'],
  reference: ['reference/static/enhance.ts', 'shared', 'vite.config.ts'],
  early: ['app/early.ts', 'shared', 'vite.config.ts'],
  banner: ['app/base-url-banner.ts', 'vite.config.ts'],
  interactive: ['reference/interactive', 'shared', 'vite.config.ts'],
  player: ['app/player', 'vite.config.ts'],
  offline: ['offline', 'shared', 'vite.config.ts'],
};
const MANIFEST = 'manifest.json';
const LOCK_FILE = '../package-lock.json';

/** Bundles once per state of the sources; later builds copy the result. */
export async function clientBundle(name: BundleName): Promise<Bundle> {
  const sources = [...SOURCES[name], LOCK_FILE].map((file) => path.join(SITE_ROOT, file));
  const folder = path.join(SITE_ROOT, '.cache', 'bundles', `${name}-${hashFiles(sources)}`);
  if (!existsSync(folder)) await bundleInto(name, folder);
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

async function bundleInto(name: BundleName, folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await build(bundleConfig(name, temporary));
  } catch (error) {
    rmSync(temporary, { recursive: true });
    throw error;
  }
  // Another build may have finished the same folder meanwhile.
  if (existsSync(folder)) rmSync(temporary, { recursive: true });
  else renameSync(temporary, folder);
}
