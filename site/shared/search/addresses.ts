import type { SearchDocument } from './format.ts';
import type { LoadedPart } from './load-part.ts';

/** A path, with its method or without, or the number of a requirement. */
const ADDRESS = /^(?:(get|put|post|patch|delete)\s+)?(\/?[\w{}:.-]+(?:\/[\w{}:.-]*)*)$/i;
const REQUIREMENT = /^[a-z]{1,4}-\d+[a-z]?$/i;

/**
 * What a query names by its address: the operations of a path such as `/v1/provision`, the page of a requirement such
 * as `X-01`. The shortest address is the one that was meant.
 */
export function addressed(parts: readonly LoadedPart[], query: string): SearchDocument[] {
  const [, method = '', typed = ''] = ADDRESS.exec(query.trim()) ?? [];
  if (!typed.includes('/') && !REQUIREMENT.test(typed)) return [];
  const end = `/${typed.replace(/^\/|\/$/g, '').toLowerCase()}`;
  const matches = (address: string) =>
    address.endsWith(end) && (method === '' || address.includes(`/${method.toLowerCase()}/`));
  return parts
    .slice(0, 2)
    .flatMap(({ documents }) => [...documents.values()])
    .map((document) => ({ document, address: addressOf(document) }))
    .filter(({ address }) => matches(address))
    .sort((a, b) => a.address.length - b.address.length)
    .map(({ document }) => document);
}

function addressOf({ u, h }: SearchDocument): string {
  return (h === undefined ? u : `${u}${h}`).replace(/\/$/, '').toLowerCase();
}
