import { clientFunction } from '../../shared/client-function.ts';
import type { Source } from '../content/load.ts';
import { blocks, code, link, list } from '../contract-docs/markdown.ts';
import type { Arrival, Move, ReleaseRecord } from './history.ts';
import { apiLink, callOf, count, enumerate, RECORD, releasePage } from './wording.ts';

const GUIDES_MAX = 6;
const CALLS_MAX = 3;

/** What a release means for implementers, callers and readers; the summary is hand-written. */
export function renderNotes(
  release: ReleaseRecord,
  summary: string,
  documents: ReadonlyMap<Source, string>,
): string {
  return blocks(
    summary,
    RECORD,
    '## What implementers notice',
    list(forImplementers(release)),
    '## What callers notice',
    list(forCallers(release)),
    '## What readers notice',
    list(forReaders(release, documents)),
  );
}

const isExtensionPoint = ({ placed }: { readonly placed: Arrival['placed'] }) =>
  placed.route === '/extension-points/';

function forImplementers({ version, arrivals, moves, carried }: ReleaseRecord): string[] {
  const items = [
    ...arrivals.filter(isExtensionPoint).map(({ placed, generation }) => {
      const { id, summary, operations } = placed.api;
      const start =
        operations.length > 0
          ? `${code(`tessera-serve init ${id} FOLDER`)} writes a project that conforms, ${code(`tessera-conformance ${id} --url URL`)} judges one.`
          : `${code(`tessera-conformance ${id} --url URL`)} sends a receiver what it has to understand.`;
      return `The ${apiLink(placed)} ${generation} can be implemented: ${lowerFirst(summary)} ${start}`;
    }),
    ...moves.filter(isExtensionPoint).map((move) => moveSentence(version, move)),
  ];
  if (items.length > 0) return items;
  const kept = carried.filter(isExtensionPoint).map(({ placed }) => placed.api.id);
  return [
    `Nothing to do. ${kept.length > 1 ? 'Services' : 'A service'} behind ${enumerate(kept)}, as of ${version}, stay as they are.`,
  ];
}

function moveSentence(version: string, { placed, from, to, changes }: Move): string {
  const what =
    changes.length === 0
      ? 'without an addition that the contract marks'
      : `with ${count(changes.length, 'addition')}`;
  return `The ${apiLink(placed)} moves from ${from} to ${to} ${what}; the ${link('migration page', releasePage.migration(version))} says what that asks of a service.`;
}

function forCallers({ version, carried, arrivals, moves }: ReleaseRecord): string[] {
  const items = [
    ...arrivals.map(({ placed }) => {
      const { id, operations } = placed.api;
      return operations.length > 0
        ? `${code(clientFunction(id))} of ${code(`@tessera/client/${id}`)} speaks the ${placed.api.title}: ${count(operations.length, 'operation')}${operations.length > CALLS_MAX ? ', among them' : ','} ${enumerate(operations.slice(0, CALLS_MAX).map(callOf))}.`
        : `A receiver reads what it is sent with ${code('parseNotification')} of ${code(`@tessera/client/${id}`)}, which refuses what the contract does not know.`;
    }),
    ...moves.flatMap(({ placed, to, changes }) => {
      const calls = changes.flatMap((change) =>
        change.kind === 'operation' ? [callOf(change.operation)] : [],
      );
      if (calls.length === 0) return [];
      return `${enumerate(calls)} can be called on services that have reached ${to} of the ${placed.api.title}; older ones refuse.`;
    }),
    ...moves.flatMap(({ placed, to, changes }) => {
      const values = changes.flatMap((change) => (change.kind === 'value' ? [code(change.value)] : []));
      if (values.length === 0) return [];
      return `From ${to} on, the ${placed.api.title} may answer with ${enumerate(values)}; a reader that knows the older values only must not fail.`;
    }),
  ];
  if (items.length > 0) return items;
  const { length } = carried;
  return [`Requests and answers are those of before, for all ${length} contracts that ${version} carries.`];
}

function forReaders(
  { version, before, arrivals, moves }: ReleaseRecord,
  documents: ReadonlyMap<Source, string>,
): string[] {
  const touched = [
    ...arrivals.map(({ placed, generation }) => ({
      placed,
      generation,
      operations: placed.api.operations.map(({ id }) => id),
    })),
    ...moves.map(({ placed, to, changes }) => ({
      placed,
      generation: to,
      operations: changes.flatMap((change) => (change.kind === 'operation' ? [change.operation.id] : [])),
    })),
  ];
  const guides = touched.flatMap(({ placed, generation, operations }) => {
    const names = operations.map((id) => `${placed.api.id}#${id}`);
    const pages = [...documents.keys()].filter(({ frontMatter }) =>
      frontMatter.operations?.some((name) => names.includes(name)),
    );
    if (pages.length === 0) return [];
    const links = pages
      .slice(0, GUIDES_MAX)
      .map((page) => link(documents.get(page) ?? page.frontMatter.title, page.route));
    return [`Guides to what came with ${generation} of the ${placed.api.title}: ${enumerate(links)}.`];
  });
  return [
    ...guides,
    `The ${link(`changelog of ${version}`, releasePage.changelog(version))} lists every contract with its generation.`,
    ...(before === null
      ? []
      : [`Coming from ${before}? Compare with its ${link('changelog', releasePage.changelog(before))}.`]),
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
