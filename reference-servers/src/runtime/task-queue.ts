import { getHeapStatistics } from 'node:v8';

/** How many unfinished tasks a server accepts, and how many of them run at the same time. */
export interface TaskLimits {
  /** Unfinished tasks, including waiting ones. */
  readonly maxTasks: number;
  /** Memory for the requests of unfinished tasks, in bytes; the same again for the outputs of finished tasks. */
  readonly maxTaskBytes: number;
  /** Tasks of one kind that run at the same time; others wait in the order in which they were started. */
  readonly maxRunning: number;
}

/** The default limits of a server: an eighth of the heap for requests, so that a burst cannot exhaust it. */
export const DEFAULT_TASK_LIMITS: TaskLimits = {
  maxTasks: 1_000,
  maxTaskBytes: Math.floor(getHeapStatistics().heap_size_limit / 8),
  maxRunning: 100,
};

/** Limits the tasks of a server. */
export interface TaskQueue {
  /**
   * Reserves a place for a task whose request takes so many bytes; `undefined` when no place is free. The returned
   * function releases the place. A request that is larger than the limit gets a place when no other task has one.
   */
  reserve(bytes: number): (() => void) | undefined;
  /** The turns of one kind of task: a validation does not wait for provisioning. */
  createTurns(): Turns;
}

/** Decides when tasks of one kind may start their work. */
export interface Turns {
  /** Waits for the turn of a task; `undefined` when it may start now. Rejects when the signal is aborted first. */
  enter(signal: AbortSignal): Promise<void> | undefined;
  /** Ends the turn of a task that has entered. */
  leave(): void;
}

/** Makes an empty queue. */
export function createTaskQueue({ maxTasks, maxTaskBytes, maxRunning }: TaskLimits): TaskQueue {
  let reserved = 0;
  let reservedBytes = 0;

  return {
    reserve(bytes) {
      const isFull = reserved >= maxTasks || reservedBytes + bytes > maxTaskBytes;
      if (isFull && reserved > 0) return undefined;
      reserved += 1;
      reservedBytes += bytes;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        reserved -= 1;
        reservedBytes -= bytes;
      };
    },
    createTurns: () => createTurns(maxRunning),
  };
}

function createTurns(maxRunning: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();

  return {
    enter(signal) {
      if (running < maxRunning) {
        running += 1;
        return undefined;
      }
      return new Promise((resolve, reject) => {
        const start = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          waiting.delete(start);
          reject(signal.reason);
        };
        if (signal.aborted) return giveUp();
        waiting.add(start);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    leave() {
      const [next] = waiting;
      // The turn passes to the next task, so the number of running tasks does not change.
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
