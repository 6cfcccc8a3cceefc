import { createRequire } from 'node:module';
import { errors } from '@tessera/contracts/errors';
import type {
  ApiTable,
  ErrorCatalogEntry,
  ErrorPart,
  OperationEntry,
  SchemaDocument,
} from '@tessera/contracts/vocabulary';

/** Entries of an error catalog by code. */
export type Catalog = Readonly<Record<string, ErrorCatalogEntry>>;

/** Everything that the harness needs to know about one API. */
export interface Contract {
  readonly table: ApiTable;
  readonly schemas: SchemaDocument;
  /** The API's own OpenAPI document, as it is published. */
  readonly document: object;
  readonly catalog: Catalog;
}

/** Completes a generated table and its schemas with the OpenAPI document of the same API. */
export function readContract(table: ApiTable, schemas: SchemaDocument): Contract {
  const require = createRequire(import.meta.url);
  const document: object = require(`@tessera/contracts/bundle/${table.id}.openapi.json`);
  return { table, schemas, document, catalog: errors };
}

/** The code of each part for an operation without a specific one: these carry the simplest body. */
const USUAL = {
  'request-invalid': 'REQUEST_INVALID',
  'request-not-json': 'REQUEST_NOT_JSON',
  'request-body-required': 'REQUEST_BODY_REQUIRED',
  'task-unknown': 'PROVISIONING_NOT_FOUND',
  'system-problem': 'SYSTEM_PROBLEM',
} as const satisfies Record<ErrorPart, keyof typeof errors>;

/**
 * Finds the code that plays a part for an operation: APIs with special error bodies have a `HOOK_REQUEST_INVALID` where
 * others have `REQUEST_INVALID`.
 */
export function codeForPart(operation: OperationEntry | undefined, part: ErrorPart): string {
  return listed(operation, ({ part: played }) => played === part) ?? USUAL[part];
}

/** True when an operation lists an error that plays a part. */
export function listsPart(operation: OperationEntry, part: ErrorPart): boolean {
  return listed(operation, ({ part: played }) => played === part) !== undefined;
}

/** The code that an operation lists for a member or parameter without a value: `descriptor` to `DESCRIPTOR_REQUIRED`. */
export function codeForAbsent(operation: OperationEntry, member: string): string | undefined {
  return listed(operation, ({ absent }) => absent === member);
}

function listed(
  operation: OperationEntry | undefined,
  fits: (entry: ErrorCatalogEntry) => boolean,
): string | undefined {
  const catalog: Catalog = errors;
  return Object.values(operation?.errors ?? {})
    .flat()
    .find((code) => catalog[code] !== undefined && fits(catalog[code]));
}
