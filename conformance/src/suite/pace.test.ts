import { describe, expect, it } from 'vitest';
import { createPace, retryAfterOf } from './pace.ts';

/** Counts the polls of one task. */
function countPolls(duration: number, pace = createPace()): number {
  let polls = 1;
  for (let elapsed = 0; elapsed < duration; polls += 1) elapsed += pace.next(elapsed, undefined);
  return polls;
}

describe('the pace of polls', () => {
  it('polls a task of forty minutes at most sixty times', () => {
    expect(countPolls(40 * 60_000)).toBeLessThanOrEqual(60);
  });

  it('polls again within 25 ms at the start of a task', () => {
    expect(createPace().next(0, undefined)).toBe(25);
  });

  it('polls less when it knows the duration of a task', () => {
    const pace = createPace();
    pace.learn(150, 140);
    expect(countPolls(150, pace)).toBe(2);
  });

  it('learns the duration of a task even if it polls late', () => {
    const pace = createPace();
    for (let task = 0; task < 4; task += 1) {
      let running = 0;
      let elapsed = pace.first();
      while (elapsed < 1_500) {
        running = elapsed;
        elapsed += pace.next(elapsed, undefined);
      }
      pace.learn(elapsed, running);
    }
    expect(pace.first()).toBeGreaterThanOrEqual(1_500);
    expect(pace.first()).toBeLessThan(1_650);
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
    expect(createPace().next(0, 2_000)).toBe(2_000);
  });
});
