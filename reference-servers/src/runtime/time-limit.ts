import type { Clock } from './clock.ts';

/** Work timed out. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

/** How long work may take to clean up after a timeout, in milliseconds; then the caller no longer waits. */
export const CLEAN_UP_TIME = 5_000;

/**
 * Runs work that stops when its signal is aborted: by the caller's signal, or after `ms` milliseconds.
 * @throws TimeLimitExceeded when the work timed out
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
