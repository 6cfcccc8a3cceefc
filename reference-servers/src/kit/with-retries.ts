import { ContractBreach } from '../harness/bind.ts';
import { CatalogError } from '../harness/problem.ts';
import { shown } from '../harness/shown.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import type { Work } from './handlers.ts';
import { TaskFailed } from './task.ts';

/** How often and when failed work is done again. */
export interface Retries {
  /** Maximum number of attempts, the first one included. */
  readonly attempts: number;
  /**
   * Time before the next attempt, in milliseconds, by the number of failed attempts. Default: one second, which doubles
   * with each attempt, up to one minute.
   */
  readonly backOff?: (failed: number) => number;
  /** Whether another attempt may succeed. Default: yes, unless the work threw a `TaskFailed` or a problem of the contract. */
  readonly retryOn?: (thrown: unknown) => boolean;
  /** For tests; the clock of the machine unless given. */
  readonly clock?: Clock;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/**
 * Work that is done again when it fails. Each failed attempt adds a line to the log of the task and to that of the server.
 * A task that is stopped, or whose time is over, makes no further attempt. Attempts start again when another process
 * continues the task.
 * @throws Error when `attempts` is not a whole number from 1 on
 */
export function withRetries<Output>(retries: Retries, work: Work<Output>): Work<Output> {
  const { attempts, backOff = double, retryOn = isTemporary, clock = systemClock } = retries;
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new Error(`attempts is a whole number from 1 on, not ${shown(attempts)}`);
  }
  return async (task) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(task);
      } catch (thrown) {
        if (attempt >= attempts || task.signal.aborted || !retryOn(thrown)) throw thrown;
        const wait = backOff(attempt);
        task.say(
          'WARNING',
          `Attempt ${attempt} of ${attempts} failed. The next one starts in ${wait / 1_000} s.`,
        );
        task.log.warn({ token: task.token, attempt, err: thrown }, 'an attempt of a task failed');
        await clock.sleep(wait, task.signal);
      }
    }
  };
}

function double(failed: number): number {
  return Math.min(FIRST_WAIT * 2 ** (failed - 1), LONGEST_WAIT);
}

/** Not a verdict of the author, and not a defect of the output. */
function isTemporary(thrown: unknown): boolean {
  return ![TaskFailed, CatalogError, ContractBreach].some((kind) => thrown instanceof kind);
}
