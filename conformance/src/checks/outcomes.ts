import type { Exchange } from '../suite/exchange.ts';
import { isTaken, type Work } from '../suite/work.ts';

/** Whether the work was accepted and finished. */
export async function isDone(work: Work): Promise<boolean> {
  const ended = isTaken(await work.start()) ? await work.end().catch(() => undefined) : undefined;
  return ended?.state === 'COMPLETED';
}

/** The result of the work, or why there was no result. */
export async function shownBy(work: Work): Promise<Exchange> {
  const ended = await work.end().catch(() => undefined);
  return (ended ?? (await work.start())).exchange;
}
