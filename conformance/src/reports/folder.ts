import { existsSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** A folder that reports are written to: all of them, or none. */
export interface Folder {
  /** Writes files by name; answers with their paths. */
  write(files: Readonly<Record<string, string>>): string[];
}

/** Makes the folder, so that a run does not end without a place for its report. */
export function openFolder(path: string): Folder {
  try {
    makeFolder(resolve(path));
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    // The other way to remove it loads what removes whole trees first.
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

/** One step at a time: the recursive form never returns for a parent that cannot hold folders, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
