import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { expect, test } from 'vitest';
import { InvalidInputError } from './invalid-input.ts';
import { buildUrn, parseUrn, systemOf, type Urn } from './urn.ts';

test.each<[string, Urn]>([
  [
    'urn:dmb:dp:logistics:shipments:1',
    { type: 'system', domain: 'logistics', system: 'shipments', version: '1' },
  ],
  [
    'urn:dmb:cmp:logistics:shipments:1:view:part:deep',
    {
      type: 'component',
      domain: 'logistics',
      system: 'shipments',
      version: '1',
      component: 'view',
      inner: ['part', 'deep'],
    },
  ],
  ['urn:dmb:dmn:logistics', { type: 'domain', name: 'logistics' }],
  ['urn:dmb:ex:carrier-gateway', { type: 'external', name: 'carrier-gateway' }],
  ['urn:dmb:itm:warehouse:0', { type: 'infrastructure-template', name: 'warehouse', version: '0' }],
  ['urn:dmb:utm:warehouse:0.1.0', { type: 'use-case-template', name: 'warehouse', version: '0.1.0' }],
  ['urn:isbn:123', { type: 'other', segments: ['isbn', '123'] }],
])('takes %s apart and puts it together again', (text, parts) => {
  expect(parseUrn(text)).toEqual(parts);
  expect(buildUrn(parts)).toBe(text);
});

test('understands every URN of the sample descriptors', () => {
  const texts = Object.values(descriptors).flatMap(({ text }) => text.match(/urn:dmb:[^\s"',\]}]+/g) ?? []);
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) expect([text, buildUrn(parseUrn(text))]).toEqual([text, text]);
});

test.each([
  '',
  'dmb:dp:a:b:1',
  'urn:',
  'urn:dmb',
  'urn:dmb:dp:a',
  'urn:dmb:dp:a:b:1:c',
  'urn:dmb:cmp:a:b:1',
  'urn:dmb:dp:a:b c:1',
])('refuses %j', (text) => {
  expect(() => parseUrn(text)).toThrow(InvalidInputError);
});

test('shows how a URN is written to those who write another thing', () => {
  expect(() => parseUrn('shipments')).toThrow(/, as urn:dmb:dp:domain:system:1 does$/);
});

test.each(['', 'a b', 'a:b'])('builds no URN with the part %j', (name) => {
  expect(() => buildUrn({ type: 'domain', name })).toThrow(
    /the URN must have parts without blanks and colons/,
  );
});

test('names the system of a component, and of nothing else', () => {
  expect(systemOf('urn:dmb:cmp:logistics:shipments:1:view:part')).toBe('urn:dmb:dp:logistics:shipments:1');
  expect(() => systemOf('urn:dmb:dp:logistics:shipments:1')).toThrow('must be that of a component');
});
