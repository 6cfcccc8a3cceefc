/** How long a finished task can still be asked for, in milliseconds: one hour. */
export const KEEP_FINISHED_FOR = 60 * 60 * 1000;

/** How many finished tasks are kept; the first that ended is the first to go. */
export const MOST_FINISHED = 10_000;

/** A task that has ended, and when: milliseconds since 1970. */
export interface FinishedTask {
  readonly token: string;
  readonly at: number;
  /** What it shows, in bytes. */
  readonly bytes: number;
}

/** Remembers which tasks have ended, in their order, to say which of them are to be forgotten. */
export interface FinishedTasks {
  add(task: FinishedTask): void;
  /** Takes out one that is forgotten already; quick for one of the last. */
  remove(token: string): void;
  /** Takes out those that are too old, or too many, and answers with their tokens. */
  takeExpired(now: number): readonly string[];
}

/** Makes an empty list of tasks that are kept for so many milliseconds, and show so many bytes together. */
export function createFinishedTasks(keepFor: number, keepBytes: number): FinishedTasks {
  const finished: FinishedTask[] = [];
  let bytes = 0;
  // The last is kept in any case: its caller has not asked for it yet.
  const isTooMany = (): boolean =>
    finished.length > MOST_FINISHED || (bytes > keepBytes && finished.length > 1);
  return {
    add: (task) => {
      finished.push(task);
      bytes += task.bytes;
    },
    remove(token) {
      const at = finished.findLastIndex((one) => one.token === token);
      if (at === -1) return;
      for (const task of finished.splice(at, 1)) bytes -= task.bytes;
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
