import { createRequire } from 'node:module';
import { errors } from '@tessera/contracts/errors';
import type {
  ApiTable,
  ErrorCatalogueEntry,
  OperationEntry,
  SchemaDocument,
} from '@tessera/contracts/vocabulary';

/** Entries of an error catalogue by code. */
export type Catalogue = Readonly<Record<string, ErrorCatalogueEntry>>;

/** Everything that the harness needs to know about one API. */
export interface Contract {
  readonly table: ApiTable;
  readonly schemas: SchemaDocument;
  /** The API's own OpenAPI document, as it is published. */
  readonly document: object;
  readonly catalogue: Catalogue;
}

/** Completes a generated table and its schemas with the OpenAPI document of the same API. */
export function readContract(table: ApiTable, schemas: SchemaDocument): Contract {
  const require = createRequire(import.meta.url);
  const document: object = require(`@tessera/contracts/bundle/${table.id}.openapi.json`);
  return { table, schemas, document, catalogue: errors };
}

/**
 * Finds the code that plays a part for an operation: APIs with error bodies of their own have a `HOOK_REQUEST_INVALID`
 * where others have `REQUEST_INVALID`. Falls back to the part itself, which is in every catalogue.
 */
export function codeForPart(operation: OperationEntry | undefined, part: string): string {
  const listed = Object.values(operation?.errors ?? {}).flat();
  return listed.find((code) => code === part || code.endsWith(`_${part}`)) ?? part;
}

/** The code that an operation lists for a member without a value: `descriptor` to `DESCRIPTOR_REQUIRED`. */
export function codeForAbsent(operation: OperationEntry, member: string): string | undefined {
  const name = member
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
  const listed = Object.values(operation.errors).flat();
  return listed.find((code) => code === `${name}_REQUIRED` || code === `${name}_MISSING`);
}
