import { rules } from '@tessera/contracts/rules';
import { expect, test } from 'vitest';
import { addDuration, formatDuration, parseDuration } from './duration.ts';
import { InvalidInputError } from './invalid-input.ts';

test.each(rules['tolerance-is-a-duration'].cases)(
  'the contract: $title',
  ({ expect: { accepted }, given }) => {
    const read = () => parseDuration(given.toleranceWindowLength);
    if (accepted) expect(formatDuration(read())).toBe(given.toleranceWindowLength);
    else expect(read).toThrow(InvalidInputError);
  },
);

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'PT1',
  '30m',
  'P1H',
  'PT1D',
  ' PT1M',
  'PT1M1H',
  'P1D1Y',
  'P1D2D',
  'P1D;T5M',
  'P-1D',
  'PT-0.5S',
  'P1.5Y2D',
])('refuses %j', (text) => {
  expect(() => parseDuration(text)).toThrow(/the duration must be written as ISO 8601 says/);
});

test('does not write what no parser could read', () => {
  expect(formatDuration({})).toBe('PT0S');
  expect(formatDuration({ seconds: 0.000001 })).toBe('PT0.000001S');
  for (const hours of [-1, 1e-7, 1e30, Number.NaN]) {
    const write = () => formatDuration({ days: 1, hours });
    expect(write).toThrow(InvalidInputError);
    expect(write).toThrow(`the duration at /hours must be zero or an amount from 0.000001 on, not ${hours}`);
  }
});

test.each([
  ['2025-01-31T10:00:00.000Z', 'P1M', '2025-02-28T10:00:00.000Z'],
  ['2024-02-29T10:00:00.000Z', 'P1Y', '2025-02-28T10:00:00.000Z'],
  ['2025-06-04T12:00:00.000Z', 'P1W2DT30M', '2025-06-13T12:30:00.000Z'],
  ['2025-06-04T12:00:00.000Z', '-PT0.5S', '2025-06-04T11:59:59.500Z'],
  ['2025-03-31T00:00:00.000Z', '-P1M', '2025-02-28T00:00:00.000Z'],
])('%s and %s make %s', (start, duration, end) => {
  expect(addDuration(new Date(start), duration).toISOString()).toBe(end);
});

test.each([
  ['2025-06-04T12:00:00.000Z', 'P1.5M', /must have whole months/],
  ['2025-06-04T12:00:00.000Z', 'P0.3Y', /must have whole months/],
  ['2025-06-04T12:00:00.000Z', 'P300000Y', /must lead to a date/],
  ['no date', 'P1D', /must lead to a date/],
])('does not add to %s: %s', (start, duration, message) => {
  expect(() => addDuration(new Date(start), duration)).toThrow(InvalidInputError);
  expect(() => addDuration(new Date(start), duration)).toThrow(message);
});

test('adds half a year as the months that it has', () => {
  expect(addDuration(new Date(0), 'P0.5Y').toISOString()).toBe('1970-07-01T00:00:00.000Z');
});
