import type { Problem } from '../problems.ts';
import { keyOf, readLock, writeLock } from './lock.ts';
import { type Revision, readManifest } from './manifest.ts';
import { SOURCES_CACHE, UPDATE } from './mount.ts';
import { Repositories, SourceFailure } from './repository.ts';

const NOTHING = 'all pages come from this repository';

/** Queries every repository for its branches and tags; one line for each that matches the lock. */
export function compareWithLock(contentDir: string, problems: Problem[]): string[] {
  const lock = readLock(contentDir);
  return eachRevision(contentDir, problems, (revision, commit) => {
    const key = keyOf(revision);
    const locked = lock[key];
    if (locked === undefined) throw new SourceFailure(`${key} is not locked to a commit: run ${UPDATE}`);
    if (locked === commit) return `${key} is at ${commit.slice(0, 7)}, as locked`;
    throw new SourceFailure(
      `${key} has moved from ${locked.slice(0, 7)} to ${commit.slice(0, 7)}: ${UPDATE} takes it`,
    );
  });
}

/** Locks every revision to its current commit; nothing is written when one of them cannot be found. */
export function updateLock(contentDir: string, problems: Problem[]): string[] {
  const before = readLock(contentDir);
  const after: Record<string, string> = {};
  const lines = eachRevision(contentDir, problems, (revision, commit) => {
    const key = keyOf(revision);
    after[key] = commit;
    return `${key} ${before[key] === commit ? 'stays' : 'is now'} at ${commit.slice(0, 7)}`;
  });
  if (problems.length === 0 && lines[0] !== NOTHING) writeLock(contentDir, after);
  return lines;
}

function eachRevision(
  contentDir: string,
  problems: Problem[],
  tell: (revision: Revision, commit: string) => string,
): string[] {
  const manifest = readManifest(contentDir, problems);
  const repositories = new Repositories(SOURCES_CACHE);
  const sources = [...manifest.content, ...manifest.specifications];
  const revisions = new Map(
    sources.flatMap(({ revision, line }) =>
      revision === null ? [] : [[keyOf(revision), { revision, line }]],
    ),
  );
  if (revisions.size === 0) return [NOTHING];
  return [...revisions.values()].flatMap(({ revision, line }) => {
    try {
      return [tell(revision, repositories.resolve(revision))];
    } catch (cause) {
      if (!(cause instanceof SourceFailure)) throw cause;
      problems.push({ file: manifest.file, line, message: cause.message });
      return [];
    }
  });
}
