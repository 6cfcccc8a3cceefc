/** When to poll next: often while a task is young, and less and less often later. Milliseconds throughout. */
export interface Pace {
  /** The pause before the first poll of a task after the first one of its kind. */
  first(): number;
  /** The pause before the next poll. */
  next(elapsed: number, retryAfter: number | undefined): number;
  /** Reports when a task's end was seen, and when it was last seen running, to time the polls of the next ones. */
  learn(ended: number, running: number): void;
}

const FIRST = 25;
const GROWTH = 0.35;
/** Share of the usual duration to wait when a task should be about to end. */
const NEAR_THE_END = 0.1;
const SHORTEST = 15;
/** Share of the shortest duration as tolerance: a slightly late poll costs less than another one. */
const SPREAD = 0.03;
/** Maximum pause for `Retry-After`; a longer wait is shortened to it, in milliseconds. */
const LONGEST_WISH = 120_000;

/** A pace for the tasks of one kind. A task of forty minutes is polled fewer than sixty times. */
export function createPace(): Pace {
  /** The earliest end so far; the task ended some time after `running`. */
  let usual: number | undefined;
  let running = 0;
  /** The next poll halves the uncertainty, as long as that is large. */
  const likely = (latest: number): number => {
    const unknown = latest - running;
    return unknown > Math.max(FIRST, latest * NEAR_THE_END) ? running + unknown / 2 : latest * (1 + SPREAD);
  };
  return {
    first: () => (usual === undefined ? 0 : likely(usual)),
    next(elapsed, retryAfter) {
      if (retryAfter !== undefined && retryAfter > 0) return Math.min(retryAfter, LONGEST_WISH);
      if (usual === undefined) return Math.max(FIRST, elapsed * GROWTH);
      const expected = [likely(usual), usual * (1 + SPREAD)].find((moment) => moment > elapsed);
      return Math.max(
        SHORTEST,
        usual * NEAR_THE_END,
        expected === undefined ? (elapsed - usual) * GROWTH : expected - elapsed,
      );
    },
    learn(ended, before) {
      if (usual === undefined || ended < usual) {
        usual = ended;
        running = before;
      } else if (before < usual) running = Math.max(running, before);
    },
  };
}

/** The delay of a `Retry-After` header, seconds or a date, in milliseconds. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
