import type { Context } from '../../context.ts';
import { runDue, startForgotten } from './run-due.ts';
import { planAllRuns } from './schedule-store.ts';

/** How often the schedule is polled, in milliseconds: a run starts within a second of its due time. */
const LOOK_MS = 500;

/** How often unstarted evaluations are searched, in polls of the schedule. */
const LOOKS = 20;

/**
 * How far the clock has to be set back for the runs to be planned again, in milliseconds: after a small correction, that
 * would start some of them twice.
 */
const SET_BACK_MS = 3_600_000;

/** Polls for due runs until the returned function is called. Every process that shares the database does so. */
export function keepSchedule(context: Context, onError: (message: string) => void): () => Promise<void> {
  const stop = new AbortController();
  const report = (cause: unknown): void => onError(cause instanceof Error ? cause.message : String(cause));
  const keep = async (): Promise<void> => {
    let before = 0;
    for (let looks = 0; !stop.signal.aborted; looks += 1) {
      const now = context.clock.now();
      // Runs were planned by a clock that was ahead.
      if (now.getTime() < before - SET_BACK_MS) {
        const planned = context.db.transaction().execute((tx) => planAllRuns(tx, now));
        await planned.catch(report);
      }
      before = now.getTime();
      await runDue(context).catch(report);
      if (looks % LOOKS === 0) await startForgotten(context).catch(report);
      // An abort only ends the loop.
      await context.clock.sleep(LOOK_MS, stop.signal).catch(() => {});
    }
  };
  const kept = keep();
  return async () => {
    stop.abort();
    await kept;
  };
}
