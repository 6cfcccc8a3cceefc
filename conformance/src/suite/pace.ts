/** When to ask next: quickly while a task is young, ever more slowly as it grows old. Milliseconds throughout. */
export interface Pace {
  /** The pause before the first poll of a task of which others of its kind were polled at once. */
  first(): number;
  /** The pause before the next poll. */
  next(elapsed: number, retryAfter: number | undefined): number;
  /** Tells how long a task took, so that the polls of the next ones can be spared. */
  learn(duration: number): void;
}

const FIRST = 25;
const GROWTH = 0.5;
/** Share of the usual duration to wait when a task should be about to end. */
const NEAR_THE_END = 0.1;
/** A server that asks for more patience than this is asked anyway. */
const LONGEST_WISH = 120_000;

/** A pace for the tasks of one kind. A task of forty minutes is asked about less than forty times. */
export function createPace(): Pace {
  let usual: number | undefined;
  return {
    first: () => usual ?? 0,
    next(elapsed, retryAfter) {
      if (retryAfter !== undefined && retryAfter > 0) return Math.min(retryAfter, LONGEST_WISH);
      if (usual === undefined || elapsed > 2 * usual) return Math.max(FIRST, elapsed * GROWTH);
      return Math.max(FIRST, usual - elapsed, usual * NEAR_THE_END);
    },
    learn(duration) {
      usual = usual === undefined ? duration : Math.min(usual, duration);
    },
  };
}

/** The wish of a `Retry-After` header, seconds or a date, in milliseconds. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
