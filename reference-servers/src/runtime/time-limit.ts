import type { Clock } from './clock.ts';

/** Work was not done in time. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

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
  clock.sleep(ms, done.signal).then(
    () => late.abort(),
    () => undefined, // the work came first
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (cause) {
    if (late.signal.aborted) throw new TimeLimitExceeded(`not done within ${ms} ms`, { cause });
    throw cause;
  } finally {
    done.abort();
  }
}
