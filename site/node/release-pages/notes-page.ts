import { clientFunction } from '../../shared/client-function.ts';
import type { Source } from '../content/load.ts';
import { allApis } from '../contract-docs/catalog.ts';
import { blocks, code, factList, link, list, table } from '../contract-docs/markdown.ts';
import { operationLink } from '../contract-docs/tables.ts';
import { EXTENSION_POINTS } from '../contracts.ts';
import { contractPairs } from './comparison-page.ts';
import { type Arrival, type Move, type ReleaseRecord, replacedBy } from './history.ts';
import {
  apiLink,
  callOf,
  count,
  effortOf,
  enumerate,
  keptContracts,
  RECORD,
  releasePage,
  splitCarried,
} from './wording.ts';

const GUIDES_MAX = 6;
const CALLS_MAX = 3;

/** What the notes of a release need besides its contracts. */
export interface NotesInput {
  readonly isNewest: boolean;
  /** Whether it has a migration page. */
  readonly isMigrated: boolean;
  /** Hand-written. */
  readonly summary: string;
  /** Titles of the pages. */
  readonly documents: ReadonlyMap<Source, string>;
}

/** What a release means for implementers, callers and readers. */
export function renderNotes(release: ReleaseRecord, input: NotesInput): string {
  return blocks(
    input.summary,
    facts(release, input),
    '## For implementers',
    list(forImplementers(release)),
    '## For callers',
    list(forCallers(release)),
    '## Contracts',
    versionsTable(release),
    '## Related pages',
    list(forReaders(release, input.documents)),
    RECORD,
  );
}

const isExtensionPoint = ({ placed }: { readonly placed: Arrival['placed'] }) =>
  placed.area === EXTENSION_POINTS;

function forImplementers({ version, arrivals, moves, carried }: ReleaseRecord): string[] {
  const items = [
    ...arrivals.filter(isExtensionPoint).map(({ placed, contractVersion }) => {
      const { id, summary, operations } = placed.api;
      const start =
        operations.length > 0
          ? `${code(`npx tessera init ${id} FOLDER`)} creates a conforming project, and ${code(`npx tessera conformance ${id} --url URL`)} checks an implementation.`
          : `${code(`npx tessera conformance ${id} --url URL`)} checks a receiver with sample notifications.`;
      return `You can implement the ${apiLink(placed)} ${contractVersion} to ${lowerFirst(summary)} ${start}`;
    }),
    ...moves.filter(isExtensionPoint).map((move) => moveSentence(version, move)),
  ];
  if (items.length > 0) return items;
  const kept = carried.filter(isExtensionPoint);
  return [
    `An implementation of ${kept.length > 1 ? `any of the ${kept.length} extension points` : 'the extension point'} of ${version} needs no change.`,
  ];
}

function moveSentence(version: string, { placed, from, to, changes }: Move): string {
  const what = changes.length === 0 ? 'without additions' : `with ${count(changes.length, 'addition')}`;
  return `The ${apiLink(placed)} changes from ${from} to ${to} ${what}. The ${link('migration page', releasePage.migration(version))} lists what services change.`;
}

function forCallers(release: ReleaseRecord): string[] {
  const { version, carried, arrivals, moves } = release;
  const items = [
    ...arrivals.map(({ placed }) => {
      const { id, operations } = placed.api;
      return operations.length > 0
        ? `${code(clientFunction(id))} in ${code(`@tessera/client/${id}`)} is the client of the ${placed.api.title}, with ${count(operations.length, 'operation')}${operations.length > CALLS_MAX ? ', including' : ':'} ${enumerate(operations.slice(0, CALLS_MAX).map(callOf))}.`
        : `In TypeScript, a receiver parses the request with ${code('parseNotification')} from ${code(`@tessera/client/${id}`)}, which rejects invalid notifications.`;
    }),
    ...moves.flatMap(({ placed, to, changes }) => {
      const calls = changes.flatMap((change) =>
        change.kind === 'operation' ? [callOf(change.operation)] : [],
      );
      if (calls.length === 0) return [];
      return `To call ${enumerate(calls)}, you need a service that implements ${to} of the ${placed.api.title} or later.`;
    }),
    ...moves.flatMap(({ placed, to, changes }) => {
      const values = changes.flatMap((change) => (change.kind === 'value' ? [code(change.value)] : []));
      if (values.length === 0) return [];
      return `Since ${to}, the ${placed.api.title} can return ${enumerate(values)}. A client that knows only the older values must not fail.`;
    }),
    ...deprecations(release),
  ];
  if (items.length > 0) return items;
  const { length } = carried;
  return [`Requests and responses do not change, for all ${length} contracts of ${version}.`];
}

