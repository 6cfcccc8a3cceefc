import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** States of the same thing that a cache keeps: switching back and forth between two uses both. */
const KEPT_STATES = 5;

/** Removes all but the newest folders with this prefix. */
export function forgetOld(parent: string, prefix: string): void {
  const found = readdirSync(parent)
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => path.join(parent, entry))
    .map((folder) => ({ folder, made: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.made - a.made);
  for (const { folder } of found.slice(KEPT_STATES)) rmSync(folder, { recursive: true, force: true });
}
