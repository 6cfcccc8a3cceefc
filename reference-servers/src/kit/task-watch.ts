import type { FastifyBaseLogger } from 'fastify';
import type { TaskEnd } from '../harness/mount.ts';
import type { RegistryOptions } from '../runtime/long-running.ts';

type Watcher = (end: TaskEnd) => void;

/** Reports what happens to the tasks of a server. */
export interface TaskWatch extends Required<Pick<RegistryOptions, 'onEnd' | 'onStoreFailure'>> {
  /** The log of the server, once there is one. */
  logTo(log: FastifyBaseLogger): void;
  /** Calls the function for each task that ends. */
  add(watcher: Watcher): void;
}

/** Writes to the log and calls the functions that were added. */
export function createTaskWatch(): TaskWatch {
  const watchers: Watcher[] = [];
  let log: FastifyBaseLogger | undefined;
  return {
    logTo(to) {
      log = to;
    },
    add: (watcher) => watchers.push(watcher),
    onEnd({ token, operation, state, startedAt, endedAt = startedAt, origin }) {
      const end = { operation, state, ms: endedAt - startedAt };
      log?.info({ reqId: origin?.requestId, token, ...end }, 'the task has ended');
      for (const watch of watchers) watch(end);
    },
    onStoreFailure: (token, err) => log?.warn({ token, err }, 'the store rejected a change of a task'),
  };
}
