import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import { advance, isTerminal, type Move, type StateOf } from './lifecycle.ts';

/** How long a finished task can still be asked for, in milliseconds: one hour. */
export const KEEP_FINISHED_FOR = 60 * 60 * 1000;

/** How many finished tasks are kept; the first that ended is the first to go. */
export const MOST_FINISHED = 10_000;

/** Where the states of a kind of task have their names. */
export interface TaskStates<L extends LifecycleEntry> {
  readonly running: StateOf<L>;
  readonly completed: StateOf<L>;
  readonly failed: StateOf<L>;
  /** Absent when tasks of this kind cannot be stopped. */
  readonly stopping?: { readonly state: StateOf<L>; readonly stopped: StateOf<L>; readonly by: string };
}

/** A piece of work with a token. `output` may be read at any time and grows while the work goes on. */
export interface Task<L extends LifecycleEntry, Output> {
  readonly token: string;
  readonly state: StateOf<L>;
  readonly output: Output;
  /** Resolves once the state is terminal; never rejects. */
  readonly ended: Promise<void>;
}

/** The work itself: writes into `output`, ends badly by throwing, and stops soon after the signal is aborted. */
export type Work<Output> = (output: Output, signal: AbortSignal) => Promise<void>;

/** All tasks of one kind, found by their tokens. */
export interface TaskRegistry<L extends LifecycleEntry, Output> {
  /** Starts work and answers at once; the first state is the lifecycle's initial one. */
  start(output: Output, work: Work<Output>): Task<L, Output>;
  find(token: string): Task<L, Output> | undefined;
  /** Asks a running task to stop. A task that is stopping or has ended is left as it is: answers false. */
  stop(token: string): boolean;
  /** Aborts all work, without a state for it: the server goes down. */
  close(): void;
}

interface Entry<L extends LifecycleEntry, Output> {
  task: { token: string; state: StateOf<L>; output: Output; ended: Promise<void> };
  controller: AbortController;
}

/** Makes an empty registry over a generated lifecycle. */
export function createTaskRegistry<L extends LifecycleEntry, Output>(options: {
  readonly lifecycle: L;
  readonly states: TaskStates<L>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task is kept, in milliseconds. */
  readonly keepFor?: number;
}): TaskRegistry<L, Output> {
  const { lifecycle, states, clock, ids, keepFor = KEEP_FINISHED_FOR } = options;
  const entries = new Map<string, Entry<L, Output>>();
  /** Tokens of finished tasks, in the order in which they end. */
  const finished: { token: string; at: number }[] = [];

  function move(entry: Entry<L, Output>, to: Move<L>): void {
    const { task } = entry;
    task.state = advance(lifecycle, task.state, to);
    if (isTerminal(lifecycle, task.state)) finished.push({ token: task.token, at: clock.now().getTime() });
  }

  async function run(entry: Entry<L, Output>, work: Work<Output>): Promise<void> {
    let end = states.completed;
    try {
      await work(entry.task.output, entry.controller.signal);
    } catch {
      // What went wrong is for the work to say in its output; here it only decides the state.
      end = states.failed;
    }
    const { stopping } = states;
    const stopped = stopping !== undefined && entry.task.state === stopping.state;
    move(entry, { to: stopped ? stopping.stopped : end, by: 'server' });
  }

  function start(output: Output, work: Work<Output>): Task<L, Output> {
    expire();
    const entry: Entry<L, Output> = {
      task: { token: ids(), state: states.running, output, ended: Promise.resolve() },
      controller: new AbortController(),
    };
    entries.set(entry.task.token, entry);
    entry.task.ended = run(entry, work);
    return entry.task;
  }

  function expire(): void {
    const limit = clock.now().getTime() - keepFor;
    for (let [oldest] = finished; oldest !== undefined; [oldest] = finished) {
      if (finished.length <= MOST_FINISHED && oldest.at >= limit) return;
      entries.delete(oldest.token);
      finished.shift();
    }
  }

  return {
    start,
    find(token) {
      expire();
      return entries.get(token)?.task;
    },
    stop(token) {
      const entry = entries.get(token);
      const { stopping } = states;
      if (entry === undefined || stopping === undefined || entry.task.state !== states.running) return false;
      move(entry, { to: stopping.state, by: stopping.by });
      entry.controller.abort();
      return true;
    },
    close() {
      for (const { controller } of entries.values()) controller.abort();
    },
  };
}
