/** Does work items one by one while no answers arrive. */
export interface SpareTime<T> {
  add(item: T): void;
  /** Drops the remaining work. */
  stop(): void;
}

/** Minimum time without an answer, in milliseconds. */
const QUIET = 8;
/** Maximum time per turn before other code runs, in milliseconds. */
const TURN = 2;

/**
 * For work whose result is needed later: a run mostly waits for the target, and its end would wait for the work. An
 * error is thrown again where the result is needed; here it would end the process.
 */
export function createSpareTime<T>(work: (item: T) => void): SpareTime<T> {
  const waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(begin, milliseconds).unref();
  };
  const begin = (): void => {
    const until = performance.now() + TURN;
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        work(item);
      } catch {}
      if (performance.now() < until) continue;
      wait(0);
      return;
    }
  };
  return {
    add(item) {
      waiting.push(item);
      wait(QUIET);
    },
    stop() {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
