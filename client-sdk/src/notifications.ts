import { notificationsSchemas } from '@tessera/contracts/schemas/notifications';
import type { Notification } from '@tessera/contracts/types/notifications';
import { checkSchema } from './check-schema.ts';
import { InvalidInputError } from './invalid-input.ts';

export type { Notification };
export { InvalidInputError };

/**
 * Parses the body of a notification that the platform sent to your webhook: its JSON text, or the value that a
 * framework parsed from it. Throws `InvalidInputError` with the location and the expectation for an invalid
 * notification. Keeps unknown kinds and fields, and accepts `null` for optional fields.
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
