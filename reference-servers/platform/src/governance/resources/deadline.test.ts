import { rules } from '@tessera/contracts/rules';
import { describe, expect, it, test } from 'vitest';
import { changeDeadline, nextDeadline, statusAt } from './deadline.ts';

test.each(rules['deadline-may-extend'].cases)('a changed schedule: $title', ({ given, expect: expected }) => {
  const { newValue } = given;
  const before = {
    expectedAt: new Date(given.expectedResultTime),
    limitAt: new Date(given.acceptableResultTimeLimit),
  };
  const now = new Date(given.now);
  expect(statusAt(before, now)).toBe(given.status);
  const schedule = { frequency: newValue.frequency, tolerance: newValue.toleranceWindowLength };
  const after = changeDeadline(schedule, before, now);
  expect(after?.expectedAt.toISOString()).toBe(expected.expectedResultTime);
  expect(after?.limitAt.toISOString()).toBe(expected.acceptableResultTimeLimit);
  expect(after && statusAt(after, now)).toBe(expected.status);
});

describe('a deadline', () => {
  const EVERY_MORNING = { frequency: '0 0 6 * * ?', tolerance: 'PT1H' };
  const deadline = nextDeadline(EVERY_MORNING, new Date('2025-06-02T06:00:00.000Z'));

  it('is after the moment that it is counted from, even when that is due itself', () => {
    expect(deadline?.expectedAt.toISOString()).toBe('2025-06-03T06:00:00.000Z');
  });

  it.each([
    ['2025-06-03T06:00:00.000Z', 'ON_TIME'],
    ['2025-06-03T06:00:00.001Z', 'IN_TOLERANCE_WINDOW'],
    ['2025-06-03T07:00:00.000Z', 'IN_TOLERANCE_WINDOW'],
    ['2025-06-03T07:00:00.001Z', 'LATE'],
  ])('makes results at %s %s', (now, status) => {
    expect(deadline && statusAt(deadline, new Date(now))).toBe(status);
  });
});
