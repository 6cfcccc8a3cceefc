import { blocks, code, link, list, sentences, table } from '../contract-docs/markdown.ts';
import { operationLink } from '../contract-docs/tables.ts';
import { type Arrival, type Change, type Move, type ReleaseRecord, replacedBy } from './history.ts';
import { apiLink, count, describeChange, enumerate, RECORD, releasePage } from './wording.ts';

/** The changes on both sides for an upgrade from the release before. */
export function renderMigration(release: ReleaseRecord): string {
  const { version, before, moves, arrivals, carried } = release;
  const unchanged = carried.filter(
    ({ placed }) => ![...moves, ...arrivals].some((one) => one.placed === placed),
  );
  return blocks(
    RECORD,
    effort(release),
    ...moves.map(renderMove),
    ...(arrivals.length > 0
      ? ['## New contracts', list(arrivals.map((arrival) => arrivalItem(version, arrival)))]
      : []),
    ...deprecations(release),
    '## Check the result',
    list(checks(release)),
    `## The same in ${before} and ${version}`,
    table(
      ['Contract', 'Generation', 'What it is for'],
      unchanged.map(({ placed, generation }) => [apiLink(placed), generation, placed.api.summary]),
    ),
    `Details of what came: [changelog of ${version}](${releasePage.changelog(version)}).`,
  );
}

function effort({ version, before, moves, arrivals }: ReleaseRecord): string {
  const required = moves.flatMap(({ changes }) => changes).filter(isDemand).length;
  if (moves.length === 0 && arrivals.length === 0)
    return `From ${before} to ${version} nothing has to be changed on either side: both releases carry the same contracts in the same generations.`;
  if (moves.length === 0)
    return `From ${before} to ${version} nothing that exists has to be changed. ${enumerate(arrivals.map(({ placed }) => `The ${placed.api.title}`))} can be taken up whenever somebody needs it.`;
  const demand =
    required === 0
      ? 'It demands nothing of a service that conforms today: whatever came may be left out.'
      : `It asks ${count(required, 'thing')} of a service that wants to call itself up to date.`;
  return `From ${before} to ${version} ${enumerate(moves.map(({ placed, from, to }) => `the ${placed.api.title} moves from ${from} to ${to}`))}. ${demand}`;
}

/** True for a requirement on services that conform to the newer generation. */
function isDemand(change: Change): boolean {
  return (
    (change.kind === 'operation' && change.operation.capability === undefined) ||
    (change.kind === 'member' && change.isRequired)
  );
}

function renderMove({ placed, from, to, changes }: Move): string {
  const heading = `## ${placed.api.title}: from ${from} to ${to}`;
  if (changes.length === 0)
    return blocks(
      heading,
      `Nothing that the contract marks came between the two generations. A service that conforms to ${from} of the ${apiLink(placed)} may call itself ${to} once the suite agrees.`,
    );
  const rows = changes.map((change) => {
    const [kind, name] = describeChange(placed, change);
    return [`${kind} ${name}`, forService(placed, change), forCaller(to, change)];
  });
  return blocks(heading, table(['What came', 'A service', 'A caller'], rows));
}

function forService(placed: Move['placed'], change: Change): string {
  switch (change.kind) {
    case 'operation': {
      const { capability } = change.operation;
      const title = placed.api.capabilities.find(({ id }) => id === capability?.id)?.title;
      return capability
        ? `Optional (${title ?? capability.id}): serve it, or answer ${code(capability.absentStatus)}.`
        : 'Has to serve it.';
    }
    case 'schema':
      return 'Comes with what uses it.';
    case 'member':
      return change.isRequired ? 'Has to fill it in.' : 'May send it, and has to accept it.';
    case 'value':
      return 'May answer with it.';
    case 'request-member':
      return 'Must accept it.';
  }
}

function forCaller(to: string, change: Change): string {
  switch (change.kind) {
    case 'operation':
      return `May call it where the service has reached ${to}.`;
    case 'schema':
      return 'Comes with what uses it.';
    case 'member':
      return 'Must not expect it from an older service.';
    case 'value':
      return 'Has to expect it.';
    case 'request-member':
      return `May send it to a service that has reached ${to}.`;
  }
}

function arrivalItem(version: string, { placed, generation }: Arrival): string {
  const { title, operations, id } = placed.api;
  const isExtensionPoint = placed.route === '/extension-points/';
  const size = operations.length > 0 ? count(operations.length, 'operation') : 'one webhook';
  return isExtensionPoint
    ? `The ${apiLink(placed)} ${generation} (${size}) is optional: without a service behind it, a platform of ${version} does without what the ${title} adds.`
    : `The ${apiLink(placed)} ${generation} (${size}) stands beside what there was; callers that do not use ${code(id)} notice nothing.`;
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
  const judged = [...moves.map(({ placed, to }) => ({ placed, generation: to })), ...arrivals];
  const ofServices = judged
    .filter(({ placed }) => placed.route === '/extension-points/')
    .map(({ placed, generation }) => {
      const command = code(
        `npx tessera-conformance ${placed.api.id} --url URL --contract-version ${generation}`,
      );
      const move = moves.find((candidate) => candidate.placed === placed);
      return sentences(
        `${command} judges a service by ${generation} of the contract.`,
        move ? `With ${code(`--contract-version ${move.from}`)} it judges by the one before.` : '',
      );
    });
  const ofPlatform = judged
    .filter(({ placed }) => placed.route !== '/extension-points/')
    .map(
      ({ placed, generation }) =>
        `${code('npx tessera-conformance platform --url URL')} reads a platform without changing it; see whether the ${placed.api.title} ${generation} answers as the ${link('reference', placed.route)} says.`,
    );
  const items = [...ofServices, ...new Set(ofPlatform)];
  if (items.length > 0) return items;
  return [
    `Judge what you have once more with the options used for ${before}: the verdict has to be the same for ${version}.`,
  ];
}
