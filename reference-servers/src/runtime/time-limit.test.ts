import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });

describe('work with a time limit', () => {
  const open = new AbortController().signal;

  it('answers what it found, or fails as it did', async () => {
    const clock = createManualClock();
    expect(await withTimeLimit(clock, 10, open, async () => 7)).toBe(7);
    const broken = withTimeLimit(clock, 10, open, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    await clock.advance(100);
  });

  it('is stopped when the time is over', async () => {
    const clock = createManualClock();
    const late = withTimeLimit(clock, 10, open, never);
    const said = expect(late).rejects.toThrow(TimeLimitExceeded);
    await clock.advance(10);
    await said;
  });

  it('is stopped when no caller waits for it any more', async () => {
    const caller = new AbortController();
    const left = withTimeLimit(createManualClock(), 10, caller.signal, never);
    caller.abort();
    await expect(left).rejects.toThrow('stopped');
  });
});
