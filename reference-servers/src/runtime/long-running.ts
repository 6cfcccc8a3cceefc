import type { Awaitable, LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import { createFinishedTasks, KEEP_FINISHED_FOR } from './finished-tasks.ts';
import type { Ids } from './ids.ts';
import { advance, isTerminal } from './lifecycle.ts';
import { sizeOf } from './size-of.ts';
import { createTaskRuns, type Run } from './task-runs.ts';
import { type TaskStates, taskStatesOf } from './task-states.ts';
import { type TaskOutput, type TaskRecord, type TaskStore, TaskTakenOver } from './task-store.ts';
import { createTaskWrites } from './task-writes.ts';

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
  /** Resolves with the last record once the task has ended and the store has it. */
  readonly ended: Promise<TaskRecord>;
}

/** What the caller of a registry knows about a new task. */
export type NewTask = Pick<TaskRecord, 'operation' | 'output' | 'request' | 'origin'>;

/** All tasks of one kind, found by their tokens. */
export interface TaskRegistry {
  readonly kind: string;
  /**
   * Starts work once the store has the task; the first state is the lifecycle's initial one.
   * @throws what the store throws when it rejects the task
   */
  start(task: NewTask, work: Work): Promise<StartedTask>;
  /** Does work whose caller waits for it: it is not stored. Resolves with its last record. */
  perform(task: NewTask, work: Work): Promise<TaskRecord>;
  find(token: string): Awaitable<TaskRecord | undefined>;
  /** True when the task runs in this process. */
  isHere(token: string): boolean;
  /** Requests that a running task stop. False for a task that is stopping or has ended, which stays unchanged. */
  stop(token: string): Promise<boolean>;
  /** The number of running tasks. */
  running(): number;
  /** Resumes what other processes left in the store, and returns it; a task without work fails. */
  restore(records: readonly TaskRecord[], resume: (record: TaskRecord) => Work | undefined): StartedTask[];
  /** Waits for running tasks to end, at most `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** Aborts running tasks and leaves their records in the store, for others to take over. Returns the tokens. */
  release(): Promise<readonly string[]>;
}

/** Options of a registry of one kind of task. */
export interface RegistryOptions {
  readonly kind: string;
  readonly lifecycle: LifecycleEntry;
  /** The operation that stops tasks; absent when they cannot be stopped. */
  readonly cancel?: string;
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task is kept, in milliseconds. */
  readonly keepFor?: number;
  /** Memory for the outputs of finished tasks, in bytes; the first that ended is removed first. */
  readonly keepBytes?: number;
  /** Called when the store rejects a change of a task. It is written again, unless another server owns the task. */
  readonly onStoreFailure?: (token: string, thrown: unknown) => void;
  /** Called with the last record of each task that ends in this process. */
  readonly onEnd?: (record: TaskRecord) => void;
}

/** Makes a registry over a generated lifecycle. Several kinds may share a store; their tokens must be distinct. */
export function createTaskRegistry(options: RegistryOptions): TaskRegistry {
  const { kind, clock, ids, lifecycle } = options;
  const states = taskStatesOf(lifecycle, options.cancel);
  const runs = createTaskRuns();
  /** Unfinished tasks of this process. */
  const live = new Map<string, TaskRecord>();
  const stored = createStoredTasks(options, (token) => {
    runs.release(token);
    live.delete(token);
  });
  let isReleased = false;

  const create = (task: NewTask): TaskRecord => {
    const startedAt = clock.now().getTime();
    return { token: ids(), kind, state: states.running, startedAt, ...task };
  };

  function begin(record: TaskRecord, work: Work, isStored = true): StartedTask {
    const { token, output } = record;
    const current = (): TaskRecord => ({ ...(live.get(token) ?? record), output });
    if (isStored) live.set(token, record);
    const ended = runs.begin(token, async (run) => {
      const save = (): void => {
        if (isStored && run.goesOn()) stored.save(current());
      };
      const end = await endOf(work, { token, output, signal: run.signal, goesOn: run.goesOn, save }, states);
      // Another process may own released tasks: this one must not end them.
      if (!run.goesOn()) return current();
      run.end();
      const isStopping = current().state === states.stopping?.state;
      const to = isStopping ? states.stopping.stopped : end;
      const last = endedRecord(current(), to, lifecycle, clock);
      if (isStored) await stored.end(last, run);
      if (run.isHeld()) {
        live.delete(token);
        options.onEnd?.(last);
      }
      return last;
    });
    return { token, ended };
  }

  return {
    kind,
    async start(task, work) {
      stored.expire();
      const record = create(task);
      await stored.begin(record);
      // The next server with this store continues it.
      if (isReleased) return { token: record.token, ended: Promise.resolve(record) };
      return begin(record, work);
    },
    perform: (task, work) => begin(create(task), work, false).ended,
    find(token) {
      stored.expire();
      return live.get(token) ?? stored.find(token);
    },
    isHere: (token) => live.has(token),
    async stop(token) {
      const next = runs.goesOn(token) ? stoppingRecord(live.get(token), states, lifecycle) : undefined;
      if (next === undefined) {
        // A caller must not see a task as running that can no longer be stopped.
        await runs.stored(token);
        return false;
      }
      live.set(token, next);
      await stored.change(next);
      runs.abort(token);
      return true;
    },
    running: runs.count,
    restore(records, resume) {
      const known = records.filter((record) => record.kind === kind && !live.has(record.token));
      stored.adopt(known.filter(({ state }) => isTerminal(lifecycle, state)));
      return known
        .filter(({ state }) => !isTerminal(lifecycle, state))
        .toSorted((a, b) => a.startedAt - b.startedAt)
        .map((record) => {
          const isStopping = record.state === states.stopping?.state;
          return begin(record, (isStopping ? undefined : resume(record)) ?? giveUp);
        });
    },
    drain: (ms) => runs.drain(clock, ms),
    async release() {
      isReleased = true;
      const tokens = runs.release().filter((token) => live.has(token));
      live.clear();
      await stored.settled();
      return tokens;
    },
  };
}

