import type { Clock } from './clock.ts';

/** The work of a task in this process. */
export interface Run {
  /** Aborted when the work must stop. */
  readonly signal: AbortSignal;
  /** False once the work has ended, or was released. */
  readonly goesOn: () => boolean;
  /** The work has ended; `drain` does not wait for anything after this. */
  readonly end: () => void;
}

/** All running work of this process, by the tokens of its tasks. */
export interface TaskRuns {
  count(): number;
  /** Runs a function for a task; it counts as running until it calls `end`. */
  begin<T>(token: string, perform: (run: Run) => Promise<T>): Promise<T>;
  /** Aborts the signal of a task's work, if it is running. */
  abort(token: string): void;
  /** Waits until no work runs any more, at most `ms` milliseconds. */
  drain(clock: Clock, ms: number): Promise<void>;
  /** Aborts everything and forgets it. Returns the tokens. */
  release(): readonly string[];
}

interface Known {
  readonly controller: AbortController;
  ended: Promise<unknown>;
}

/** Makes an empty set of runs. */
export function createTaskRuns(): TaskRuns {
  const runs = new Map<string, Known>();
  return {
    count: () => runs.size,
    begin(token, perform) {
      const controller = new AbortController();
      const run: Known = { controller, ended: Promise.resolve() };
      runs.set(token, run);
      const goesOn = (): boolean => runs.get(token) === run;
      const end = (): void => {
        if (goesOn()) runs.delete(token);
      };
      const ended = perform({ signal: controller.signal, goesOn, end });
      run.ended = ended;
      return ended;
    },
    abort: (token) => runs.get(token)?.controller.abort(),
    async drain(clock, ms) {
      if (ms <= 0) return;
      const done = new AbortController();
      const limit = clock.sleep(ms, done.signal).catch(() => undefined);
      const late = limit.then(() => true);
      const all = () => Promise.allSettled([...runs.values()].map(({ ended }) => ended)).then(() => false);
      // Further work may begin during the wait.
      while (runs.size > 0 && !(await Promise.race([all(), late])));
      done.abort();
    },
    release() {
      const left = [...runs.entries()];
      runs.clear();
      for (const [, { controller }] of left) controller.abort();
      return left.map(([token]) => token);
    },
  };
}
