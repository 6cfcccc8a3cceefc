import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Revision } from './manifest.ts';

/** Name of the lock file, beside the manifest. */
export const LOCK = '_sources.lock.json';

/** Commit of each revision, by {@link keyOf}. */
export type Lock = Readonly<Record<string, string>>;

/** The name of a revision in the lock file. */
export function keyOf({ git, ref }: Revision): string {
  return `${git}#${ref}`;
}

/** Reads the locked commit of each revision; empty without the file, or when it is damaged. */
export function readLock(contentDir: string): Lock {
  const file = path.join(contentDir, LOCK);
  if (!existsSync(file)) return {};
  const value = parse(readFileSync(file, 'utf8'));
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, commit]) => [key, String(commit)]));
}

/** Writes the lock file, in the order of its keys. */
export function writeLock(contentDir: string, lock: Lock): void {
  const sorted = Object.fromEntries(Object.entries(lock).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path.join(contentDir, LOCK), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
