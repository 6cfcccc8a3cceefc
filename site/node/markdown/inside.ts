import path from 'node:path';

/**
 * True for a file below the folder of a source: what a page includes and shows comes from there and not from elsewhere on
 * the machine. Without a folder nothing is refused.
 */
export function isInside(root: string | undefined, file: string): boolean {
  return root === undefined || file.startsWith(root + path.sep);
}
