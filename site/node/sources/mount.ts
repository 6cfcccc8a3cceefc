import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import type { Problem } from '../problems.ts';
import { keyOf, LOCK, readLock } from './lock.ts';
import { MANIFEST, type Manifest, type Revision, readManifest } from './manifest.ts';
import { Repositories, SourceFailure } from './repository.ts';

/** The files taken from other repositories. */
export const SOURCES_CACHE = path.join(SITE_ROOT, '.cache', 'sources');

/** How to update the lock file. */
export const UPDATE = 'npm run sources -w site -- --update';

/** A file of the content, from any source. */
export interface ContentFile {
  /** Path in the content, with forward slashes. */
  readonly name: string;
  readonly absolute: string;
  /** Folder of its source; files that it includes and shows are in it. */
  readonly root: string;
}

/** Every file of all content sources of a manifest; problems of a source go into `problems`. */
export function mountContent(contentDir: string, problems: Problem[], cache = SOURCES_CACHE): ContentFile[] {
  const manifest = readManifest(contentDir, problems);
  const take = taker(contentDir, manifest, problems, cache);
  const owners = new Map<string, string>();
  const files: ContentFile[] = [];
  for (const { revision, folder, mount, line } of manifest.content) {
    const root = revision === null ? path.join(contentDir, folder) : take(revision, folder, line);
    if (root === null) continue;
    const origin = revision === null ? folder || 'the content folder' : keyOf(revision);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
      problems.push({ file: manifest.file, line, message: `${folder} of ${origin} is no folder` });
      continue;
    }
    for (const entry of listEntries(root, (found) => found.isSymbolicLink())) {
      const message = `${entry} of ${origin} is a symbolic link: only plain files are content`;
      problems.push({ file: manifest.file, line, message });
    }
    for (const entry of listEntries(root, (found) => found.isFile())) {
      const name = path.posix.join(mount, entry);
      const owner = owners.get(name);
      if (owner === undefined) files.push({ name, absolute: path.join(root, entry), root });
      else {
        const message = `${name} comes from ${owner} and from ${origin}: mount one of them elsewhere`;
        problems.push({ file: manifest.file, line, message });
      }
      owners.set(name, owner ?? origin);
    }
  }
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The OpenAPI files that a manifest adds to those of the contracts, by file name. */
export function mountSpecifications(
  contentDir: string,
  problems: Problem[],
  cache = SOURCES_CACHE,
): Map<string, string> {
  const manifest = readManifest(contentDir, []);
  const take = taker(contentDir, manifest, problems, cache);
  const files = new Map<string, string>();
  for (const { revision, file, name, line } of manifest.specifications) {
    const report = (message: string) => problems.push({ file: manifest.file, line, message });
    const absolute = revision === null ? path.join(contentDir, file) : take(revision, file, line);
    if (absolute === null) continue;
    if (!existsSync(absolute)) {
      report(`there is no file ${file}`);
      continue;
    }
    const text = readFileSync(absolute, 'utf8');
    if (!isOpenapi(text)) report(`${file} is no OpenAPI document in JSON`);
    else if (files.has(nameOf(name))) report(`the specification ${name} is there twice`);
    else files.set(nameOf(name), text);
  }
  return files;
}

function nameOf(name: string): string {
  return `${name}.openapi.json`;
}

function isOpenapi(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'openapi' in value;
  } catch {
    return false;
  }
}

/** Fetches the sources of the lock file; null after reporting why not. */
function taker(
  contentDir: string,
  manifest: Manifest,
  problems: Problem[],
  cache: string,
): (revision: Revision, name: string, line: number) => string | null {
  const lock = readLock(contentDir);
  const repositories = new Repositories(cache);
  return (revision, name, line) => {
    const report = (message: string) => problems.push({ file: manifest.file, line, message });
    const commit = lock[keyOf(revision)];
    if (commit === undefined) {
      report(`${keyOf(revision)} is not locked to a commit: run ${UPDATE}`);
      return null;
    }
    try {
      return repositories.take(revision, commit, name);
    } catch (cause) {
      if (!(cause instanceof SourceFailure)) throw cause;
      report(cause.message);
      return null;
    }
  };
}

/** Manifest and lock are not content, and neither are hidden files of an editor. */
function listEntries(root: string, isWanted: (entry: Dirent) => boolean): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => isWanted(entry) && !entry.name.startsWith('.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => name !== MANIFEST && name !== LOCK)
    .sort();
}
