import { blocks, code, factList, link, list, sentences, table } from '../contract-docs/markdown.ts';
import { operationLink } from '../contract-docs/tables.ts';
import { EXTENSION_POINTS } from '../contracts.ts';
import { type Arrival, type Change, type Move, type ReleaseRecord, replacedBy } from './history.ts';
import {
  apiLink,
  count,
  describeChange,
  effortOf,
  enumerate,
  isRequired,
  keptContracts,
  RECORD,
  releasePage,
  requiredBy,
} from './wording.ts';

/** The changes on both sides for an upgrade from the release before. */
export function renderMigration(release: ReleaseRecord): string {
  const { version, moves, arrivals } = release;
  return blocks(
    effort(release),
    facts(release),
    ...moves.map(renderMove),
    ...(arrivals.length > 0
      ? ['## New contracts', list(arrivals.map((arrival) => arrivalItem(version, arrival)))]
      : []),
    ...deprecations(release),
    '## Check the result',
    list(checks(release)),
    keptContracts(release),
    `The [changelog of ${version}](${releasePage.changelog(version)}) lists all additions. ${RECORD}`,
  );
}

/** What each side has to do, and how to check it. */
function facts(release: ReleaseRecord): string {
  const { version, moves } = release;
  const changes = moves.flatMap((move) => move.changes);
  const values = changes.filter(({ kind }) => kind === 'value').length;
  return factList([
    ['Services', effortOf(release)],
    ['Callers', values === 0 ? 'No required change' : `${count(values, 'new value')} to support`],
    ['Check', link('Commands', '#check-the-result')],
    ['Summary', link('Release notes', releasePage.notes(version))],
  ]);
}

function effort(release: ReleaseRecord): string {
  const { version, before, moves, arrivals } = release;
  const required = requiredBy(release);
  if (moves.length === 0 && arrivals.length === 0)
    return `Nothing changes from ${before} to ${version}: both releases have the same contracts and contract versions.`;
  if (moves.length === 0)
    return `Existing services and callers need no change from ${before} to ${version}. Using what is new is optional: ${enumerate(arrivals.map(({ placed }) => `the ${placed.api.title}`))}.`;
  if (moves.every(({ changes }) => changes.length === 0))
    return `Services and callers need no change from ${before} to ${version}, although ${enumerate(moves.map(({ placed, to }) => `the ${placed.api.title} has the new version ${to}`))}.`;
  const demand =
    required === 0
      ? 'All additions are optional. A service ignores fields that it does not know, and returns the status in the table for an operation that it does not serve. A caller supports the new values.'
      : `To conform to the new version, a service must make ${count(required, 'change')}.`;
  return `From ${before} to ${version}, ${enumerate(moves.map(({ placed, from, to }) => `the ${placed.api.title} changes from ${from} to ${to}`))}. ${demand}`;
}

/** A change that a service or a caller notices directly. */
type Direct = Exclude<Change, { kind: 'schema' }>;

function renderMove({ placed, from, to, changes }: Move): string {
  const heading = `## ${placed.api.title}: from ${from} to ${to}`;
  if (changes.length === 0)
    return blocks(
      heading,
      `No operation, field or value was added. A service that conforms to ${from} of the ${apiLink(placed)} needs no change. To confirm this, run the conformance suite for ${to}. No source says why the version changed.`,
    );
  // What a service must change comes first.
  const ranked = changes.toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  const rows = ranked.flatMap((change) => {
    // The operations and fields that use a new schema are listed.
    if (change.kind === 'schema') return [];
    const [kind, name] = describeChange(placed, change);
    return [[`${kind} ${name}`, forService(placed, change), forCaller(to, change)]];
  });
  return blocks(heading, table(['Addition', 'Services', 'Callers'], rows));
}

function forService(placed: Move['placed'], change: Direct): string {
  switch (change.kind) {
    case 'operation': {
      const { capability } = change.operation;
      const title = placed.api.capabilities.find(({ id }) => id === capability?.id)?.title;
      return capability
        ? `Optional (${title ?? capability.id}): serve it, or return ${code(capability.absentStatus)}.`
        : 'Must serve it.';
    }
    case 'member':
      return sentences(change.isSent ? 'Must accept it.' : '', returns(change));
    case 'value':
      return 'May return it.';
    case 'request-member':
      return 'Must accept it.';
  }
}

function returns({ isReturned, isRequired }: Extract<Change, { kind: 'member' }>): string {
  if (!isReturned) return '';
  return isRequired ? 'Must return it.' : 'May return it.';
}

function forCaller(to: string, change: Direct): string {
  switch (change.kind) {
    case 'operation':
      return `May call it if the service implements ${to}.`;
    case 'member':
      return sentences(
        change.isSent ? `May send it to a service with version ${to} or later.` : '',
        change.isReturned ? 'Must not expect it from an older service.' : '',
      );
    case 'value':
      return 'Must support it.';
    case 'request-member':
      return `May send it to a service with version ${to} or later.`;
  }
}

function arrivalItem(version: string, { placed, contractVersion }: Arrival): string {
  const { title, operations, id } = placed.api;
  const isExtensionPoint = placed.area === EXTENSION_POINTS;
  const size = operations.length > 0 ? count(operations.length, 'operation') : 'one webhook';
  return isExtensionPoint
    ? `The ${apiLink(placed)} ${contractVersion} (${size}) is optional. Without an implementation, a platform of ${version} lacks only the features of the ${title}.`
    : `The ${apiLink(placed)} ${contractVersion} (${size}) is an additional API and does not affect callers that do not use ${code(id)}.`;
}

function deprecations(release: ReleaseRecord): string[] {
  const replaced = replacedBy(release);
  if (replaced.length === 0) return [];
  const rows = replaced.map(({ placed, operation }) => [
    operationLink(placed, operation),
    /Deprecated: (.*)$/s.exec(operation.description)?.[1] ?? operation.description,
  ]);
  return ['## Deprecated operations', table(['Operation', 'Use instead'], rows)];
}

function checks({ version, before, moves, arrivals }: ReleaseRecord): string[] {
  const judged = [...moves.map(({ placed, to }) => ({ placed, contractVersion: to })), ...arrivals];
  const ofServices = judged
    .filter(({ placed }) => placed.area === EXTENSION_POINTS)
    .map(({ placed, contractVersion }) => {
      const command = code(
        `npx tessera conformance ${placed.api.id} --url URL --contract-version ${contractVersion}`,
      );
      const move = moves.find((candidate) => candidate.placed === placed);
      return sentences(
        `${command} checks a service against ${contractVersion} of the contract.`,
        move ? `With ${code(`--contract-version ${move.from}`)} it checks against the previous version.` : '',
      );
    });
  const ofPlatform = judged
    .filter(({ placed }) => placed.area !== EXTENSION_POINTS)
    .map(({ placed, contractVersion }) => `the ${link(placed.api.title, placed.route)} ${contractVersion}`);
  const items = [
    ...ofServices,
    ...(ofPlatform.length === 0
      ? []
      : [
          `${code('npx tessera conformance platform --url URL')} checks a platform with read-only requests, including ${enumerate(ofPlatform)}.`,
        ]),
  ];
  if (items.length > 0) return items;
  return [
    `Run the conformance suite again with the options for ${before}: the verdict for ${version} must be the same.`,
  ];
}
