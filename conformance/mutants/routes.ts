import type { IncomingMessage } from 'node:http';
import type { OperationEntry } from '@tessera/contracts/vocabulary';

/** Where the contract serves an operation. */
export interface Route {
  readonly operation: OperationEntry;
  readonly pattern: RegExp;
  /** The parameters of the path, in order. */
  readonly names: readonly string[];
}

/** The path with the fewest parameters is the best match, so it comes first. */
export function routesOf(operations: Readonly<Record<string, OperationEntry>>): readonly Route[] {
  return Object.values(operations)
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
      names: [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    }))
    .sort((left, right) => left.names.length - right.names.length);
}

/** The decoded parameters of a path. */
export function parametersIn({ pattern, names }: Route, path: string): Readonly<Record<string, string>> {
  const values = pattern.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The body of a request. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
