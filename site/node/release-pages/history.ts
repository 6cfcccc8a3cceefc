import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { releases } from '@tessera/contracts/releases';
import { compareVersions, membersOf, reachable } from '../../reference/static/operation-changes.ts';
import { apiOf, type PlacedApi } from '../contract-docs/catalog.ts';

/** An addition of a contract version. */
export type Change =
  | { readonly kind: 'operation'; readonly operation: ReferenceOperation }
  | { readonly kind: 'schema'; readonly name: string; readonly description: string }
  | {
      readonly kind: 'member';
      readonly schema: string;
      readonly name: string;
      readonly description: string;
      readonly isRequired: boolean;
      /** Whether callers send the schema, and whether services return it. */
      readonly isSent: boolean;
      readonly isReturned: boolean;
    }
  | { readonly kind: 'value'; readonly schema: string; readonly value: string }
  | { readonly kind: 'request-member'; readonly operation: ReferenceOperation; readonly name: string };

/** A contract with a newer version than in the release before. */
export interface Move {
  readonly placed: PlacedApi;
  readonly from: string;
  readonly to: string;
  readonly changes: readonly Change[];
}

/** A contract that no earlier release had. */
export interface Arrival {
  readonly placed: PlacedApi;
  readonly contractVersion: string;
}

/** One release, by its contracts. */
export interface ReleaseRecord {
  /** With the prefix `v`. */
  readonly version: string;
  /** Null for the first one. */
  readonly before: string | null;
  /** Version of each contract, in the order of the references. */
  readonly carried: readonly Arrival[];
  readonly arrivals: readonly Arrival[];
  readonly moves: readonly Move[];
}

/** All releases, oldest first. */
export function releaseHistory(): ReleaseRecord[] {
  return releases.map(({ version, contracts }, index) => {
    const before = releases[index - 1];
    const earlier = new Map<string, string>(Object.entries(before?.contracts ?? {}));
    const carried = Object.entries(contracts).map(([id, contractVersion]) => ({
      placed: apiOf(id),
      contractVersion,
    }));
    return {
      version,
      before: before?.version ?? null,
      carried,
      arrivals: carried.filter(({ placed }) => !earlier.has(placed.api.id)),
      moves: carried.flatMap(({ placed, contractVersion }) => {
        const from = earlier.get(placed.api.id);
        if (from === undefined || from === contractVersion) return [];
        return [
          { placed, from, to: contractVersion, changes: changesBetween(placed, from, contractVersion) },
        ];
      }),
    };
  });
}

/** Deprecated operations of an older API that a new API replaces. */
export function replacedBy({
  carried,
  arrivals,
}: ReleaseRecord): { placed: PlacedApi; operation: ReferenceOperation }[] {
  const newer = arrivals.flatMap(({ placed }) => {
    const [, stem, version = ''] = /^(.*)-v(\d+)$/.exec(placed.api.id) ?? [];
    return stem === undefined ? [] : [`${stem}-v${Number(version) - 1}`];
  });
  return carried
    .filter(({ placed }) => newer.includes(placed.api.id))
    .flatMap(({ placed }) =>
      placed.api.operations
        .filter(({ deprecated }) => deprecated)
        .map((operation) => ({ placed, operation })),
    );
}

/** The additions after one contract version, up to another one. */
export function changesBetween(placed: PlacedApi, from: string, to: string): Change[] {
  const isNew = (since: string | undefined) =>
    since !== undefined && compareVersions(since, from) > 0 && compareVersions(since, to) <= 0;
  const { operations, schemas, webhooks } = placed.api;
  const sent = reachable(
    [...operations, ...webhooks].map(({ body }) => body?.schema),
    placed.api,
  );
  const returned = reachable(
    operations.flatMap(({ responses }) => responses.map(({ schema }) => schema)),
    placed.api,
  );
  return [
    ...operations
      .filter(({ since }) => isNew(since))
      .map((operation): Change => ({ kind: 'operation', operation })),
    ...operations.flatMap((operation) =>
      Object.entries(operation.body?.since ?? {})
        .filter(([, since]) => isNew(since))
        .map(([name]): Change => ({ kind: 'request-member', operation, name })),
    ),
    ...schemas.flatMap((schema): Change[] => [
      ...(isNew(schema.since)
        ? [{ kind: 'schema' as const, name: schema.name, description: schema.description }]
        : []),
      ...membersOf(schema.properties)
        .filter(({ property }) => isNew(property.since))
        .map(({ name, property }): Change => {
          const { description, required: isRequired } = property;
          return {
            kind: 'member',
            schema: schema.name,
            name,
            description,
            isRequired,
            isSent: sent.includes(schema),
            isReturned: returned.includes(schema),
          };
        }),
      ...Object.entries(schema.sinceByValue ?? {})
        .filter(([, since]) => isNew(since))
        .map(([value]): Change => ({ kind: 'value', schema: schema.name, value })),
    ]),
  ];
}
