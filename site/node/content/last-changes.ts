import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * The dates of the last commits to the files below a folder, by their absolute paths. Empty without git, without a history,
 * and in a shallow clone, whose oldest commit would be the last change of almost every file.
 */
export function lastChanges(folder: string): ReadonlyMap<string, string> {
  const dates = new Map<string, string>();
  if (git(folder, 'rev-parse', '--is-shallow-repository').trim() !== 'false') return dates;
  const log = git(folder, 'log', '--format=%x00%cs', '--name-only', '--no-renames', '--relative', '--', '.');
  for (const commit of log.split('\0')) {
    const [date = '', ...files] = commit.split('\n').filter((line) => line !== '');
    for (const name of files) {
      const file = path.join(folder, name);
      if (!dates.has(file)) dates.set(file, date);
    }
  }
  return dates;
}

/** The output of a command of git; empty if it fails. */
function git(cwd: string, ...words: readonly string[]): string {
  try {
    return execFileSync('git', ['-c', 'core.quotePath=off', ...words], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    });
  } catch {
    return '';
  }
}
