import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { blocks, factList, table } from '../contract-docs/markdown.ts';
import { operationsTable } from '../contract-docs/tables.ts';
import type { Arrival, Change, Move, ReleaseRecord } from './history.ts';
import { apiLink, count, describeChange, enumerate, keptContracts, RECORD, releasePage } from './wording.ts';

/** Kinds of additions with their headings: first those that services serve and callers have to know. */
const KINDS: readonly (readonly [Change['kind'], string])[] = [
  ['operation', 'New operations'],
  ['value', 'New values'],
  ['request-member', 'New fields of requests'],
  ['member', 'New fields of schemas'],
  ['schema', 'New schemas'],
];

/** The additions of one release, contract by contract. */
export function renderChangelog(release: ReleaseRecord): string {
  return blocks(
    effort(release),
    overview(release),
    facts(release),
    ...release.arrivals.map(renderArrival),
    ...release.moves.map(renderMove),
    keptContracts(release),
    RECORD,
  );
}

/** Whether there is anything to do, or where a reader finds out. */
function effort({ version, before, moves, arrivals }: ReleaseRecord): string {
  if (before === null || moves.length + arrivals.length === 0) return '';
  return moves.length === 0
    ? `Services and callers of ${before} need no change, because no existing contract changed and implementing a new one is optional.`
    : `[Migration to ${version}](${releasePage.migration(version)}) lists what services and callers change. This page lists every addition.`;
}

/** How many additions there are of each kind. */
function facts({ arrivals, moves }: ReleaseRecord): string {
  const changes = moves.flatMap((move) => move.changes);
  const ofKind = (...kinds: readonly Change['kind'][]) =>
    changes.filter(({ kind }) => kinds.includes(kind)).length;
  const begun = arrivals.flatMap((arrival) => [
    ...arrival.placed.api.operations.filter(isFirst(arrival)),
    ...arrival.placed.api.webhooks,
  ]);
  const all = [
    ['New contracts', arrivals.length],
    ['New operations', begun.length + ofKind('operation')],
    ['New values', ofKind('value')],
    ['New fields', ofKind('request-member', 'member')],
  ] as const;
  const some = all.filter(([, number]) => number > 0);
  return some.length === 0 ? '' : factList(some.map(([name, number]) => [name, String(number)]));
}

function overview({ version, before, carried, arrivals, moves }: ReleaseRecord): string {
  const total = `${version} contains ${count(carried.length, 'contract')}.`;
  if (before === null) return `${total} It is the first documented release, and everything in it is new.`;
  const parts = [
    ...(arrivals.length > 0
      ? [
          `${enumerate(arrivals.map(({ placed }) => `the ${placed.api.title}`))} ${arrivals.length === 1 ? 'is' : 'are'} new in ${version}`,
        ]
      : []),
    ...moves.map(({ placed, from, to }) => `the ${placed.api.title} changed from ${from} to ${to}`),
  ];
  if (parts.length === 0)
    return `There is nothing to change, because all contracts and contract versions are the same as in ${before}.`;
  const text = enumerate(parts);
  return `${total} ${text.charAt(0).toUpperCase()}${text.slice(1)}. All other contracts are the same as in ${before}.`;
}

function renderArrival({ placed, contractVersion }: Arrival): string {
  const { api } = placed;
  const size = [
    count(api.operations.length, 'operation'),
    ...(api.webhooks.length > 0 ? [count(api.webhooks.length, 'webhook')] : []),
    count(api.schemas.length, 'schema'),
    ...(api.rules.length > 0 ? [count(api.rules.length, 'rule')] : []),
  ];
  const isAsToday = contractVersion === api.version;
  return blocks(
    `## ${api.title} ${contractVersion}, new`,
    `${api.summary} ${isAsToday ? `It has ${enumerate(size)}.` : `Its first version is ${contractVersion}, and later changelogs list what was added since.`} The reference of the ${apiLink(placed)} has the details.`,
    api.webhooks.length > 0
      ? table(
          ['Webhook', 'What it does'],
          api.webhooks.map(({ name, summary }) => [`\`${name}\``, summary]),
        )
      : operationsTable(placed, isFirst({ placed, contractVersion })),
    api.operations.some(({ deprecated }) => deprecated)
      ? 'The operations marked as deprecated are so in the newest contract. It does not state since when.'
      : '',
  );
}

/** Whether the first version of a contract has an operation. */
function isFirst({ placed, contractVersion }: Arrival) {
  return ({ since }: ReferenceOperation): boolean =>
    contractVersion === placed.api.version || since === contractVersion;
}

function renderMove({ placed, from, to, changes }: Move): string {
  const { title } = placed.api;
  const heading = `## ${title} ${from} to ${to}`;
  if (changes.length === 0)
    return blocks(heading, `No operation, field or value was added to the ${apiLink(placed)}.`);
  return blocks(
    heading,
    `The ${apiLink(placed)} has ${count(changes.length, 'addition')}. Nothing of ${from} was removed.`,
    ...KINDS.flatMap(([kind, title]) => {
      const rows = changes
        .filter((change) => change.kind === kind)
        .map((change) => describeChange(placed, change).slice(1));
      if (rows.length === 0) return [];
      return [`### ${title} {#${placed.api.id}-${kind}}`, table(['Name', 'Meaning'], rows)];
    }),
  );
}
