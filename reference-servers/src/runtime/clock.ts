/** Time as the servers see it, so that a test can control it. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires longer timers at once; in milliseconds, about 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The system clock. A pending sleep does not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let left = ms;
      let timer = lieDown();
      signal?.addEventListener('abort', stop, { once: true });
      function lieDown(): NodeJS.Timeout {
        const nap = Math.min(left, LONGEST_TIMER);
        left -= nap;
        return setTimeout(done, nap).unref();
      }
      function done(): void {
        if (left > 0) {
          timer = lieDown();
          return;
        }
        signal?.removeEventListener('abort', stop);
        resolve();
      }
      function stop(): void {
        clearTimeout(timer);
        reject(signal?.reason);
      }
    }),
};

/** A clock that advances only when a test says so. */
export interface ManualClock extends Clock {
  /** Advances by `ms` milliseconds: wakes the sleepers in order and lets each finish its work. */
  advance(ms: number): Promise<void>;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Makes a manual clock that shows `start` first. */
export function createManualClock(start = '2025-06-02T09:30:00.000Z'): ManualClock {
  let time = Date.parse(start);
  let sleepers: Sleeper[] = [];

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const sleeper: Sleeper = {
        due: time + ms,
        wake: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      function stop(): void {
        sleepers = sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', stop, { once: true });
      sleepers.push(sleeper);
    });
  }

  async function advance(ms: number): Promise<void> {
    const end = time + ms;
    await settle();
    for (let next = earliest(); next !== undefined && next.due <= end; next = earliest()) {
      time = Math.max(time, next.due);
      const woken = next;
      sleepers = sleepers.filter((one) => one !== woken);
      woken.wake();
      await settle();
    }
    time = end;
  }

  function earliest(): Sleeper | undefined {
    return sleepers.toSorted((a, b) => a.due - b.due)[0];
  }

  return { now: () => new Date(time), sleep, advance };
}

/** Waits until all pending work has run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
