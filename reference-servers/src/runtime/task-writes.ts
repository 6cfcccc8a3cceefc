import type { Awaitable } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import type { TaskRecord } from './task-store.ts';

/** Writes the records of tasks: those of the same task one after another, in order. */
export interface TaskWrites {
  /** Resolves once the record is in the store; rejects when the store rejects it. */
  write(record: TaskRecord): Promise<void>;
  /** Writes the record within a second. Of several in that time, only the last is written. */
  writeSoon(record: TaskRecord): void;
  /** Writes what waits, and resolves once every write has ended. */
  settled(): Promise<void>;
}

/** What a task shows while it runs is written at most once in this time, in milliseconds: it may log thousands of lines. */
export const WRITE_EVERY = 1_000;

/** `put` writes one record; `failed` is called when a record of `writeSoon` is rejected. */
export function createTaskWrites(
  clock: Clock,
  put: (record: TaskRecord) => Awaitable<void>,
  failed: (token: string, thrown: unknown) => void,
): TaskWrites {
  const last = new Map<string, Promise<void>>();
  const waiting = new Map<string, TaskRecord>();

  function write(record: TaskRecord): Promise<void> {
    const { token } = record;
    // It contains everything that an earlier record has.
    waiting.delete(token);
    const act = (): Awaitable<void> => put(record);
    const done = (last.get(token) ?? Promise.resolve()).then(act, act);
    last.set(token, done);
    const forget = (): void => {
      if (last.get(token) === done) last.delete(token);
    };
    done.then(forget, forget);
    return done;
  }

  function writeWaiting(token: string): void {
    const record = waiting.get(token);
    if (record !== undefined) write(record).catch((thrown: unknown) => failed(token, thrown));
  }

  return {
    write,
    writeSoon(record) {
      const { token } = record;
      const isExpected = waiting.has(token);
      waiting.set(token, record);
      if (!isExpected) clock.sleep(WRITE_EVERY).then(() => writeWaiting(token));
    },
    async settled() {
      for (const token of [...waiting.keys()]) writeWaiting(token);
      await Promise.allSettled(last.values());
    },
  };
}
