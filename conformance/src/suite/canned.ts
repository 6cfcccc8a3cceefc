import { type Exchange, statusOf, succeeded } from './exchange.ts';

/** Number of different requests to an operation that must get the same answer before that is no coincidence. */
const ENOUGH = 3;

/**
 * Whether the target returns one answer per operation to any request: it accepts invalid requests with the answer to
 * the valid ones.
 */
export function isCanned(journal: readonly Exchange[]): boolean {
  const operations = new Map<string, Exchange[]>();
  for (const exchange of journal) {
    if (exchange.intent === 'stray' || exchange.sent.elsewhere === true) continue;
    operations.set(exchange.operation, [...(operations.get(exchange.operation) ?? []), exchange]);
  }
  const often = [...operations.values()].filter(
    (some) => new Set(some.map(({ sent }) => `${sent.path} ${sent.text}`)).size >= ENOUGH,
  );
  return (
    often.length > 0 &&
    // A missing answer does not count: it has a separate cause.
    [...operations.values()].every((some) => some.every(({ received }) => received !== undefined)) &&
    often.every((some) => new Set(some.map(answerOf)).size === 1) &&
    often.some((some) => some.some((one) => one.intent === 'invalid' && succeeded(one)))
  );
}

function answerOf(exchange: Exchange): string {
  return `${statusOf(exchange)} ${exchange.received?.text}`;
}
