import { clientFunction } from '../../shared/client-function.ts';
import type { Source } from '../content/load.ts';
import { blocks, code, link, list, table } from '../contract-docs/markdown.ts';
import { EXTENSION_POINTS } from '../contracts.ts';
import type { Arrival, Move, ReleaseRecord } from './history.ts';
import {
  apiLink,
  callOf,
  count,
  enumerate,
  keptContracts,
  RECORD,
  releasePage,
  splitCarried,
} from './wording.ts';

const GUIDES_MAX = 6;
const CALLS_MAX = 3;

/** What a release means for implementers, callers and readers; the summary is hand-written. */
export function renderNotes(
  release: ReleaseRecord,
  isNewest: boolean,
  summary: string,
  documents: ReadonlyMap<Source, string>,
): string {
  return blocks(
    summary,
    facts(release, isNewest),
    '## For implementers',
    list(forImplementers(release)),
    '## For callers',
    list(forCallers(release)),
    '## Contracts',
    versionsTable(release),
    '## Related pages',
    list(forReaders(release, documents)),
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
  const kept = carried.filter(isExtensionPoint).map(({ placed }) => placed.api.id);
  return [
    `${version} requires no change of ${kept.length > 1 ? 'services that implement' : 'a service that implements'} ${enumerate(kept)}.`,
  ];
}

function moveSentence(version: string, { placed, from, to, changes }: Move): string {
  const what = changes.length === 0 ? 'without additions' : `with ${count(changes.length, 'addition')}`;
  return `The ${apiLink(placed)} changes from ${from} to ${to} ${what}. The ${link('migration page', releasePage.migration(version))} lists what services change.`;
}

function forCallers({ version, carried, arrivals, moves }: ReleaseRecord): string[] {
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
  ];
  if (items.length > 0) return items;
  const { length } = carried;
  return [`Requests and responses do not change, for all ${length} contracts of ${version}.`];
}

function forReaders(
  { version, before, arrivals, moves }: ReleaseRecord,
  documents: ReadonlyMap<Source, string>,
): string[] {
  const touched = [
    ...arrivals.map(({ placed, contractVersion }) => ({
      placed,
      contractVersion,
      operations: placed.api.operations.map(({ id }) => id),
    })),
    ...moves.map(({ placed, to, changes }) => ({
      placed,
      contractVersion: to,
      operations: changes.flatMap((change) => (change.kind === 'operation' ? [change.operation.id] : [])),
    })),
  ];
  const guides = touched.flatMap(({ placed, contractVersion, operations }) => {
    const names = operations.map((id) => `${placed.api.id}#${id}`);
    const pages = [...documents.keys()].filter(({ frontMatter }) =>
      frontMatter.operations?.some((name) => names.includes(name)),
    );
    if (pages.length === 0) return [];
    const links = pages
      .slice(0, GUIDES_MAX)
      .map((page) => link(documents.get(page) ?? page.frontMatter.title, page.route));
    return [
      `For the operations that are new in the ${placed.api.title} ${contractVersion}, see ${enumerate(links)}.`,
    ];
  });
  return [
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

/** Where the release is among the others. */
function facts({ version, before, carried, arrivals, moves }: ReleaseRecord, isNewest: boolean): string {
  return blocks(
    '::: section facts',
    list([
      ...(isNewest ? ['**Status** Latest release'] : []),
      `**Changed contracts** ${arrivals.length + moves.length} of ${carried.length}`,
      `**Additions** ${link('Changelog', releasePage.changelog(version))}`,
      ...(before === null ? [] : [`**Previous release** ${link(before, releasePage.notes(before))}`]),
    ]),
    ':::',
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
