import { rules } from '@tessera/contracts/rules';
import { describe, expect, test } from 'vitest';
import { checkCron, nextRun } from './cron.ts';
import { InvalidInputError } from './invalid-input.ts';

describe('the contract on times', () => {
  test.each(rules['cron-next-time'].cases)('$title: $given', ({ expect: { after, next }, given }) => {
    expect(nextRun(given, new Date(after))).toEqual(new Date(next));
  });
});

describe('the contract on expressions', () => {
  test.each(rules['frequency-is-cron'].cases)(
    '$title: $given.frequency',
    ({ expect: { accepted }, given }) => {
      if (accepted) expect(() => checkCron(given.frequency)).not.toThrow();
      else expect(() => checkCron(given.frequency)).toThrow(InvalidInputError);
    },
  );
});

test.each([
  ['0 0 0 ? * 5-6', '2025-06-04T12:00:00Z', '2025-06-07T00:00:00.000Z'],
  ['0 0 0 ? * */3', '2025-06-02T12:00:00Z', '2025-06-05T00:00:00.000Z'],
  ['0 0 0 ? * 4/2', '2025-06-02T12:00:00Z', '2025-06-06T00:00:00.000Z'],
  ['0 0/20 6 * * *', '2025-06-04T06:01:00Z', '2025-06-04T06:20:00.000Z'],
  ['0 0 12 31 12 ?', '2025-12-31T12:00:00Z', '2026-12-31T12:00:00.000Z'],
])('%s is next due after %s at %s', (expression, after, next) => {
  expect(nextRun(expression, new Date(after))?.toISOString()).toBe(next);
});

test('a day that never comes is never due', () => {
  expect(nextRun('0 0 0 30 2 ?', new Date('2025-06-04T12:00:00Z'))).toBeUndefined();
});

test('asks for a moment to start from', () => {
  expect(() => nextRun('0 0 9 ? * 0', new Date('soon'))).toThrow(InvalidInputError);
});

test('refuses what is no text, as a setting that is not there', () => {
  expect(() => checkCron(String(undefined))).toThrow(InvalidInputError);
  expect(() => checkCron(Object(undefined))).toThrow(InvalidInputError);
});

test.each([
  '',
  '* * * * *',
  '@daily',
  '0 0 9 ? * MON',
  '0 0 9 ? * 5-2',
  '0 30-10 9 * * ?',
  '0 0 9 * * ? extra',
])('refuses %j', (expression) => {
  expect(() => checkCron(expression)).toThrow(InvalidInputError);
});

test.each([
  ['0 9 * * *', /; expected seconds, minutes, hour, .*, got 5 fields$/],
  ['0 0 9 ? * MON', /, without L, W and #; 'MON' is no day of week$/],
  ['0 60 9 L * ?', /; '60' is no minutes, 'L' is no day of month$/],
])('says what is wrong with %j', (expression, message) => {
  expect(() => checkCron(expression)).toThrow(message);
});
