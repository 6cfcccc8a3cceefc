import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import { createFinishedTasks, KEEP_FINISHED_FOR } from './finished-tasks.ts';
import type { Ids } from './ids.ts';
import { advance, isTerminal } from './lifecycle.ts';
import { sizeOf } from './size-of.ts';
import type { Store } from './store.ts';
import { createTaskRuns, type Run } from './task-runs.ts';
import { type TaskStates, taskStatesOf } from './task-states.ts';

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

/** How a registry of one kind of task is put together. */
interface RegistryOptions {
  readonly kind: string;
  readonly lifecycle: LifecycleEntry;
  /** The operation that asks tasks to stop; absent when they cannot be stopped. */
  readonly cancel?: string;
  readonly store: Store<TaskRecord>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task is kept, in milliseconds. */
  readonly keepFor?: number;
  /** What finished tasks may show together, in bytes; the first that ended is the first to go. */
  readonly keepBytes?: number;
}

/** Makes a registry over a generated lifecycle. Several kinds may share a store; their tokens must not meet. */
export function createTaskRegistry(options: RegistryOptions): TaskRegistry {
  const { kind, clock, ids } = options;
  const states = taskStatesOf(options.lifecycle, options.cancel);
  const runs = createTaskRuns();
  const records = createTaskRecords(options);

  function begin(record: TaskRecord, work: Work): StartedTask {
    const { token, output } = record;
    const ended = runs.begin(token, async (run) => {
      const end = await endOf(work, record, run, states, records);
      // What was released is no longer ours to end.
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

/** Does the work; answers with the state in which its task ends. What went wrong is for the work to say in its output. */
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

/** The tasks of one kind as a store has them. */
interface TaskRecords {
  find(token: string): TaskRecord | undefined;
  put(record: TaskRecord): TaskRecord;
  /** A record as it is now, with what its task has to show. */
  with(record: TaskRecord, output: TaskOutput): TaskRecord;
  /** @throws IllegalMove */
  move(record: TaskRecord, to: string, by: string): TaskRecord;
  forget(token: string): void;
  /** Forgets what is too old. */
  expire(): void;
  /** Learns what the store held before, and answers with the tasks that have not ended. */
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
