import type { Clock } from './clock.ts';

/** The work of a task in this process. */
export interface Run {
  /** Aborted when the work must stop. */
  readonly signal: AbortSignal;
  /** False once the work has ended, or was released. */
  readonly goesOn: () => boolean;
  /** False once the run was released: another process may own its task. */
  readonly isHeld: () => boolean;
  /** The work has ended; what is left is to store its result. */
  readonly end: () => void;
}

/** All running work of this process, by the tokens of its tasks. */
export interface TaskRuns {
  count(): number;
  /** Runs a function for a task; it counts as running until its promise settles. */
  begin<T>(token: string, perform: (run: Run) => Promise<T>): Promise<T>;
  /** True while the work of a task continues. */
  goesOn(token: string): boolean;
  /** Resolves when the result of ended work is stored; at once while the work continues. */
  stored(token: string): Promise<unknown>;
  /** Aborts the signal of a task's work, if it is running. */
  abort(token: string): void;
  /** Waits until no work runs any more, at most `ms` milliseconds. */
  drain(clock: Clock, ms: number): Promise<void>;
  /** Aborts a run, or all of them, and forgets it. Returns the tokens. */
  release(token?: string): readonly string[];
}

interface Known {
  readonly controller: AbortController;
  hasEnded: boolean;
  settled: Promise<unknown>;
}

/** Makes an empty set of runs. */
export function createTaskRuns(): TaskRuns {
  const runs = new Map<string, Known>();
  return {
    count: () => runs.size,
    begin(token, perform) {
      const controller = new AbortController();
      const known: Known = { controller, hasEnded: false, settled: Promise.resolve() };
      runs.set(token, known);
      const isHeld = (): boolean => runs.get(token) === known;
      const settled = perform({
        signal: controller.signal,
        goesOn: () => !known.hasEnded && isHeld(),
        isHeld,
        end: () => {
          known.hasEnded = true;
        },
      }).finally(() => {
        if (isHeld()) runs.delete(token);
      });
      known.settled = settled;
      return settled;
    },
    goesOn: (token) => runs.get(token)?.hasEnded === false,
    stored: async (token) => {
      const run = runs.get(token);
      return run?.hasEnded ? run.settled : undefined;
    },
    abort: (token) => runs.get(token)?.controller.abort(),
    async drain(clock, ms) {
      if (ms <= 0) return;
      const done = new AbortController();
      const limit = clock.sleep(ms, done.signal).catch(() => undefined);
      const late = limit.then(() => true);
      const all = () =>
        Promise.allSettled([...runs.values()].map(({ settled }) => settled)).then(() => false);
      // Further work may begin during the wait.
      while (runs.size > 0 && !(await Promise.race([all(), late])));
      done.abort();
    },
    release(token) {
      const left = [...runs.entries()].filter(([one]) => token === undefined || one === token);
      for (const [one] of left) runs.delete(one);
      for (const [, { controller }] of left) controller.abort();
      return left.map(([one]) => one);
    },
  };
}
