import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import { advance, isTerminal } from './lifecycle.ts';
import type { Store } from './store.ts';
import { type TaskStates, taskStatesOf } from './task-states.ts';

/** How long a finished task can still be asked for, in milliseconds: one hour. */
export const KEEP_FINISHED_FOR = 60 * 60 * 1000;

/** How many finished tasks are kept; the first that ended is the first to go. */
export const MOST_FINISHED = 10_000;

/** What a task has to show, by member of the status that a poll answers with. */
export type TaskOutput = Record<string, unknown>;

/** What a store remembers of a task; plain data, so that it can be written down and read by another process. */
export interface TaskRecord {
  readonly token: string;
  /** Tells tasks of one kind from those of another in the same store. */
  readonly kind: string;
  /** The operation that started it. */
  readonly operation: string;
  readonly state: string;
  /** Read at any time; grows while the work goes on. */
  readonly output: TaskOutput;
  /** What it was started with; forgotten once it has ended. */
  readonly request?: unknown;
  /** Milliseconds since 1970; absent while it goes on. */
  readonly endedAt?: number;
}

/** A task as its work sees it. */
export interface RunningTask {
  readonly token: string;
  readonly output: TaskOutput;
  /** Aborted when the task was asked to stop, or when the server goes down. */
  readonly signal: AbortSignal;
  /** False once the task has ended or was handed over: what work still has to say concerns nobody then. */
  readonly goesOn: () => boolean;
  /** Writes the output down; for work that has changed it. */
  readonly save: () => void;
}

/** The work itself: writes into `output`, ends badly by throwing, and stops soon after the signal is aborted. */
export type Work = (task: RunningTask) => Promise<void>;

/** A task that has begun. */
export interface StartedTask {
  readonly token: string;
  /** Resolves with the last record once the task has ended; rejects when the store does not take it. */
  readonly ended: Promise<TaskRecord>;
}

/** All tasks of one kind, found by their tokens. */
export interface TaskRegistry {
  /** Starts work and answers at once; the first state is the lifecycle's initial one. */
  start(begin: Pick<TaskRecord, 'operation' | 'output' | 'request'>, work: Work): StartedTask;
  find(token: string): TaskRecord | undefined;
  /** Forgets a task that nobody will ask for. */
  forget(token: string): void;
  /** Asks a running task to stop. A task that is stopping or has ended is left as it is: answers false. */
  stop(token: string): boolean;
  /** How many tasks go on. */
  running(): number;
  /** Goes on with what another process left in the store, and answers with it; a task without work has failed. */
  restore(resume: (record: TaskRecord) => Work | undefined): readonly StartedTask[];
  /** Waits for running tasks to end, at most `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** Aborts what still runs and leaves it in the store as it is, for others to take over. Answers with the tokens. */
  release(): readonly string[];
}

interface Run {
  readonly controller: AbortController;
  ended: Promise<TaskRecord>;
}

/** Makes a registry over a generated lifecycle. Several kinds may share a store; their tokens must not meet. */
export function createTaskRegistry(options: {
  readonly kind: string;
  readonly lifecycle: LifecycleEntry;
  /** The operation that asks tasks to stop; absent when they cannot be stopped. */
  readonly cancel?: string;
  readonly store: Store<TaskRecord>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task is kept, in milliseconds. */
  readonly keepFor?: number;
}): TaskRegistry {
  const { kind, lifecycle, cancel, store, clock, ids, keepFor = KEEP_FINISHED_FOR } = options;
  const states: TaskStates = taskStatesOf(lifecycle, cancel);
  const runs = new Map<string, Run>();
  /** Tokens of finished tasks, in the order in which they end. */
  const finished: { token: string; at: number }[] = [];

  function move(record: TaskRecord, to: string, by: string): TaskRecord {
    const state = advance(lifecycle, record.state, { to, by });
    if (!isTerminal(lifecycle, state)) return put({ ...record, state });
    const endedAt = clock.now().getTime();
    finished.push({ token: record.token, at: endedAt });
    const { request: _request, ...rest } = record;
    return put({ ...rest, state, endedAt });
  }

  function put(record: TaskRecord): TaskRecord {
    store.put(record.token, record);
    return record;
  }

  async function perform(first: TaskRecord, run: Run, work: Work): Promise<TaskRecord> {
    const { token, output } = first;
    const { signal } = run.controller;
    const goesOn = (): boolean => runs.get(token) === run;
    const save = (): void => {
      if (goesOn()) put({ ...(store.get(token) ?? first), output });
    };
    let end = states.completed;
    try {
      await work({ token, output, signal, goesOn, save });
    } catch {
      // What went wrong is for the work to say in its output; here it only decides the state.
      end = states.failed;
    }
    const last = { ...(store.get(token) ?? first), output };
    // A run that was released is no longer ours to end.
    if (!goesOn()) return last;
    runs.delete(token);
    const stopped = last.state === states.stopping?.state ? states.stopping.stopped : undefined;
    return move(last, stopped ?? end, 'server');
  }

  function begin(record: TaskRecord, work: Work): StartedTask {
    const run: Run = { controller: new AbortController(), ended: Promise.resolve(record) };
    runs.set(record.token, run);
    run.ended = perform(record, run, work);
    return { token: record.token, ended: run.ended };
  }

  function find(token: string): TaskRecord | undefined {
    const record = store.get(token);
    return record?.kind === kind ? record : undefined;
  }

  function expire(): void {
    const limit = clock.now().getTime() - keepFor;
    for (let [oldest] = finished; oldest !== undefined; [oldest] = finished) {
      if (finished.length <= MOST_FINISHED && oldest.at >= limit) return;
      store.delete(oldest.token);
      finished.shift();
    }
  }

  return {
    start(given, work) {
      expire();
      return begin(put({ token: ids(), kind, state: states.running, ...given }), work);
    },
    find(token) {
      expire();
      return find(token);
    },
    forget(token) {
      if (find(token) === undefined) return;
      store.delete(token);
      // It is among the last that ended.
      const at = finished.findLastIndex((one) => one.token === token);
      if (at !== -1) finished.splice(at, 1);
    },
    stop(token) {
      const record = find(token);
      const { stopping } = states;
      if (record === undefined || stopping === undefined || record.state !== states.running) return false;
      move(record, stopping.state, stopping.by);
      runs.get(token)?.controller.abort();
      return true;
    },
    running: () => runs.size,
    restore(resume) {
      const known = store.values().filter((record) => record.kind === kind);
      const ended = known.flatMap(({ token, endedAt }) =>
        endedAt === undefined ? [] : { token, at: endedAt },
      );
      finished.push(...ended.toSorted((a, b) => a.at - b.at));
      return known
        .filter(({ state }) => !isTerminal(lifecycle, state))
        .flatMap((record) => {
          const work = resume(record);
          if (record.state !== states.stopping?.state && work !== undefined) return begin(record, work);
          move(
            record,
            states.stopping?.state === record.state ? states.stopping.stopped : states.failed,
            'server',
          );
          return [];
        });
    },
    async drain(ms) {
      if (ms <= 0) return;
      const done = new AbortController();
      const limit = clock.sleep(ms, done.signal).catch(() => undefined);
      const late = limit.then(() => true);
      const all = () => Promise.allSettled([...runs.values()].map(({ ended }) => ended)).then(() => false);
      // A task may begin while others are waited for.
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
