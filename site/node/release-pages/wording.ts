import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { hrefOf, type PlacedApi } from '../contract-docs/catalog.ts';
import { blocks, code, link, table } from '../contract-docs/markdown.ts';
import { operationLink, schemaLink } from '../contract-docs/tables.ts';
import type { Change, ReleaseRecord } from './history.ts';

const LIST = '/docs/p10_releases/releases_list/';

/** Addresses of the pages of one release. */
export const releasePage = {
  changelog: (version: string) => `/docs/p10_releases/changelogs/${version}/`,
  notes: (version: string) => `/docs/p10_releases/release_notes/${version}/`,
  migration: (version: string) => `/docs/p10_releases/migrations/${version}/`,
  /** The versions of a contract, by its id. */
  changes: (api: string) => `/docs/p10_releases/contract_changes/#${api}`,
} as const;

/** A note on every page of a release about the source of this history. */
export const RECORD = `The contract versions of each release are [the toolkit's choice](${LIST}#scope).`;

/** The contracts of a release: those that changed, with their version before or `new`, and the others. */
export function splitCarried({ before, carried, arrivals, moves }: ReleaseRecord) {
  const earlier = new Map([
    ...arrivals.map(({ placed }) => [placed, 'new'] as const),
    ...moves.map(({ placed, from }) => [placed, from] as const),
  ]);
  const all = carried.map((one) => ({
    ...one,
    from: before === null ? 'new' : earlier.get(one.placed),
  }));
  return {
    changed: all.filter(({ from }) => from !== undefined),
    kept: all.filter(({ from }) => from === undefined),
  };
}

/** The contracts without changes, closed until a reader opens them. */
export function keptContracts(release: ReleaseRecord): string {
  const { kept } = splitCarried(release);
  if (kept.length === 0) return '';
  const label = `${count(kept.length, 'contract')} without changes`;
  return blocks(
    `::: details [${label.charAt(0).toUpperCase()}${label.slice(1)}]`,
    table(
      ['Contract', 'Version', 'Purpose'],
      kept.map(({ placed, contractVersion }) => [apiLink(placed), contractVersion, placed.api.summary]),
    ),
    ':::',
  );
}

export function apiLink(placed: PlacedApi): string {
  return link(placed.api.title, hrefOf.api(placed));
}

/** True for a requirement on services that conform to the newer contract version. */
export function isRequired(change: Change): boolean {
  return (
    (change.kind === 'operation' && change.operation.capability === undefined) ||
    (change.kind === 'member' && change.isRequired && change.isReturned)
  );
}

/** How many changes an upgrade from the release before requires of a service. */
export function requiredBy({ moves }: ReleaseRecord): number {
  return moves.flatMap(({ changes }) => changes).filter(isRequired).length;
}

/** The same in a few words. */
export function effortOf(release: ReleaseRecord): string {
  const required = requiredBy(release);
  return required === 0 ? 'No required change' : count(required, 'required change');
}

/** `one operation`, `3 operations`. */
export function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}

/** `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** What a change is, and where it is explained. */
export function describeChange(
  placed: PlacedApi,
  change: Change,
): readonly [kind: string, name: string, meaning: string] {
  switch (change.kind) {
    case 'operation':
      return ['Operation', operationLink(placed, change.operation), change.operation.summary];
    case 'schema':
      return ['Schema', schemaLink(placed, change.name), change.description];
    case 'member':
      return ['Field', `${code(change.name)} of ${schemaLink(placed, change.schema)}`, change.description];
    case 'value':
      return [
        'Value',
        `${code(change.value)} of ${schemaLink(placed, change.schema)}`,
        'A new value of the enumeration.',
      ];
    case 'request-member':
      return [
        'Field of a request',
        `${code(change.name)} of ${operationLink(placed, change.operation)}`,
        'The request of this operation accepts the field.',
      ];
  }
}

/** Name of the SDK's function that calls an operation. */
export function callOf({ id }: ReferenceOperation): string {
  return code(`${id}()`);
}
