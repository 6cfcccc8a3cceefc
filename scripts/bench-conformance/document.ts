import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './adapters.ts';

/** The contract that every tool is given. */
export const BUNDLE = join(ROOT, 'generated/bundle/tech-adapter.openapi.json');

/** What the tools read of an operation. */
export interface Operation {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly parameters?: readonly unknown[];
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

export function readDocument(): Document {
  return JSON.parse(readFileSync(BUNDLE, 'utf8'));
}

/** Where an operation is served, and what it takes. */
export function findOperation(document: Document, id: string): { path: string; operation: Operation } {
  for (const [path, operations] of Object.entries(document.paths)) {
    const operation = Object.values(operations).find(({ operationId }) => operationId === id);
    if (operation !== undefined) return { path, operation };
  }
  throw new Error(`the contract has no operation ${id}`);
}

/** The referenced object, wherever the document defines it. */
function resolve(document: Document, node: unknown): unknown {
  const reference: unknown = Object(node).$ref;
  if (typeof reference !== 'string') return node;
  const keys = reference.slice(2).split('/');
  return resolve(
    document,
    keys.reduce((here: unknown, key) => Object(here)[key], document),
  );
}

/** The first example of a request body. */
export function exampleOf(document: Document, requestBody: unknown): unknown {
  const media: unknown = Object(Object(resolve(document, requestBody)).content)['application/json'];
  const [first] = Object.values(Object(Object(media).examples));
  return Object(resolve(document, first)).value;
}
