import { allowManyListeners } from '#runtime';

/** A longer timer would fire at once: runtimes keep its milliseconds in 31 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Clock and random source; replace them in tests. */
export interface Clock {
  /** Milliseconds since any fixed moment; must never decrease. */
  now(): number;
  /** Runs a function after a number of milliseconds; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Resolves after a number of milliseconds, or as soon as the signal is aborted. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
}

function setTimer(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}

/** The monotonic clock and the timers of the runtime. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: setTimer,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = () => {
        cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const cancel = setTimer(milliseconds, done);
      allowManyListeners(signal);
      signal?.addEventListener('abort', done);
      if (signal?.aborted) done();
    }),
  random: Math.random,
};

/** Measures the milliseconds from now on. */
export function startStopwatch(clock: Clock): () => number {
  const start = clock.now();
  return () => clock.now() - start;
}
