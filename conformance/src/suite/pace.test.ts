import { describe, expect, it } from 'vitest';
import { pauseAt, retryAfterOf } from './pace.ts';

/** Counts the polls of one task. */
function countPolls(duration: number, usual: number): number {
  let polls = 1;
  for (let age = 0; age < duration; polls += 1) age += pauseAt(age, usual);
  return polls;
}

describe('the pause before the next poll', () => {
  it('allows at most sixty polls of a task of forty minutes', () => {
    expect(countPolls(40 * 60_000, 0)).toBeLessThanOrEqual(60);
  });

  it('is 25 ms at the start of a task', () => {
    expect(pauseAt(0, 0)).toBe(25);
  });

  it('ends when a task of known duration should have ended', () => {
    expect(countPolls(150, 150)).toBe(2);
  });

  it.each([
    { header: '2', want: 2_000 },
    { header: 'Thu, 01 Jan 2026 00:00:05 GMT', want: 5_000 },
    { header: 'soon', want: undefined },
    { header: undefined, want: undefined },
  ])('reads Retry-After from $header', ({ header, want }) => {
    expect(retryAfterOf(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(want);
  });

  it('honors Retry-After', () => {
    expect(pauseAt(0, 0, 2_000)).toBe(2_000);
  });
});
