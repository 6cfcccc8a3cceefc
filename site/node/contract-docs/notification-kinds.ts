import { UnknownName } from './catalog.ts';
import { code, link, table } from './markdown.ts';

/** A kind of notification: what it is for, and what the toolkit's platform does. */
interface NotificationKind {
  readonly kind: string;
  readonly event: string;
  readonly responder: string;
  /** Condition under which the toolkit's platform sends it; undefined if it never does. */
  readonly sentWhen?: string;
  readonly sentTo?: string;
}

const OWNERS = 'the owners in the descriptor';
const OWNERS_AND_IDENTITIES = `${OWNERS}, and the identities of the request`;

export const NOTIFICATION_KINDS: readonly NotificationKind[] = [
  {
    kind: 'deploySucceeded',
    event: 'A deployment succeeded',
    responder: 'Consumers who wait for it',
    sentWhen: 'a plan that deployed a component completes',
    sentTo: OWNERS,
  },
  {
    kind: 'deployFailed',
    event: 'A deployment failed',
    responder: 'The team that deployed',
    sentWhen: 'a provisioning plan ends in any status except `COMPLETED`',
    sentTo: OWNERS,
  },
  {
    kind: 'undeployed',
    event: 'A data product was undeployed',
    responder: 'All consumers',
    sentWhen: 'a plan that deployed no component completes',
    sentTo: OWNERS,
  },
  {
    kind: 'accessRequested',
    event: 'A user requests access',
    responder: 'The owner',
    sentWhen: 'a request waits for the decision of a hook',
    sentTo: OWNERS_AND_IDENTITIES,
  },
  {
    kind: 'accessGranted',
    event: 'The owner accepted',
    responder: 'The requester',
    sentWhen: 'a request with at least one identity completes',
    sentTo: OWNERS_AND_IDENTITIES,
  },
  {
    kind: 'accessRejected',
    event: 'The owner rejected',
    responder: 'The requester',
    sentWhen: 'a request ends in any status except `COMPLETED`',
    sentTo: OWNERS_AND_IDENTITIES,
  },
  {
    kind: 'accessRevoked',
    event: 'Access was revoked',
    responder: 'The identities that lost access',
    sentWhen: 'a request with an empty list of identities completes',
    sentTo: OWNERS,
  },
  {
    kind: 'contractBroken',
    event: 'Data violates a contract',
    responder: 'The owner, then the consumers',
    sentWhen: 'a guardian reports a violation and its previous result, if any, was not one',
    sentTo: OWNERS,
  },
  {
    kind: 'contractRestored',
    event: 'Data satisfies the contract again',
    responder: 'The same users',
    sentWhen: 'a guardian reports that a broken contract is satisfied',
    sentTo: OWNERS,
  },
  {
    kind: 'policyEvaluated',
    event: 'An evaluation finished',
    responder: 'The owner and the governance team',
    sentWhen: 'an evaluation report with at least one result is complete',
    sentTo: `${OWNERS}, or an empty list if the report covers several resources`,
  },
  {
    kind: 'questionAsked',
    event: 'A user asks a question in the Marketplace',
    responder: 'The owner',
  },
];

/** All kinds, or these, with links to their pages. */
export function notificationKindsTable(kinds: readonly string[]): string {
  const shown = kinds.length === 0 ? NOTIFICATION_KINDS : kinds.map(kindCalled);
  const rows = shown.map(({ kind, event, responder, sentWhen, sentTo }) => [
    link(code(kind), `/docs/p3_tech/p5_notifications/p5_4_types/${kind}/`),
    event,
    responder,
    sentWhen ?? 'never',
    sentTo ?? '',
  ]);
  return table(
    ['Kind', 'Event', 'Who should respond', "Sent by the toolkit's platform when", 'Sent to'],
    rows,
  );
}

/** What of a kind is this toolkit's choice, and when the toolkit's platform sends it. */
export function notificationKindNote(kind: string): string {
  const { sentWhen, sentTo } = kindCalled(kind);
  const sent =
    sentWhen === undefined
      ? "The toolkit's platform never sends it."
      : `The toolkit's platform sends it when ${sentWhen}, to ${sentTo}.`;
  return [
    ':::note Not specified',
    'The contract defines only the envelope of a notification. The name of this kind and the fields of its `body` are',
    `this toolkit's choice. ${sent}`,
    ':::',
  ].join('\n');
}

function kindCalled(kind: string): NotificationKind {
  const known = NOTIFICATION_KINDS.find((one) => one.kind === kind);
  if (known) return known;
  const names = NOTIFICATION_KINDS.map((one) => one.kind).join(', ');
  throw new UnknownName(`there is no kind ${kind}; known: ${names}`);
}
