import { releases } from '@tessera/contracts/releases';
import { compareVersions, membersOf } from '../../reference/static/operation-changes.ts';
import { CURRENT_VERSION, isPartOf } from '../content/releases.ts';
import type { PlacedApi } from '../contract-docs/catalog.ts';
import { blocks, code, link, sentences, table } from '../contract-docs/markdown.ts';
import { operationLink, operationsTable, schemaLink } from '../contract-docs/tables.ts';
import { changesBetween } from './history.ts';
import { apiLink, count, describeChange, RECORD, releasePage } from './wording.ts';

/** Id of the page below `docs/`. */
export const CONTRACT_CHANGES = 'p10_releases/contract_changes';

/** What each version of each contract added up to a version of the documentation, and what is deprecated now. */
export function renderContractChanges(apis: readonly PlacedApi[], version: string): string {
  const carried = apis.map((placed) => ({ placed, contractVersions: contractVersionsOf(placed, version) }));
  return blocks(
    `Each contract has a separate version. This page lists every contract with its versions, newest first, and the operations, schemas, fields and values that each version added.`,
    `Contracts mark deprecated parts, but not since which version, and they record no dates. ${RECORD}`,
    ...carried.map(({ placed, contractVersions }) => renderContract(placed, contractVersions)),
  );
}

function renderContract(placed: PlacedApi, contractVersions: readonly string[]): string {
  const { api } = placed;
  const [current] = contractVersions;
  // References lead to each contract here, also from versions that do not have it.
  if (current === undefined)
    return blocks(
      `## ${api.title} {#${api.id}}`,
      'This version of the documentation does not have the contract.',
    );
  return blocks(
    `## ${api.title} {#${api.id}}`,
    `${current} is the current version of the ${apiLink(placed)}.`,
    ...deprecated(placed),
    ...contractVersions.map((contractVersion, index, all) =>
      blocks(
        `### ${api.title} ${contractVersion} {#${versionAnchor(api.id, contractVersion)}}`,
        sentences(
          firstRelease(api.id, contractVersion),
          ...additions(placed, contractVersion, all[index + 1]),
        ),
      ),
    ),
  );
}

/** Fragment identifier of a contract version; the one of a contract is its id. */
function versionAnchor(id: string, contractVersion: string): string {
  return `${id}-${contractVersion.replaceAll('.', '-')}`;
}

/** Every contract version up to a version of the documentation that a release carried or that something is marked with, newest first. */
function contractVersionsOf({ api }: PlacedApi, version: string): string[] {
  const carried = releases
    .filter((release) => isPartOf(release.version.slice(1), version))
    .flatMap(({ contracts }) =>
      Object.entries(contracts).flatMap(([id, contractVersion]) => (id === api.id ? [contractVersion] : [])),
    );
  const newest = version === CURRENT_VERSION ? api.version : carried.at(-1);
  if (newest === undefined) return [];
  const marked = api.operations.flatMap(({ since }) => since ?? []);
  return [...new Set([...carried, ...marked, newest])]
    .filter((contractVersion) => compareVersions(contractVersion, newest) <= 0)
    .sort((a, b) => compareVersions(b, a));
}

function firstRelease(id: string, contractVersion: string): string {
  const first = releases.find(({ contracts }) =>
    Object.entries(contracts).some(([one, carried]) => one === id && carried === contractVersion),
  );
  if (first === undefined) return 'No documented release contains it.';
  return `Release ${link(code(first.version), releasePage.notes(first.version))} is the first that contains it.`;
}

function additions(placed: PlacedApi, contractVersion: string, before: string | undefined): string[] {
  if (before !== undefined) {
    const changes = changesBetween(placed, before, contractVersion);
    if (changes.length === 0) return [`No additions to ${before}.`];
    const rows = changes.map((change) => describeChange(placed, change));
    return [`It added ${count(changes.length, 'part')}:\n\n${table(['What', 'Name', 'Meaning'], rows)}`];
  }
  const { operations, webhooks } = placed.api;
  const first = operations.filter(({ since }) => since === undefined || since === contractVersion);
  if (first.length === 0) return [`It began with ${count(webhooks.length, 'webhook')}.`];
  const list = operationsTable(placed, (operation) => first.includes(operation));
  return [`It began with ${count(first.length, 'operation')}:\n\n${list}`];
}

function deprecated(placed: PlacedApi): string[] {
  const { operations, schemas } = placed.api;
  const rows = [
    ...operations
      .filter((operation) => operation.deprecated)
      .map((operation) => [
        'Operation',
        operationLink(placed, operation),
        /Deprecated: (.*)$/s.exec(operation.description)?.[1] ?? operation.summary,
      ]),
    ...schemas.flatMap((schema) =>
      membersOf(schema.properties)
        .filter(({ property }) => property.deprecated)
        .map(({ name, property }) => [
          'Field',
          `${code(name)} of ${schemaLink(placed, schema.name)}`,
          property.description,
        ]),
    ),
  ];
  return rows.length === 0
    ? []
    : ['Deprecated now:', table(['What', 'Name', 'What the contract says'], rows)];
}
