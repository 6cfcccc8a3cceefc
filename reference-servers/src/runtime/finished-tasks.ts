/** How long a finished task can still be asked for, in milliseconds: one hour. */
export const KEEP_FINISHED_FOR = 60 * 60 * 1000;

/** How many finished tasks are kept; the first that ended is the first to go. */
export const MOST_FINISHED = 10_000;

/** A task that has ended, and when: milliseconds since 1970. */
export interface FinishedTask {
  readonly token: string;
  readonly at: number;
}

/** Remembers which tasks have ended, in their order, to say which of them are to be forgotten. */
export interface FinishedTasks {
  add(task: FinishedTask): void;
  /** Takes out one that is forgotten already; quick for one of the last. */
  remove(token: string): void;
  /** Takes out those that are too old, or too many, and answers with their tokens. */
  takeExpired(now: number): readonly string[];
}

/** Makes an empty list of tasks that are kept for so many milliseconds. */
export function createFinishedTasks(keepFor: number): FinishedTasks {
  const finished: FinishedTask[] = [];
  return {
    add: (task) => {
      finished.push(task);
    },
    remove(token) {
      const at = finished.findLastIndex((one) => one.token === token);
      if (at !== -1) finished.splice(at, 1);
    },
    takeExpired(now) {
      const limit = now - keepFor;
      const expired: string[] = [];
      for (let [oldest] = finished; oldest !== undefined; [oldest] = finished) {
        if (finished.length <= MOST_FINISHED && oldest.at >= limit) break;
        expired.push(oldest.token);
        finished.shift();
      }
      return expired;
    },
  };
}
