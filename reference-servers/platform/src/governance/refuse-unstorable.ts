import { governance } from '@tessera/contracts/operations/governance';
import type { ApiTable } from '@tessera/contracts/vocabulary';
import { CatalogueError } from '@tessera/reference-servers/harness';
import { findUnstorable, UNSTORABLE } from '../text/storable.ts';

const { operations }: ApiTable = governance;

/**
 * Wraps handlers so that a request with a text that cannot be stored is rejected before any handler searches for it.
 * Operations without an error for an invalid request stay unchanged.
 */
export function refuseUnstorable(handlers: object): object {
  return Object.fromEntries(
    Object.entries(handlers).map(([operation, handle]) => {
      const code = operations[operation]?.errors['400']?.find((one) => one.endsWith('_REQUEST_INVALID'));
      if (code === undefined) return [operation, handle];
      const checked = (request: object, ...more: unknown[]): unknown => {
        const { path, query, body }: { path?: unknown; query?: unknown; body?: unknown } = request;
        const field = findUnstorable(path) ?? findUnstorable(query) ?? findUnstorable(body);
        if (field === undefined) return Reflect.apply(handle, handlers, [request, ...more]);
        throw new CatalogueError(code, { field, problem: UNSTORABLE }, { inputErrorField: field });
      };
      return [operation, checked];
    }),
  );
}
