import { releases } from '@tessera/contracts/releases';
import { compareGenerations, membersOf } from '../../reference/static/operation-changes.ts';
import { CURRENT_VERSION, isPartOf } from '../content/releases.ts';
import type { PlacedApi } from '../contract-docs/catalogue.ts';
import { blocks, code, link, sentences, table } from '../contract-docs/markdown.ts';
import { operationLink, operationsTable, schemaLink } from '../contract-docs/tables.ts';
import { changesBetween } from './history.ts';
import { apiLink, count, describeChange, RECORD, releasePage } from './wording.ts';

/** Id of the page below `docs/`. */
export const GENERATIONS = 'p10_releases/contract_changes';

/** What each generation of each contract added up to a version of the documentation, and what is deprecated now. */
export function renderGenerations(apis: readonly PlacedApi[], version: string): string {
  const carried = apis.map((placed) => ({ placed, generations: generationsOf(placed, version) }));
  return blocks(
    `Each contract has its own version, called its generation. This page lists every contract with its generations, newest first, and the operations, schemas, members and values that each generation added.`,
    `Contracts mark what is deprecated, but not since which generation, and they record no dates. ${RECORD}`,
    ...carried.map(({ placed, generations }) => renderContract(placed, generations)),
  );
}

function renderContract(placed: PlacedApi, generations: readonly string[]): string {
  const { api } = placed;
  const [current] = generations;
  // References lead to each contract here, also from versions that do not have it.
  if (current === undefined)
    return blocks(
      `## ${api.title} {#${api.id}}`,
      'This version of the documentation does not have the contract.',
    );
  return blocks(
    `## ${api.title} {#${api.id}}`,
    `${current} is the current generation of the ${apiLink(placed)}.`,
    ...deprecated(placed),
    ...generations.map((generation, index, all) =>
      blocks(
        `### ${api.title} ${generation} {#${generationAnchor(api.id, generation)}}`,
        sentences(firstRelease(api.id, generation), ...additions(placed, generation, all[index + 1])),
      ),
    ),
  );
}

/** Fragment identifier of a generation; the one of a contract is its id. */
function generationAnchor(id: string, generation: string): string {
  return `${id}-${generation.replaceAll('.', '-')}`;
}

/** Every generation up to a version that a release carried or that something is marked with, newest first. */
function generationsOf({ api }: PlacedApi, version: string): string[] {
  const carried = releases
    .filter((release) => isPartOf(release.version.slice(1), version))
    .flatMap(({ contracts }) =>
      Object.entries(contracts).flatMap(([id, generation]) => (id === api.id ? [generation] : [])),
    );
  const newest = version === CURRENT_VERSION ? api.version : carried.at(-1);
  if (newest === undefined) return [];
  const marked = api.operations.flatMap(({ since }) => since ?? []);
  return [...new Set([...carried, ...marked, newest])]
    .filter((generation) => compareGenerations(generation, newest) <= 0)
    .sort((a, b) => compareGenerations(b, a));
}

function firstRelease(id: string, generation: string): string {
  const first = releases.find(({ contracts }) =>
    Object.entries(contracts).some(([one, carried]) => one === id && carried === generation),
  );
  if (first === undefined) return 'No release on record carried it.';
  return `First carried by release ${link(code(first.version), releasePage.notes(first.version))}.`;
}

function additions(placed: PlacedApi, generation: string, before: string | undefined): string[] {
  if (before !== undefined) {
    const changes = changesBetween(placed, before, generation);
    if (changes.length === 0) return [`The contract marks no addition to ${before}.`];
    const rows = changes.map((change) => describeChange(placed, change));
    return [`It added ${count(changes.length, 'part')}:\n\n${table(['What', 'Name', 'Meaning'], rows)}`];
  }
  const { operations, webhooks } = placed.api;
  const first = operations.filter(({ since }) => since === undefined || since === generation);
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
          'Member',
          `${code(name)} of ${schemaLink(placed, schema.name)}`,
          property.description,
        ]),
    ),
  ];
  return rows.length === 0
    ? []
    : ['Deprecated now:', table(['What', 'Name', 'What the contract says'], rows)];
}
