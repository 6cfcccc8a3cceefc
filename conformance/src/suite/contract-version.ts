import type { ReferenceApi, ReferenceProperty } from '@tessera/contracts/reference-model';
import type { OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { ConfigError } from '../config-error.ts';
import { type Contract, compareVersions } from './contract.ts';
import { isObject, type JsonObject, listOf } from './json.ts';
import type { Suite } from './run.ts';

/**
 * The suite for a contract version: members of newer versions are neither required nor checked. The list of these
 * members is loaded only for older versions.
 * @throws ConfigError for a version that this suite does not know
 */
export async function trimToContractVersion(suite: Suite, version: string | undefined): Promise<Suite> {
  const { contract } = suite;
  if (version === undefined) return suite;
  await refuseUnknown(contract, version);
  if (compareVersions(version, contract.table.version) >= 0) return suite;
  const { extensionPointsReference } = await import('@tessera/contracts/reference/extension-points');
  const api = extensionPointsReference.apis.find(({ id }) => id === contract.table.id);
  if (api === undefined) return suite;
  const withheld = newerMembers(api, version);
  return { ...suite, contract: { ...contract, schemas: trim(contract, withheld), withheld } };
}

/** This suite cannot test versions that are newer than its own, or older than the first. */
async function refuseUnknown({ table }: Contract, version: string): Promise<void> {
  const { releases } = await import('@tessera/contracts/releases');
  const carried: readonly { readonly contracts: Readonly<Record<string, string>> }[] = releases;
  const known = carried.flatMap(({ contracts }) => contracts[table.id] ?? []);
  const [first = version] = known.sort(compareVersions);
  const isNewer = compareVersions(version, table.version) > 0;
  if (compareVersions(first, version) <= 0 && !isNewer) return;
  const nearest = isNewer ? table.version : first;
  throw new ConfigError(
    `this suite knows ${table.id} from contract version ${first} to ${table.version}, not ${version}; check it with --contract-version ${nearest}, or use a newer suite`,
  );
}

/**
 * Whether a version of an operation had a member in its body.
 * @param member dotted path
 */
export function knowsMember({ body }: OperationEntry, member: string, version: string): boolean {
  const since = body?.since?.[member.split('.')[0] ?? ''];
  return since === undefined || compareVersions(since, version) <= 0;
}

/** Names of members by schema. */
type Members = ReadonlyMap<string, ReadonlySet<string>>;

function newerMembers(api: ReferenceApi, version: string): Members {
  const isNewer = ({ since }: ReferenceProperty): boolean =>
    since !== undefined && compareVersions(since, version) > 0;
  return new Map(
    api.schemas.map(({ name, properties }) => [
      name,
      new Set(properties.filter(isNewer).map((one) => one.name)),
    ]),
  );
}

function trim({ schemas }: Contract, newer: Members): SchemaDocument {
  return {
    ...schemas,
    $defs: Object.fromEntries(
      Object.entries(schemas.$defs).map(([name, schema]) => [
        name,
        isObject(schema) ? without(schema, newer.get(name) ?? new Set()) : schema,
      ]),
    ),
  };
}

function without(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const properties = schema['properties'];
  if (names.size === 0 || !isObject(properties)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    required: listOf(schema['required']).filter((name) => !names.has(String(name))),
  };
}
