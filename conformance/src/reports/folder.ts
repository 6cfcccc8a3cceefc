import { existsSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** A folder for reports: it writes all of them, or none. */
export interface Folder {
  /** Writes files by name; returns their paths. */
  write(files: Readonly<Record<string, string>>): string[];
}

/** Creates the folder before the run, so that the report can be written at its end. */
export function openFolder(path: string): Folder {
  try {
    makeFolder(resolve(path));
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    // The alternative, `rmSync`, first loads code for removing whole trees.
    unlinkSync(probe);
  } catch (cause) {
    throw new ConfigError(`--report ${path}: the folder cannot be written (${codeOf(cause)})`);
  }
  return {
    write(files) {
      const drafts = Object.entries(files).map(([name, text]) => ({
        text,
        draft: join(path, `.${name}-${process.pid}`),
        final: join(path, name),
      }));
      try {
        for (const { draft, text } of drafts) writeFileSync(draft, text);
        for (const { draft, final } of drafts) renameSync(draft, final);
      } catch (cause) {
        for (const { draft } of drafts) rmSync(draft, { force: true });
        throw new ConfigError(`--report ${path}: the report cannot be written (${codeOf(cause)})`);
      }
      return drafts.map(({ final }) => final);
    },
  };
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

/** One folder at a time: the recursive form never returns for a parent that cannot contain folders, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
