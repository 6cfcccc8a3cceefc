import { errors } from '@tessera/contracts/errors';
import type { ErrorCatalogEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { CatalogError, type Mount } from '@tessera/reference-servers/harness';
import { findUnstorable, UNSTORABLE } from './text/storable.ts';

const CATALOG: Readonly<Record<string, ErrorCatalogEntry>> = errors;

/** The parts of a request that hold texts. */
interface Texts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Wraps the handlers of a mount so that a text that cannot be stored is rejected before a handler searches for it. */
export function refuseUnstorable(mount: Mount): Mount {
  const { operations } = mount.contract.table;
  const handlers = Object.entries(mount.handlers).map(([name, handle]) => {
    const operation = operations[name];
    if (operation === undefined) return [name, handle];
    const checked = (request: Texts, ...more: unknown[]): unknown => {
      const { path, query, body } = request;
      const field = findUnstorable(path) ?? findUnstorable(query) ?? findUnstorable(body);
      if (field !== undefined) throw refusalOf(operation, field, path);
      return Reflect.apply(handle, mount.handlers, [request, ...more]);
    };
    return [name, checked];
  });
  return { ...mount, handlers: Object.fromEntries(handlers) };
}

/** The error for an invalid request; where the contract lists none, the identifier is one that names nothing. */
function refusalOf(operation: OperationEntry, field: string, path: Texts['path'] = {}): CatalogError {
  const codes = Object.values(operation.errors).flat();
  const invalid = codes.find((code) => CATALOG[code]?.part === 'request-invalid');
  if (invalid !== undefined)
    return new CatalogError(invalid, { field, problem: UNSTORABLE }, { inputErrorField: field });
  const [unknown] = codes;
  if (unknown === undefined) throw new Error(`${operation.id} lists no error for ${field}`);
  const { message = '' } = CATALOG[unknown] ?? {};
  // Identifiers have other names in the texts of errors than in paths.
  const named = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, path[name] ?? path[field]]);
  return new CatalogError(unknown, Object.fromEntries(named.map(([name, value]) => [name, String(value)])));
}
