import type { Exchange } from '../suite/exchange.ts';
import { isTaken, type Work } from '../suite/work.ts';

/** Whether the work was taken, and done. */
export async function isDone(work: Work): Promise<boolean> {
  const ended = isTaken(await work.start()) ? await work.end().catch(() => undefined) : undefined;
  return ended?.state === 'COMPLETED';
}

/** The end of the work, or why there was none. */
export async function shownBy(work: Work): Promise<Exchange> {
  const ended = await work.end().catch(() => undefined);
  return (ended ?? (await work.start())).exchange;
}
