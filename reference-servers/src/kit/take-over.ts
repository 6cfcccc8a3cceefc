import type { FastifyBaseLogger } from 'fastify';
import { isRecord } from '../harness/json-schema.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Work } from '../runtime/long-running.ts';
import type { TaskRecord, TaskStore } from '../runtime/task-store.ts';
import { type Call, resumeWork } from './bind-handlers.ts';
import type { TaskKind } from './task-kind.ts';
import { contextOf } from './task-origin.ts';

/** The tasks of a server, and where they are kept. */
interface Tasks {
  readonly store: TaskStore;
  readonly clock: Clock;
  /** By every operation that belongs to them. */
  readonly kinds: ReadonlyMap<string, TaskKind>;
  readonly calls: ReadonlyMap<string, Call>;
}

/** Continues tasks that other processes left in the store. */
export interface TakeOver {
  /**
   * Continues what is there, and keeps looking if several servers use the store.
   * @throws Error when the store cannot be read
   */
  start(log: FastifyBaseLogger): Promise<void>;
  /** Leaves the unfinished tasks of this server to others, and logs their tokens with the message. */
  stop(message: string): Promise<void>;
}

/** Does nothing until it is started. */
export function createTakeOver({ store, clock, kinds, calls }: Tasks): TakeOver {
  const registries = [...new Set(kinds.values())].map(({ registry }) => registry);
  const names = registries.map(({ kind }) => kind);
  const stopped = new AbortController();
  let log: FastifyBaseLogger | undefined;

  function resume(record: TaskRecord, to: FastifyBaseLogger): Work | undefined {
    const { operation, request } = record;
    const call = calls.get(operation);
    if (call === undefined || !isRecord(request)) return undefined;
    const context = contextOf(record, to);
    return kinds.get(operation)?.run(operation, resumeWork(call, request, context), context);
  }

  async function takeOver(to: FastifyBaseLogger): Promise<void> {
    const records = await store.claim(names);
    const resumed = registries.flatMap((registry) =>
      registry.restore(records, (record) => resume(record, to)),
    );
    const tokens = resumed.map(({ token }) => token);
    if (tokens.length > 0) to.info({ tokens }, 'continuing tasks of another process');
  }

  async function repeat(every: number, to: FastifyBaseLogger): Promise<void> {
    for (;;) {
      try {
        await clock.sleep(every, stopped.signal);
      } catch {
        return;
      }
      await takeOver(to).catch((err: unknown) => to.warn({ err }, 'the tasks of the store cannot be read'));
    }
  }

  return {
    async start(to) {
      log = to;
      if (names.length === 0) return;
      try {
        await takeOver(to);
      } catch (cause) {
        throw new Error(`the tasks of the store cannot be read: ${reasonOf(cause)}`, { cause });
      }
      if (store.claimEvery !== undefined) void repeat(store.claimEvery, to);
    },
    async stop(message) {
      stopped.abort();
      const left = (await Promise.all(registries.map((registry) => registry.release()))).flat();
      if (left.length > 0) log?.warn({ tokens: left }, message);
      const released = async (): Promise<void> => (names.length === 0 ? undefined : store.release?.(names));
      await released().catch((err: unknown) =>
        log?.warn({ err }, 'the store did not release the tasks: other servers take them over later'),
      );
    },
  };
}

/** Connection errors of Node have a code and sometimes no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
