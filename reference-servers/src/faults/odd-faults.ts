import { shown } from '../harness/shown.ts';
import type { FaultOptions } from './fault-options.ts';

/** Members that are lists. */
const LISTS = ['fail', 'hang', 'malformed'] as const;

/** Error statuses. */
const LEAST_STATUS = 400;
const MOST_STATUS = 599;

/**
 * Rejects faults that would have no effect, or break the server instead of a response.
 * @throws Error that names the first
 */
export function refuseOddFaults(options: FaultOptions): void {
  const { failRate, latencyMs, seed } = options;
  for (const name of LISTS) {
    const given: unknown = options[name];
    if (given !== undefined && !Array.isArray(given)) {
      throw new Error(`${name} is a list of operations, not ${shown(given)}`);
    }
  }
  for (const { operation, status } of options.fail ?? []) {
    if (Number.isInteger(status) && status >= LEAST_STATUS && status <= MOST_STATUS) continue;
    const range = `from ${LEAST_STATUS} to ${MOST_STATUS}`;
    throw new Error(`${operation} fails with a status ${range}, not ${shown(status)}`);
  }
  if (failRate !== undefined && !(isNumber(failRate) && failRate >= 0 && failRate <= 1)) {
    throw new Error(`failRate is a number from 0 to 1, not ${shown(failRate)}`);
  }
  if (seed !== undefined && !isNumber(seed)) throw new Error(`seed is a number, not ${shown(seed)}`);
  if (latencyMs !== undefined && !isRange(latencyMs)) {
    throw new Error(`latencyMs is two numbers of milliseconds such as [100, 500], not ${shown(latencyMs)}`);
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [least, most]: unknown[] = value;
  return isNumber(least) && isNumber(most) && least >= 0 && least <= most;
}
