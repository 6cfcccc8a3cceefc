import type { Clock } from './clock.ts';

/** Work was not done in time. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

/** How long work may take to clean up when its time is over, in milliseconds; it is not waited for any longer. */
export const CLEAN_UP_TIME = 5_000;

/**
 * Does work that stops when its signal is aborted: by the caller's signal, or after `ms` milliseconds.
 * @throws TimeLimitExceeded when the time was over before the work was
 */
export async function withTimeLimit<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  async function giveUp(): Promise<never> {
    await clock.sleep(ms, done.signal);
    late.abort();
    await clock.sleep(CLEAN_UP_TIME, done.signal);
    throw new Error('the work does not heed its signal');
  }
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), giveUp()]);
  } catch (cause) {
    if (late.signal.aborted) throw new TimeLimitExceeded(`not done within ${ms} ms`, { cause });
    throw cause;
  } finally {
    done.abort();
  }
}
