import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageJson } from './versions.ts';

/** A module that users of a package can import. */
export interface EntryPoint {
  /** As users write it: `@tessera/client/urn`. */
  readonly name: string;
  readonly hasTypes: boolean;
  /** False for an entry point with types alone. */
  readonly hasCode: boolean;
}

/**
 * The modules in `exports` of a package; a wildcard stands for all existing files. Data files are left out.
 * @param home folder of the installed package
 */
export function entryPoints({ name, exports }: PackageJson, home: string): EntryPoint[] {
  const entries = typeof exports === 'string' ? [['.', exports] as const] : Object.entries(exports ?? {});
  return entries.flatMap(([key, target]) => {
    const files = typeof target === 'string' ? { types: undefined, default: target } : target;
    const code = pathIn(files['default'], /\.m?js$/);
    const types = pathIn(files['types'], /\.d\.m?ts$/);
    const pattern = types ?? code;
    if (pattern === undefined) return [];
    return matches(home, pattern).map((star) => ({
      name: `${name}${key.slice(1).replace('*', star)}`,
      hasTypes: types !== undefined,
      hasCode: code !== undefined,
    }));
  });
}

function pathIn(target: unknown, ending: RegExp): string | undefined {
  return typeof target === 'string' && ending.test(target) ? target : undefined;
}

/** What `*` stands for in the files of a package that fit the pattern; one empty text without a `*`. */
function matches(home: string, pattern: string): string[] {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return [''];
  const folder = join(home, before);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((name) => name.endsWith(after)).map((name) => name.slice(0, -after.length));
}
