import { memo } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Ended, Started, Tasks } from './tasks.ts';

/** One start and its end; each happens once, however many checks use it. */
export interface Work {
  readonly start: () => Promise<Started>;
  readonly end: () => Promise<Ended>;
}

/** Work that must have finished before, successfully or not. */
export type After = readonly (() => Promise<unknown>)[];

/** Runs at most once, on first use, and when the others have settled. */
export function memoAfter<T>(after: After, make: () => Promise<T>): () => Promise<T> {
  return memo(async () => {
    for (const earlier of after) await settled(earlier);
    return make();
  });
}

export function createWork(tasks: Tasks, begin: () => Promise<Started>, after: After = []): Work {
  const start = memoAfter(after, begin);
  return { start, end: memo(async () => tasks.finish(await start())) };
}

/** True when work was started, or finished in the answer. */
export function isTaken(started: Started): boolean {
  return started.kind === 'task' || started.kind === 'finished';
}

/** Whether the work was accepted. */
export async function isBegun(work: Work): Promise<boolean> {
  return isTaken(await work.start());
}

/** Whether the work was accepted and finished successfully. */
export async function isDone(work: Work): Promise<boolean> {
  const ended = (await isBegun(work)) ? await work.end().catch(() => undefined) : undefined;
  return ended?.state === 'COMPLETED';
}

/** The result of the work, or why there is none. */
export async function shownBy(work: Work): Promise<Exchange> {
  const ended = await work.end().catch(() => undefined);
  return (ended ?? (await work.start())).exchange;
}

/** Waits until a fact has settled. */
export async function settled(fact: () => Promise<unknown>): Promise<void> {
  await fact().catch(() => undefined);
}

/** Waits until all work of an operation has ended, successfully or not. */
export async function settleAll({ all, finish }: Tasks, operation: string): Promise<void> {
  const running = all.filter((task) => task.operation === operation && task.end === undefined);
  await Promise.all(
    running.map((task) => settled(() => finish({ kind: 'task', exchange: task.start, task }))),
  );
}

/** Runs at most once for each key, on first use. */
export function memoByKey<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, () => Promise<T>>();
  return (key) => {
    const fact = known.get(key) ?? memo(() => make(key));
    known.set(key, fact);
    return fact();
  };
}
