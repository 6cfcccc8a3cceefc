import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Settings, SITE_ROOT } from '../config.ts';
import { checkDataFolder } from '../conformance/check-data.ts';
import { CONTRACTS_ROOT } from '../contracts.ts';
import { hashFiles } from '../hash.ts';

/** All output files, by their name in the output folder. */
export type Output = Map<string, string | Uint8Array>;

/** Holds the hash of all inputs, so that an unchanged site is not built again. */
export const STAMP = '.stamp';

/** Maximum number of open files: Node has four threads for them. */
const AT_ONCE = 8;

/** All inputs of the output. */
export function stampOf({ outDir: _, force: __, contentDir, examples, ...settings }: Settings): string {
  const roots = [
    SITE_ROOT,
    contentDir,
    CONTRACTS_ROOT,
    checkDataFolder(examples),
    path.join(SITE_ROOT, '..', 'package-lock.json'),
    // Pages show the documentation of the client library and the output of the commands.
    ...['client-sdk/API.md', 'client-sdk/src', 'conformance/dist', 'reference-servers/dist'].map((room) =>
      path.join(SITE_ROOT, '..', room),
    ),
  ];
  return hashFiles(roots, JSON.stringify(settings));
}

/** The inputs of the folder; null when it is not a finished site. */
export function readStamp(outDir: string): string | null {
  const file = path.join(outDir, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Why a site may not be written there: the folder has files that no build made, or is not writable. */
export function findObstacle(outDir: string): string | null {
  if (existsSync(outDir)) {
    if (!statSync(outDir).isDirectory()) return 'is a file: choose a folder';
    if (readStamp(outDir) === null && readdirSync(outDir).length > 0)
      return 'holds something else than a built site, which would be lost: choose an empty folder or a new one';
  }
  try {
    // The site is written beside the folder first.
    rmdirSync(mkdtempSync(path.join(nearestFolder(path.dirname(outDir)), '.site-')));
  } catch (error) {
    return `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
  return null;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

/**
 * Writes everything beside the folder and then replaces it, so that readers never see a partial site. If the folder
 * cannot be moved, for example a mounted one, its content is replaced instead. On failure the earlier site remains.
 */
export async function swapIn(outDir: string, output: Output, rename = renameSync): Promise<void> {
  const fresh = `${outDir}.new-${process.pid}`;
  const old = `${outDir}.old-${process.pid}`;
  try {
    await write(fresh, output);
    mkdirSync(path.dirname(outDir), { recursive: true });
    if (!existsSync(outDir)) rename(fresh, outDir);
    else if (canMove(outDir, old, rename)) putBackOnFailure(outDir, old, () => rename(fresh, outDir));
    else await exchangeEntries(outDir, output, rename);
    await remove(old);
  } finally {
    await remove(fresh);
  }
}

async function write(folder: string, output: Output): Promise<void> {
  const files = [...output].map(([name, content]) => ({ file: path.join(folder, name), content }));
  await each(new Set(files.map(({ file }) => path.dirname(file))), (name) =>
    mkdir(name, { recursive: true }),
  );
  await each(files, ({ file, content }) => writeFile(file, content));
}

/** A file system handles several requests in the time of one. Failures are reported after the others have ended. */
async function each<T>(things: Iterable<T>, act: (thing: T) => Promise<unknown>): Promise<void> {
  const queue = [...things].values();
  const work = async () => {
    for (const thing of queue) await act(thing);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Removes a whole folder, or what is left of it; several entries at once. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function canMove(from: string, to: string, rename: typeof renameSync): boolean {
  try {
    rename(from, to);
    return true;
  } catch {
    return false;
  }
}

function putBackOnFailure(outDir: string, old: string, takePlace: () => void): void {
  try {
    takePlace();
  } catch (error) {
    renameSync(old, outDir);
    throw error;
  }
}

/** Both sites are in the folder for a moment, because files cannot be moved into it from another file system. */
async function exchangeEntries(outDir: string, output: Output, rename: typeof renameSync): Promise<void> {
  const fresh = path.join(outDir, `.new-${process.pid}`);
  const old = path.join(outDir, `.old-${process.pid}`);
  const entries = readdirSync(outDir);
  const moved: string[] = [];
  try {
    await write(fresh, output);
    mkdirSync(old);
    for (const entry of entries) rename(path.join(outDir, entry), path.join(old, entry));
    for (const entry of readdirSync(fresh)) {
      rename(path.join(fresh, entry), path.join(outDir, entry));
      moved.push(entry);
    }
    await remove(old);
  } catch (error) {
    for (const entry of moved) rmSync(path.join(outDir, entry), { recursive: true, force: true });
    if (existsSync(old)) {
      for (const entry of readdirSync(old)) renameSync(path.join(old, entry), path.join(outDir, entry));
      rmdirSync(old);
    }
    throw error;
  } finally {
    await remove(fresh);
  }
}
