import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressState } from './progress.ts';

/** A manual clock, and a random generator with a constant value. */
function createHost(dice = 0.5) {
  let now = 0;
  let timers: { at: number; action: () => void }[] = [];
  return {
    after(ms: number, action: () => void) {
      const timer = { at: now + ms, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((candidate) => candidate !== timer);
      };
    },
    random: () => dice,
    run(ms: number) {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        timers = timers.filter((timer) => timer !== next);
        next.action();
      }
      now = end;
    },
  };
}

function watch(dice?: number) {
  const host = createHost(dice);
  const states: ProgressState[] = [];
  const progress = createProgress(host, (state) => states.push(state));
  return { host, progress, states, last: () => states.at(-1) };
}

describe('progress', () => {
  it('[25] [28] shows nothing for 200 ms, then 0.08', () => {
    const { host, progress, states, last } = watch();
    progress.start();
    host.run(199);
    expect(states).toEqual([]);
    host.run(1);
    expect(last()).toEqual({ isVisible: true, fraction: 0.08, isFading: false });
  });

  it('[27] never shows for a navigation faster than 200 ms', () => {
    const { host, progress, states } = watch();
    progress.start();
    host.run(150);
    progress.done();
    host.run(5_000);
    expect(states).toEqual([]);
  });

  it('[25] counts from the click, also when it comes later itself', () => {
    const { host, progress, last } = watch(1);
    progress.start(150);
    host.run(49);
    expect(last()?.isVisible ?? false).toBe(false);
    host.run(1);
    expect(last()?.isVisible).toBe(true);
  });

  it('[28] advances by at most 0.02 every 800 ms and never beyond 0.994', () => {
    const { host, progress, states, last } = watch(1);
    progress.start();
    host.run(200 + 800);
    expect(last()?.fraction).toBeCloseTo(0.1);
    host.run(800 * 100);
    expect(last()?.fraction).toBe(0.994);
    const steps = states.map(
      (state, index) => state.fraction - (states[index - 1]?.fraction ?? state.fraction),
    );
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.02 + 1e-9);
  });

  it('[29] jumps, goes to 1, waits 200 ms, fades for 200 ms and leaves', () => {
    const { host, progress, last } = watch(0);
    progress.start();
    host.run(200);
    progress.done();
    expect(last()?.fraction).toBeCloseTo(0.38);
    host.run(0);
    expect(last()).toEqual({ isVisible: true, fraction: 1, isFading: false });
    host.run(199);
    expect(last()?.isFading).toBe(false);
    host.run(1);
    expect(last()).toEqual({ isVisible: true, fraction: 1, isFading: true });
    host.run(200);
    expect(last()?.isVisible).toBe(false);
  });
});
