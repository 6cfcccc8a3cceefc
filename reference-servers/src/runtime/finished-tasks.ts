/** How long a finished task is kept for polls, in milliseconds: one hour. */
export const KEEP_FINISHED_FOR = 60 * 60 * 1000;

/** How many finished tasks are kept; the first that ended is removed first. */
export const MOST_FINISHED = 10_000;

/** A task that has ended, and when: milliseconds since 1970. */
export interface FinishedTask {
  readonly token: string;
  readonly at: number;
  /** The size of its output, in bytes. */
  readonly bytes: number;
}

/** Records which tasks have ended, in their order, to find those to remove. */
export interface FinishedTasks {
  add(task: FinishedTask): void;
  /** Removes those that are too old, or too many, and returns their tokens. */
  takeExpired(now: number): readonly string[];
}

/** Makes an empty list with a time limit in milliseconds, and a limit for all outputs in bytes. */
export function createFinishedTasks(keepFor: number, keepBytes: number): FinishedTasks {
  const finished: FinishedTask[] = [];
  let bytes = 0;
  // The last is always kept: its caller has not polled it yet.
  const isTooMany = (): boolean =>
    finished.length > MOST_FINISHED || (bytes > keepBytes && finished.length > 1);
  return {
    add: (task) => {
      finished.push(task);
      bytes += task.bytes;
    },
    takeExpired(now) {
      const limit = now - keepFor;
      const expired: string[] = [];
      for (let [oldest] = finished; oldest !== undefined; [oldest] = finished) {
        if (!isTooMany() && oldest.at >= limit) break;
        expired.push(oldest.token);
        bytes -= oldest.bytes;
        finished.shift();
      }
      return expired;
    },
  };
}