/** The operations that callers should replace, and where they find the replacement. */
function deprecations(release: ReleaseRecord): string[] {
  const replaced = replacedBy(release);
  if (replaced.length === 0) return [];
  const names = enumerate(replaced.map(({ placed, operation }) => operationLink(placed, operation)));
  return [
    `These operations are deprecated: ${names}. The ${link('migration page', releasePage.migration(release.version))} lists their replacements.`,
  ];
}

function forReaders(release: ReleaseRecord, documents: ReadonlyMap<Source, string>): string[] {
  const { version, before, arrivals, moves } = release;
  const added = [
    ...arrivals.flatMap(({ placed }) => placed.api.operations.map(({ id }) => `${placed.api.id}#${id}`)),
    ...moves.flatMap(({ placed, changes }) =>
      changes.flatMap((change) =>
        change.kind === 'operation' ? [`${placed.api.id}#${change.operation.id}`] : [],
      ),
    ),
  ];
  const explained = ({ frontMatter }: Source) =>
    frontMatter.operations?.filter((name) => added.includes(name)).length ?? 0;
  const guides = [...documents.keys()]
    .filter((page) => explained(page) > 0)
    .sort((a, b) => explained(b) - explained(a))
    .slice(0, GUIDES_MAX)
    .map((page) => link(documents.get(page) ?? page.frontMatter.title, page.route));
  const comparisons = contractPairs(allApis())
    .filter(({ newer }) => arrivals.some(({ placed }) => placed.api.id === newer.api.id))
    .map(
      ({ page, title, names }) =>
        `${link(`${title}: ${enumerate(names)} compared`, `/docs/${page}/`)}: operations and fields side by side.`,
    );
  return [
    ...(moves.length + replacedBy(release).length > 0
      ? [
          `${link(`Migration to ${version}`, releasePage.migration(version))}: the changes for services and callers.`,
        ]
      : []),
    ...comparisons,
    ...guides,
    `The ${link(`changelog of ${version}`, releasePage.changelog(version))} lists every addition.`,
    ...(before === null
      ? []
      : [`The previous release is ${before}: ${link('changelog', releasePage.changelog(before))}.`]),
  ];
}

/** The changed contracts; the others are folded. */
function versionsTable(release: ReleaseRecord): string {
  const { changed } = splitCarried(release);
  return blocks(
    table(
      ['Contract', 'Before', `In ${release.version}`],
      changed.map(({ placed, from = '', contractVersion }) => [apiLink(placed), from, contractVersion]),
    ),
    keptContracts(release),
  );
}

/** How much an upgrade costs, and where the release is among the others. */
function facts(release: ReleaseRecord, { isNewest, isMigrated }: NotesInput): string {
  const { version, before, carried, arrivals, moves } = release;
  const effort = effortOf(release);
  return factList([
    ...(isNewest ? [['Status', 'Latest release'] as const] : []),
    ...(before === null
      ? []
      : [
          [
            `Upgrade from ${before}`,
            isMigrated ? link(effort, releasePage.migration(version)) : effort,
          ] as const,
        ]),
    ['Changed contracts', `${arrivals.length + moves.length} of ${carried.length}`],
    ['Additions', link('Changelog', releasePage.changelog(version))],
  ]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
