/** Does one thing after the other in moments in which nothing arrives. */
export interface SpareTime<T> {
  add(item: T): void;
  /** What was not done by now is left. */
  stop(): void;
}

/** Nothing has arrived for so long, in milliseconds. */
const QUIET = 8;
/** So long it goes on before anybody else has a turn, in milliseconds. */
const TURN = 2;

/**
 * For work whose result is wanted later: most of a run waits for the target, and its end waits for the work. What throws
 * throws again where the result is wanted; here it would end the process.
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
