import type { NotificationMessage } from '@tessera/contracts/types/notifications';
import { readUnit } from '../descriptor/read-unit.ts';

/** Fields of a descriptor that name who is responsible for the unit. */
const OWNER_FIELDS = ['dataProductOwner', 'projectOwner', 'ownerGroup'];

/** The name of a unit and its owners, by its descriptor. An owner that is named with and without its kind is one owner. */
export function readOwners(descriptor: string, unitId: string): { name: string; owners: string[] } {
  const { unit } = readUnit(descriptor);
  const owners = OWNER_FIELDS.flatMap((field) => {
    const owner = unit?.fields[field];
    return typeof owner === 'string' && owner !== '' ? [owner] : [];
  });
  const isRepeated = (owner: string) => owners.some((other) => other.endsWith(`:${owner}`));
  return { name: unit?.name ?? unitId, owners: [...new Set(owners)].filter((owner) => !isRepeated(owner)) };
}

/** A message to the owners of a unit. */
export function toOwners(title: string, message: string, owners: readonly string[]): NotificationMessage {
  return {
    title,
    message,
    recipientType: 'recipient-type:project-data-access-manager',
    recipientType_v2: 'recipient-type:system-owner',
    recipients: owners.map((userRef) => ({ userRef })),
  };
}
