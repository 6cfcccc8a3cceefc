import { notificationsSchemas } from '@tessera/contracts/schemas/notifications';
import type { Notification } from '@tessera/contracts/types/notifications';
import { checkSchema } from './check-schema.ts';
import { InvalidInputError } from './invalid-input.ts';

export type { Notification };
export { InvalidInputError };

/**
 * Reads the body of a notification that the platform has sent to your webhook: its JSON text, or what a framework has
 * parsed from it. Throws `InvalidInputError` with the place and the expectation when it is no notification. Kinds and
 * members that the contract does not know yet are kept, and so is `null` in place of a member that may be absent.
 */
export function parseNotification(body: unknown): Notification {
  const value = (typeof body === 'string' ? parseJson(body) : body) ?? null;
  assertNotification(value);
  return value;
}

function assertNotification(value: unknown): asserts value is Notification {
  const [violation] = checkSchema(notificationsSchemas, 'Notification', value).violations;
  if (violation !== undefined) {
    throw new InvalidInputError('the notification', violation.expected, violation.pointer);
  }
}

function parseJson(text: string): unknown {
  try {
    // A reader may ignore a byte order mark (RFC 8259, 8.1); `JSON.parse` does not.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new InvalidInputError('the notification', 'must be JSON', '', cause);
  }
}
