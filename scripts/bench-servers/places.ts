import { readFileSync } from 'node:fs';

/** Where an OpenAPI file says that its operations are. */
export interface Places {
  /** Path under which the file is served by default. */
  readonly prefix: string;
  /** @throws Error when no operation with a body has the name */
  readonly pathOf: (operationId: string) => string;
}

interface Document {
  readonly servers: readonly { readonly variables?: { readonly prefix?: { readonly default: string } } }[];
  readonly paths: { readonly [path: string]: { readonly post?: { readonly operationId: string } } };
}

/** Reads a bundle of ours. */
export function readPlaces(bundle: string): Places {
  const { servers, paths }: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  return {
    prefix: servers[0]?.variables?.prefix?.default ?? '',
    pathOf(operationId) {
      const found = Object.entries(paths).find(([, { post }]) => post?.operationId === operationId);
      if (found === undefined) throw new Error(`${bundle} has no ${operationId}`);
      return found[0];
    },
  };
}
