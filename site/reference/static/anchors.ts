import type { ReferenceApi } from '@tessera/contracts/reference-model';

/** Fragment identifier of an API. */
export function apiAnchor(api: Pick<ReferenceApi, 'id'>): string {
  return `api/${api.id}`;
}

/** Fragment identifier of a webhook. */
export function webhookAnchor(api: Pick<ReferenceApi, 'id'>, name: string): string {
  return `webhook/${api.id}/${name}`;
}

/** Fragment identifier of an error of the catalog. */
export function errorAnchor(code: string): string {
  return `error/${code}`;
}

/** Fragment identifier of a lifecycle. */
export function lifecycleAnchor(api: string, name: string): string {
  return `lifecycle/${api}/${name}`;
}

/** The fragment identifier that the generator gives a schema. */
export function schemaAnchor(api: string, name: string): string {
  return `schema/${api}/${name}`;
}
