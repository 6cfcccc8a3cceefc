import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import { createFinishedTasks, KEEP_FINISHED_FOR } from './finished-tasks.ts';
import type { Ids } from './ids.ts';
import { advance, isTerminal } from './lifecycle.ts';
import { sizeOf } from './size-of.ts';
import type { Store } from './store.ts';
import { createTaskRuns, type Run } from './task-runs.ts';
import { type TaskStates, taskStatesOf } from './task-states.ts';

/** The output of a task, by member of the status that a poll returns. */
export type TaskOutput = Record<string, unknown>;

/** What a store keeps about a task; plain data, so that another process can read it. */
export interface TaskRecord {
  readonly token: string;
  /** Separates the kinds of tasks in one store. */
  readonly kind: string;
  /** The operation that started it. */
  readonly operation: string;
  readonly state: string;
  /** Readable at any time; grows while the work continues. */
  readonly output: TaskOutput;
  /** The input of the task; removed once it has ended. */
  readonly request?: unknown;
  /** Milliseconds since 1970; absent while it runs. */
  readonly endedAt?: number;
}

/** A task as its work sees it. */
export interface RunningTask {
  readonly token: string;
  readonly output: TaskOutput;
  /** Aborted when the task must stop, or when the server shuts down. */
  readonly signal: AbortSignal;
  /** False once the task has ended or was handed over: further output of the work is dropped. */
  readonly goesOn: () => boolean;
  /** Persists the output; for work that has changed it. */
  readonly save: () => void;
}

/** The work: writes into `output`, throws to fail, and stops soon after the signal is aborted. */
export type Work = (task: RunningTask) => Promise<void>;

/** A started task. */
export interface StartedTask {
  readonly token: string;
  /** Resolves with the last record once the task has ended; rejects when the store rejects it. */
  readonly ended: Promise<TaskRecord>;
}

/** All tasks of one kind, found by their tokens. */
export interface TaskRegistry {
  /** Starts work and returns at once; the first state is the lifecycle's initial one. */
  start(begin: Pick<TaskRecord, 'operation' | 'output' | 'request'>, work: Work): StartedTask;
  find(token: string): TaskRecord | undefined;
  /** Removes a task that no client will poll. */
  forget(token: string): void;
  /** Requests that a running task stop. False for a task that is stopping or has ended, which stays unchanged. */
  stop(token: string): boolean;
  /** The number of running tasks. */
  running(): number;
  /** Resumes what another process left in the store, and returns it; a task without work fails. */
  restore(resume: (record: TaskRecord) => Work | undefined): readonly StartedTask[];
  /** Waits for running tasks to end, at most `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** Aborts running tasks and leaves their records in the store, for others to take over. Returns the tokens. */
  release(): readonly string[];
}

/** Options of a registry of one kind of task. */
interface RegistryOptions {
  readonly kind: string;
  readonly lifecycle: LifecycleEntry;
  /** The operation that stops tasks; absent when they cannot be stopped. */
  readonly cancel?: string;
  readonly store: Store<TaskRecord>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task is kept, in milliseconds. */
  readonly keepFor?: number;
  /** Memory for the outputs of finished tasks, in bytes; the first that ended is removed first. */
  readonly keepBytes?: number;
}

