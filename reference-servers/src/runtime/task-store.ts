import type { Awaitable } from '@tessera/contracts/vocabulary';

/** The output of a task, by member of the status that a poll returns. */
export type TaskOutput = Record<string, unknown>;

/** The request that started a task, in the names of logs and traces. */
export interface TaskOrigin {
  readonly requestId: string;
  /** The headers of W3C Trace Context, as they were sent. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

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
  readonly origin?: TaskOrigin;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970; absent while it runs. */
  readonly endedAt?: number;
}

/**
 * Keeps tasks beyond the life of a process. A server answers polls of its running tasks from memory, and writes each
 * change to the store; it never writes the same task twice at the same time.
 */
export interface TaskStore {
  /**
   * Returns the tasks of these kinds that no running server works on, finished ones included. From now on they belong to
   * this server.
   */
  claim(kinds: readonly string[]): Awaitable<readonly TaskRecord[]>;
  /** How often a server calls `claim`, in milliseconds; without it, only at its start. For stores of several servers. */
  readonly claimEvery?: number;
  get(token: string): Awaitable<TaskRecord | undefined>;
  /**
   * Resolves once the record survives a crash. The output of a running task changes: a store that keeps it for later
   * copies it before its first `await`.
   * @throws TaskTakenOver when another server owns the task
   */
  put(record: TaskRecord): Awaitable<void>;
  delete(token: string): Awaitable<void>;
  /** Gives the tasks of these kinds to other servers, at shutdown. */
  release?(kinds: readonly string[]): Awaitable<void>;
}

/** Thrown by a store when another server owns the task: this one must stop working on it. */
export class TaskTakenOver extends Error {
  override readonly name = 'TaskTakenOver';

  constructor(token: string) {
    super(`another server has taken over the task ${token}`);
  }
}

/** True for what a store has written; for stores that read what others can change. */
export function isTaskRecord(value: unknown): value is TaskRecord {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['token', 'kind', 'operation', 'state'].map((name): unknown => Reflect.get(value, name));
  const output: unknown = Reflect.get(value, 'output');
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof output === 'object' &&
    output !== null &&
    typeof Reflect.get(value, 'startedAt') === 'number'
  );
}

/** Keeps tasks for the life of the object: of a process, or of several servers of a test. */
export function createMemoryTaskStore(): TaskStore {
  const records = new Map<string, TaskRecord>();
  return {
    claim: (kinds) => [...records.values()].filter(({ kind }) => kinds.includes(kind)),
    get: (token) => records.get(token),
    put: (record) => {
      records.set(record.token, record);
    },
    delete: (token) => {
      records.delete(token);
    },
  };
}
