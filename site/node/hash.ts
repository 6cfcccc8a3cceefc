import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.cache', 'reports']);

/** Short hash for file names and build ids. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10).replaceAll(/[-_]/g, '0');
}

/** Hash in the form of Content-Security-Policy. */
export function cspHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

const TEST = /\.test(-d)?\.tsx?$/;

/** One hash over names and contents of files and of everything in folders; build output and tests are left out. */
export function hashFiles(paths: readonly string[], extra = ''): string {
  const hash = createHash('sha256').update(extra);
  for (const root of paths) {
    for (const file of listFiles(root)) {
      hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 24);
}

function listFiles(root: string): string[] {
  const stat = statSync(root, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [root];
  return readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => !SKIPPED.has(entry.name) && !entry.name.endsWith('.tsbuildinfo') && !TEST.test(entry.name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => listFiles(path.join(root, entry.name)));
}
