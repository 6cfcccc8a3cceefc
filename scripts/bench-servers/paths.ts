import { readFileSync } from 'node:fs';

interface Document {
  readonly paths: { readonly [path: string]: { readonly post?: { readonly operationId: string } } };
}

/**
 * Reads the paths of the operations of a bundle; those with a body, by their operationIds.
 * @throws Error when no operation has this name
 */
export function readPaths(bundle: string): (operationId: string) => string {
  const { paths }: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  return (operationId) => {
    const found = Object.entries(paths).find(([, { post }]) => post?.operationId === operationId);
    if (found === undefined) throw new Error(`${bundle} has no ${operationId}`);
    return found[0];
  };
}
