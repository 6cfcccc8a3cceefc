import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { EmittedFile } from './emit/file.ts';
import { compare } from './problems.ts';

/** What `generated/manifest.json` holds: hashes of what went in and of what came out. */
export interface Manifest {
  readonly specs: string;
  readonly generator: string;
  readonly files: { readonly [path: string]: string };
}

/** Lists what the generator wrote, beside it. */
export const MANIFEST = 'manifest.json';

export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** One hash over a folder: names and contents of its files. */
export function hashFolder(folder: string, accept: (path: string) => boolean = () => true): string {
  const hash = createHash('sha256');
  for (const path of listFolder(folder).filter(accept)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFolder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('node_modules/'))
    .sort(compare);
}

/**
 * A file in a manifest folder that the manifest does not list, and that would be removed; none in the generator's
 * folders.
 */
export function findForeign(folder: string): string | undefined {
  const path = join(folder, MANIFEST);
  const known = existsSync(path) ? Object.keys(readManifest(path).files) : [];
  return listFolder(folder).find((file) => file !== MANIFEST && !known.includes(file));
}

/** Reads a manifest; an invalid one lists no files. */
function readManifest(path: string): Pick<Manifest, 'files'> {
  try {
    const { files }: Partial<Manifest> = JSON.parse(readFileSync(path, 'utf8'));
    return { files: files ?? {} };
  } catch {
    return { files: {} };
  }
}

/** Writes changed files and removes files that are no longer emitted. Returns the paths that changed. */
export function writeGenerated(folder: string, files: readonly EmittedFile[]): string[] {
  const wanted = new Map(files.map(({ path, text }) => [path, text]));
  const changed: string[] = [];
  for (const path of listFolder(folder).filter((present) => !wanted.has(present))) {
    rmSync(join(folder, path));
    changed.push(`${path} (removed)`);
  }
  for (const [path, text] of wanted) {
    const target = join(folder, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    changed.push(path);
  }
  return changed.sort(compare);
}
