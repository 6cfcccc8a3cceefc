import path from 'node:path';

/**
 * True for a file below the folder of a source: a page may include and show only files of its source. Without a folder
 * every file is allowed.
 */
export function isInside(root: string | undefined, file: string): boolean {
  return root === undefined || file.startsWith(root + path.sep);
}