function endedRecord(record: TaskRecord, to: string, lifecycle: LifecycleEntry, clock: Clock): TaskRecord {
  const state = advance(lifecycle, record.state, { to, by: 'server' });
  const { request: _request, ...rest } = record;
  return { ...rest, state, endedAt: clock.now().getTime() };
}

/** The record of a task that is asked to stop; `undefined` unless it is running and can be stopped. */
function stoppingRecord(
  record: TaskRecord | undefined,
  { running, stopping }: TaskStates,
  lifecycle: LifecycleEntry,
): TaskRecord | undefined {
  if (record?.state !== running || stopping === undefined) return undefined;
  return { ...record, state: advance(lifecycle, running, { to: stopping.state, by: stopping.by }) };
}

/** The work of a task that nothing continues. */
async function giveUp(): Promise<never> {
  throw new Error('no handler continues this task');
}

/** Does the work; returns the terminal state of its task. The work reports errors in its output. */
async function endOf(work: Work, task: RunningTask, states: TaskStates): Promise<string> {
  try {
    await work(task);
    return states.completed;
  } catch {
    return states.failed;
  }
}

/** The tasks of one kind in the store. */
interface StoredTasks {
  begin(record: TaskRecord): Awaitable<void>;
  find(token: string): Awaitable<TaskRecord | undefined>;
  /** Writes intermediate output soon. */
  save(record: TaskRecord): void;
  /** Writes a change of state; a failure is reported, because the final state follows. */
  change(record: TaskRecord): Promise<void>;
  /** Writes the final state, again and again until the store has it. */
  end(record: TaskRecord, run: Run): Promise<void>;
  /** Finished tasks of other processes; this one removes them in time. */
  adopt(records: readonly TaskRecord[]): void;
  /** Removes expired tasks. */
  expire(): void;
  /** Waits a short time for the writes that have begun. */
  settled(): Promise<void>;
}

/** Time until a rejected final state is written again, in milliseconds; it doubles with every attempt. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 60_000;

/** How long a shutdown waits for writes that have begun, in milliseconds. */
const WRITE_GRACE = 3_000;

function createStoredTasks(options: RegistryOptions, lose: (token: string) => void): StoredTasks {
  const { kind, store, clock, keepFor = KEEP_FINISHED_FOR, keepBytes = Infinity } = options;
  const { onStoreFailure = () => {} } = options;
  const finished = createFinishedTasks(keepFor, keepBytes);
  const failed = (token: string, thrown: unknown): void => {
    onStoreFailure(token, thrown);
    if (thrown instanceof TaskTakenOver) lose(token);
  };
  // Other failures of intermediate output are not reported: the final state contains it, and is written until it is there.
  const writes = createTaskWrites(clock, store.put.bind(store), (token, thrown) => {
    if (thrown instanceof TaskTakenOver) failed(token, thrown);
  });
  const remember = ({ token, endedAt, output }: TaskRecord): void =>
    finished.add({ token, at: endedAt ?? clock.now().getTime(), bytes: sizeOf(output) });
  const own = (record: TaskRecord | undefined) => (record?.kind === kind ? record : undefined);

  return {
    begin: (record) => store.put(record),
    find(token) {
      const found = store.get(token);
      return found instanceof Promise ? found.then(own) : own(found);
    },
    save: writes.writeSoon,
    change: (record) => writes.write(record).catch((thrown: unknown) => failed(record.token, thrown)),
    async end(record, { isHeld }) {
      for (let wait = FIRST_RETRY; isHeld(); wait = Math.min(2 * wait, LONGEST_RETRY)) {
        try {
          await writes.write(record);
          remember(record);
          return;
        } catch (thrown) {
          failed(record.token, thrown);
          if (isHeld()) await clock.sleep(wait);
        }
      }
    },
    adopt: (records) => {
      for (const record of records.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0))) remember(record);
    },
    expire() {
      for (const token of finished.takeExpired(clock.now().getTime())) {
        const deleted = async (): Promise<void> => store.delete(token);
        deleted().catch((thrown: unknown) => onStoreFailure(token, thrown));
      }
    },
    async settled() {
      const done = new AbortController();
      await Promise.race([writes.settled(), clock.sleep(WRITE_GRACE, done.signal).catch(() => undefined)]);
      done.abort();
    },
  };
}
