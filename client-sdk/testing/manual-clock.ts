import type { Clock } from '../src/clock.ts';

/** A clock on which sleeping takes no time, and timers run only when told to. */
export interface ManualClock extends Clock {
  /** Milliseconds of every sleep so far. */
  slept: number[];
  /** Sets the time forward, or back, without running anything. */
  jump(milliseconds: number): void;
  /** Runs every timer that was set for exactly these milliseconds. */
  fire(milliseconds: number): void;
  /** Called before every sleep. */
  onSleep: ((milliseconds: number) => void) | undefined;
}

/** A new clock at zero, with chance always at its middle. */
export function createManualClock(): ManualClock {
  let time = 0;
  const timers = new Map<() => void, number>();
  const clock: ManualClock = {
    slept: [],
    onSleep: undefined,
    now: () => time,
    random: () => 0.5,
    after(milliseconds, run) {
      timers.set(run, milliseconds);
      return () => timers.delete(run);
    },
    async sleep(milliseconds) {
      clock.slept.push(milliseconds);
      time += milliseconds;
      clock.onSleep?.(milliseconds);
    },
    jump(milliseconds) {
      time += milliseconds;
    },
    fire(milliseconds) {
      for (const [run, due] of timers) if (due === milliseconds) run();
    },
  };
  return clock;
}
