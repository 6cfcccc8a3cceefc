import type { ReferenceApi } from '@tessera/contracts/reference-model';

/** Fragment identifier of an API. */
export function apiAnchor(api: Pick<ReferenceApi, 'id'>): string {
  return `api/${api.id}`;
}

/** What the page of an API has after its operations, by the end of its fragment identifier. */
export function partsOf(api: Pick<ReferenceApi, 'rules' | 'lifecycles'>): [string, string][] {
  return [
    ...(api.rules.length > 0 ? [['rules', 'Rules'] satisfies [string, string]] : []),
    ...(api.lifecycles.length > 0 ? [['lifecycles', 'Lifecycles'] satisfies [string, string]] : []),
    ['schemas', 'Schemas'],
  ];
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
