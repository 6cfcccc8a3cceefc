import type { Work } from './handlers.ts';

/**
 * Runs work with a common key one after another, in the order in which it was started. Several keys wait for the work of
 * all of them.
 */
export type InOrder = <Output>(keys: string | readonly string[], work: Work<Output>) => Work<Output>;

/**
 * Makes an order, for example for all work of an adapter on the same component. It holds in this process. A task that
 * waits counts as running.
 */
export function createOrder(): InOrder {
  /** Resolves when the last work with a key has ended. */
  const last = new Map<string, Promise<void>>();
  return (keys, work) => async (task) => {
    const names = [keys].flat();
    const before = Promise.all(names.map((name) => last.get(name)));
    let leave = (): void => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    for (const name of names) last.set(name, done);
    done.then(() => {
      for (const name of names) if (last.get(name) === done) last.delete(name);
    });
    try {
      await untilAborted(before, task.signal);
      return await work(task);
    } finally {
      // Work that was stopped while it waited must not let the next one overtake.
      before.then(leave);
    }
  };
}

/** Rejects with the reason of the signal when it is aborted first. */
async function untilAborted(wanted: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([wanted, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
