import { type Exchange, statusOf, succeeded } from './exchange.ts';

/** So many different requests to an operation, all answered alike, are no chance. */
const ENOUGH = 3;

/**
 * Whether the target gives each operation one answer, whatever it is sent: bad requests are accepted with the answer to
 * the good ones.
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
    // Silence is no answer: it has a cause of its own.
    [...operations.values()].every((some) => some.every(({ received }) => received !== undefined)) &&
    often.every((some) => new Set(some.map(answerOf)).size === 1) &&
    often.some((some) => some.some((one) => one.intent === 'invalid' && succeeded(one)))
  );
}

function answerOf(exchange: Exchange): string {
  return `${statusOf(exchange)} ${exchange.received?.text}`;
}
