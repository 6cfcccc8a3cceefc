import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errors } from '@tessera/contracts/errors';
import type { ApiTable, ErrorCatalogEntry, OperationEntry } from '@tessera/contracts/vocabulary';

/** The covered part of a contract. */
export interface Coverage {
  /** Every `api.operation status code` that the contracts list, `code` for errors only. */
  readonly listed: ReadonlySet<string>;
  /** Those of them without a response so far. */
  missing(): string[];
}

const CATALOG: Readonly<Record<string, ErrorCatalogEntry>> = errors;

interface Known {
  readonly name: string;
  readonly operation: OperationEntry;
  readonly fits: (method: string, path: string) => boolean;
}

/** Records the responses of a server, and compares them with the lists of contracts. */
export function watchCoverage(server: Server, apis: readonly ApiTable[]): Coverage {
  const operations = apis.flatMap(({ id, prefix, operations: all }) =>
    Object.values(all).map((operation): Known => {
      const path = new RegExp(`^${prefix}${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
      const fits = (method: string, url: string) => method === operation.method && path.test(url);
      return { name: `${id}.${operation.id}`, operation, fits };
    }),
  );
  // The path with fewer parameters takes precedence.
  operations.sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);
  const listed = new Set(operations.flatMap(namesOf));
  const seen = new Set<string>();
  server.prependListener(
    'request',
    ({ method = '', url = '' }: IncomingMessage, response: ServerResponse) => {
      const [path = ''] = url.split('?');
      const known = operations.find(({ fits }) => fits(method, path));
      if (known === undefined) return;
      const chunks: Buffer[] = [];
      for (const part of ['write', 'end'] as const) {
        const send = response[part];
        Object.assign(response, {
          [part]: (...sent: unknown[]): unknown => {
            const [chunk] = sent;
            if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
            return Reflect.apply(send, response, sent);
          },
        });
      }
      response.once('finish', () => {
        const text = Buffer.concat(chunks).toString();
        for (const name of shownBy(known, `${response.statusCode}`, text)) seen.add(name);
      });
    },
  );
  return { listed, missing: () => [...listed].filter((name) => !seen.has(name)) };
}

function namesOf({ name, operation }: Known): string[] {
  return Object.keys(operation.responses).flatMap((status) => {
    const codes = operation.errors[status] ?? [];
    return codes.length === 0 ? [`${name} ${status}`] : codes.map((code) => `${name} ${status} ${code}`);
  });
}

/** The codes of a response: those in its text, and those that never appear on the wire. */
function shownBy({ name, operation }: Known, status: string, text: string): string[] {
  const codes = operation.errors[status] ?? [];
  if (codes.length === 0) return [`${name} ${status}`];
  const shown = codes.filter((code) => CATALOG[code]?.wire === 'none' || text.includes(`"${code}"`));
  return shown.map((code) => `${name} ${status} ${code}`);
}
