import type { Notification, NotificationMessage } from '@tessera/contracts/types/notifications';
import type { Plan } from '../coordinator/plans/plan-store.ts';
import { readOwners, toOwners } from './owners.ts';

/**
 * The notification for a finished plan, or one that waits for a decision; undefined when there is nothing to report.
 */
export function describePlan(plan: Plan, event: 'asked' | 'ended'): Notification | undefined {
  if (plan.kind === 'PROVISIONING' && event === 'ended') return describeProvisioning(plan);
  if (plan.kind === 'ACCESS') return describeAccess(plan, event);
  return undefined;
}

function describeProvisioning({
  id,
  status,
  unit_id,
  version,
  environment,
  request,
  descriptor,
}: Plan): Notification {
  const { name, owners } = readOwners(descriptor, unit_id);
  const failed = status !== 'COMPLETED';
  // Only a failure needs the plan, whose tasks and log have the reason.
  const body = { dataProductId: unit_id, version, environment, ...(failed ? { planId: id } : {}) };
  const [kind, title, message] = failed
    ? [
        'deployFailed',
        `${name} could not be provisioned`,
        `The plan for version ${version} ended ${status} in ${environment}.`,
      ]
    : request.deploys === true
      ? [
          'deploySucceeded',
          `${name} has been deployed`,
          `Version ${version} of ${name} is available in ${environment}.`,
        ]
      : ['undeployed', `${name} has been undeployed`, `${name} is no longer available in ${environment}.`];
  return { kind: kind ?? '', body, messages: [toOwners(title ?? '', message ?? '', owners)] };
}

function describeAccess(
  { status, request, environment, unit_id, descriptor }: Plan,
  event: 'asked' | 'ended',
): Notification | undefined {
  const { access, approval } = request;
  if (access === undefined || (event === 'asked' && approval === undefined)) return undefined;
  const { name, owners } = readOwners(descriptor, unit_id);
  const port = access.outputPortUrn ?? unit_id;
  const who = access.identities.join(', ') || 'no identity';
  const body = { outputPortId: port, environment, identities: access.identities };
  const requester: NotificationMessage = {
    title: `Access to ${name}`,
    message:
      event === 'asked'
        ? `The owner of ${name} decides about the request.`
        : `The request for ${port} ended ${status}.`,
    recipientType_v2: 'recipient-type:requester',
    recipients: access.identities.map((userRef) => ({ userRef })),
  };
  const [kind, title, message] =
    event === 'asked'
      ? [
          'accessRequested',
          `Access to ${name} is requested`,
          `${who} requests access to ${port} in ${environment}.`,
        ]
      : status !== 'COMPLETED'
        ? [
            'accessRejected',
            `Access to ${name} has not changed`,
            `The request for ${port} in ${environment} ended ${status}.`,
          ]
        : access.identities.length === 0
          ? [
              'accessRevoked',
              `Access to ${name} has been revoked`,
              `No identity has access to ${port} in ${environment}.`,
            ]
          : [
              'accessGranted',
              `Access to ${name} has been set`,
              `${who} has access to ${port} in ${environment}.`,
            ];
  const messages = [toOwners(title ?? '', message ?? '', owners)];
  return {
    kind: kind ?? '',
    body,
    messages: requester.recipients.length > 0 ? [...messages, requester] : messages,
  };
}
