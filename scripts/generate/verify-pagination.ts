import { valueAt } from './json.ts';
import type { Api, Operation, Pagination } from './model.ts';
import { contentSchema, hasType, schemaAt } from './schema-at.ts';

/** The required members of each style. */
const NEEDED = { offset: ['offset', 'limit'], cursor: ['cursor', 'nextCursor'] } as const;

/** Where page size, offset and cursor go, and where in the response the items and the next position are. */
export function verifyPagination(api: Api, operation: Operation): void {
  const { pagination } = operation;
  if (!pagination) return;
  const report = (message: string) =>
    api.bundle.report(`${operation.pointer}/x-dp-pagination`, 'pagination', message);
  for (const key of NEEDED[pagination.style]) {
    if (pagination[key] === undefined)
      report(`${operation.id} pages by ${pagination.style}, so it needs ${key}`);
  }
  for (const place of [pagination.limit, pagination.offset, pagination.cursor]) {
    const wrong = place === undefined ? undefined : wrongPlace(api, operation, place);
    if (wrong !== undefined) report(wrong);
  }
  for (const wrong of wrongPointers(api, operation, pagination)) report(wrong);
}

function wrongPlace(api: Api, { id, parameters, pointer }: Operation, place: string): string | undefined {
  const name = place.match(/^query:(.+)$/)?.[1];
  if (name !== undefined) {
    const known = parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
    return known ? undefined : `${name} is no query parameter of ${id}`;
  }
  const path = place.replace(/^body:/, '');
  const body = contentSchema(api.bundle, valueAt(api.bundle.document, `${pointer}/requestBody`));
  return schemaAt(api.bundle, body, path) ? undefined : `${path} is no member of the request body of ${id}`;
}

function* wrongPointers(api: Api, { id, pointer }: Operation, pagination: Pagination): Generator<string> {
  const body = contentSchema(api.bundle, valueAt(api.bundle.document, `${pointer}/responses/200`));
  const found = (at: string) => schemaAt(api.bundle, body, at);
  if (!hasType(found(pagination.items), 'array'))
    yield `${pagination.items} of what ${id} answers is no array`;
  for (const key of ['total', 'pageSize'] as const) {
    const at = pagination[key];
    if (at !== undefined && !hasType(found(at), 'integer')) yield `${at} of what ${id} answers is no integer`;
  }
  const { nextCursor } = pagination;
  if (nextCursor !== undefined && found(nextCursor) === undefined)
    yield `${nextCursor} is no member of what ${id} answers`;
}
