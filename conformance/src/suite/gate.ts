import { Blocked, NotApplicable } from './check.ts';
import { grantedAbsence, operationOf } from './contract.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from './exchange.ts';
import type { Run } from './run.ts';
import { memoByKey, settled } from './work.ts';

interface Gated {
  /** The requirement whose check reports an operation as missing or broken. */
  readonly primary: Readonly<Record<string, string>>;
  /** The first valid request to an operation: its response shows whether the operation exists. */
  readonly probes: Readonly<Record<string, () => Promise<Exchange>>>;
  /** The only status of a success; default: every 2xx. */
  readonly status?: number;
  /** Throws NotTestable or NotApplicable if a rejection is no defect of the target. */
  readonly excuse?: (operation: string, exchange: Exchange) => Promise<void> | void;
  /** Requests that run alone, before those of the checks. */
  readonly baseline?: (operation: string) => () => Promise<unknown>;
}

/** Resolves when an operation exists, and otherwise rejects with the reason; all checks of the operation wait for it. */
export function createGate(
  { contract }: Run,
  { primary, probes, status, excuse, baseline }: Gated,
): (operation: string) => Promise<void> {
  return memoByKey(async (operation) => {
    const exchange = await probes[operation]?.();
    if (exchange === undefined) return;
    if (status === undefined ? succeeded(exchange) : statusOf(exchange) === status)
      return baseline && settled(baseline(operation));
    if (statusOf(exchange) === grantedAbsence(operationOf(contract, operation)))
      throw new NotApplicable(`${operation} is not supported, as the contract allows`);
    await excuse?.(operation, exchange);
    throw new Blocked(primary[operation] ?? '', `${operation} returned ${describeAnswer(exchange)}`);
  });
}