/** Makes a registry over a generated lifecycle. Several kinds may share a store; their tokens must be distinct. */
export function createTaskRegistry(options: RegistryOptions): TaskRegistry {
  const { kind, clock, ids } = options;
  const states = taskStatesOf(options.lifecycle, options.cancel);
  const runs = createTaskRuns();
  const records = createTaskRecords(options);

  function begin(record: TaskRecord, work: Work): StartedTask {
    const { token, output } = record;
    const ended = runs.begin(token, async (run) => {
      const end = await endOf(work, record, run, states, records);
      // Another process may own released tasks: this one must not end them.
      if (!run.goesOn()) return records.with(record, output);
      run.end();
      const last = records.with(record, output);
      const stopped = last.state === states.stopping?.state ? states.stopping.stopped : undefined;
      return records.move(last, stopped ?? end, 'server');
    });
    return { token, ended };
  }

  return {
    start(given, work) {
      records.expire();
      return begin(records.put({ token: ids(), kind, state: states.running, ...given }), work);
    },
    find(token) {
      records.expire();
      return records.find(token);
    },
    forget: records.forget,
    stop(token) {
      const record = records.find(token);
      const { stopping } = states;
      if (record === undefined || stopping === undefined || record.state !== states.running) return false;
      records.move(record, stopping.state, stopping.by);
      runs.abort(token);
      return true;
    },
    running: runs.count,
    restore: (resume) =>
      records.restore().flatMap((record) => {
        const work = resume(record);
        const isStopping = record.state === states.stopping?.state;
        if (!isStopping && work !== undefined) return begin(record, work);
        records.move(record, isStopping ? states.stopping.stopped : states.failed, 'server');
        return [];
      }),
    drain: (ms) => runs.drain(clock, ms),
    release: runs.release,
  };
}

/** Does the work; returns the terminal state of its task. The work reports errors in its output. */
async function endOf(
  work: Work,
  record: TaskRecord,
  { signal, goesOn }: Run,
  states: TaskStates,
  records: TaskRecords,
): Promise<string> {
  const { token, output } = record;
  const save = (): void => {
    if (goesOn()) records.put(records.with(record, output));
  };
  try {
    await work({ token, output, signal, goesOn, save });
    return states.completed;
  } catch {
    return states.failed;
  }
}

/** The tasks of one kind in the store. */
interface TaskRecords {
  find(token: string): TaskRecord | undefined;
  put(record: TaskRecord): TaskRecord;
  /** The current record, with the output of its task. */
  with(record: TaskRecord, output: TaskOutput): TaskRecord;
  /** @throws IllegalMove */
  move(record: TaskRecord, to: string, by: string): TaskRecord;
  forget(token: string): void;
  /** Removes expired tasks. */
  expire(): void;
  /** Loads earlier records from the store, and returns the tasks that have not ended. */
  restore(): readonly TaskRecord[];
}

function createTaskRecords(options: RegistryOptions): TaskRecords {
  const { kind, lifecycle, store, clock, keepFor = KEEP_FINISHED_FOR, keepBytes = Infinity } = options;
  const finished = createFinishedTasks(keepFor, keepBytes);

  function put(record: TaskRecord): TaskRecord {
    store.put(record.token, record);
    return record;
  }

  function find(token: string): TaskRecord | undefined {
    const record = store.get(token);
    return record?.kind === kind ? record : undefined;
  }

  return {
    find,
    put,
    with: (record, output) => ({ ...(store.get(record.token) ?? record), output }),
    move(record, to, by) {
      const state = advance(lifecycle, record.state, { to, by });
      if (!isTerminal(lifecycle, state)) return put({ ...record, state });
      const endedAt = clock.now().getTime();
      finished.add({ token: record.token, at: endedAt, bytes: sizeOf(record.output) });
      const { request: _request, ...rest } = record;
      return put({ ...rest, state, endedAt });
    },
    forget(token) {
      if (find(token) === undefined) return;
      store.delete(token);
      finished.remove(token);
    },
    expire() {
      for (const token of finished.takeExpired(clock.now().getTime())) store.delete(token);
    },
    restore() {
      const known = store.values().filter((record) => record.kind === kind);
      const ended = known.flatMap(({ token, endedAt, output }) =>
        endedAt === undefined ? [] : { token, at: endedAt, bytes: sizeOf(output) },
      );
      for (const task of ended.toSorted((a, b) => a.at - b.at)) finished.add(task);
      return known.filter(({ state }) => !isTerminal(lifecycle, state));
    },
  };
}
