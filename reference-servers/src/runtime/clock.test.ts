import { describe, expect, it, vi } from 'vitest';
import { createManualClock, systemClock } from './clock.ts';

describe('the manual clock', () => {
  it('stops until it is advanced', async () => {
    const clock = createManualClock('2025-01-01T00:00:00.000Z');
    const woken: string[] = [];
    const sleeper = clock.sleep(100).then(() => woken.push('late'));
    const early = clock.sleep(50).then(() => woken.push(clock.now().toISOString()));
    await clock.advance(99);
    expect(woken).toEqual(['2025-01-01T00:00:00.050Z']);
    await clock.advance(1);
    expect(woken).toEqual(['2025-01-01T00:00:00.050Z', 'late']);
    await Promise.all([sleeper, early]);
  });

  it('wakes those who lie down again while it goes on', async () => {
    const clock = createManualClock();
    let count = 0;
    const work = async () => {
      for (; count < 3; count += 1) await clock.sleep(10);
    };
    const done = work();
    await clock.advance(30);
    expect(count).toBe(3);
    await done;
  });
});

describe.each([
  ['manual', createManualClock()],
  ['system', systemClock],
])('a sleeper of the %s clock', (_name, clock) => {
  it('is woken by an abort, with its reason', async () => {
    const controller = new AbortController();
    const sleep = clock.sleep(60_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  it('does not lie down after an abort', async () => {
    await expect(clock.sleep(60_000, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});

describe('the system clock', () => {
  it('sleeps longer than a timer can, and for ever', async () => {
    vi.useFakeTimers();
    try {
      const woken: string[] = [];
      const month = 31 * 24 * 60 * 60 * 1000;
      const controller = new AbortController();
      void systemClock.sleep(month).then(() => woken.push('after a month'));
      systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal).catch(() => woken.push('aborted'));
      await vi.advanceTimersByTimeAsync(month - 1);
      expect(woken).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(woken).toEqual(['after a month']);
      await vi.advanceTimersByTimeAsync(100 * month);
      controller.abort();
      await vi.advanceTimersByTimeAsync(0);
      expect(woken).toEqual(['after a month', 'aborted']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the time of day, and lets sleepers go', async () => {
    const controller = new AbortController();
    const before = Date.now();
    await systemClock.sleep(1, controller.signal);
    expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
  });
});
