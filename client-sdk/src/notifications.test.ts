import { notificationsFixtures } from '@tessera/contracts/fixtures/notifications';
import type { Fixtures } from '@tessera/contracts/vocabulary';
import { expect, test } from 'vitest';
import { InvalidInputError } from './invalid-input.ts';
import { parseNotification } from './notifications.ts';

const fixtures: Fixtures = notificationsFixtures;
const examples = Object.values(fixtures).flatMap(({ request }) => Object.entries(request));

test.each(examples)('reads the example %s, parsed or as text', (_, { value }) => {
  expect(parseNotification(value)).toEqual(value);
  expect(parseNotification(JSON.stringify(value))).toEqual(value);
  expect(parseNotification(`\ufeff${JSON.stringify(value)}`)).toEqual(value);
});

test('keeps kinds and members that the contract does not know', () => {
  const notification = { kind: 'somethingNew', body: {}, messages: [], sent: 1 };
  expect(parseNotification(notification)).toEqual(notification);
});

test('accepts null in place of a member that may be absent', () => {
  const message = { title: '', message: '', recipients: [], recipientType: null };
  const notification = { kind: 'x', body: {}, messages: [message] };
  expect(parseNotification(notification)).toEqual(notification);
});

test.each<[string, unknown, string, RegExp]>([
  ['text that is no JSON', '<html>', '', /the notification must be JSON/],
  ['nothing', undefined, '', /the notification must/],
  ['a notification without messages', { kind: 'x', body: {} }, '', /required.*"messages"/],
  [
    'a recipient without reference',
    { kind: 'x', body: {}, messages: [{ title: '', message: '', recipients: [{}] }] },
    '/messages/0/recipients/0',
    /at \/messages\/0\/recipients\/0 must satisfy 'required': .*"userRef"/,
  ],
])('refuses %s and tells the place', (_, body, pointer, message) => {
  const parse = () => parseNotification(body);
  expect(parse).toThrow(InvalidInputError);
  expect(parse).toThrow(message);
  expect(parse).toThrow(expect.objectContaining({ name: 'InvalidInputError', pointer }));
});
