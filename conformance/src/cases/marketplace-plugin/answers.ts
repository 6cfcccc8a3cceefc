import type { Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';

export const INSERT = 'insertProvisioningResults';

/** The raw value of the address where users find the data product. */
export function toldEntry(exchange: Exchange): unknown {
  return at(bodyOf(exchange), 'info', 'privateInfo', 'marketplaceInfo');
}

/** The address where users find the data product; absent when the plugin does not return it. */
export function entryOf(exchange: Exchange): unknown {
  const entry = toldEntry(exchange);
  return isObject(entry) ? entry : undefined;
}

export function outcomeOf(exchange: Exchange): string {
  const href = at(entryOf(exchange), 'href');
  return `${statusOf(exchange)} ${brief(at(bodyOf(exchange), 'status'))}${typeof href === 'string' ? ` at ${href}` : ''}`;
}

/** Whether an answer to one data product is the one to another. */
export function isOf(other: Exchange | undefined, answer: Exchange): boolean {
  return other !== undefined && succeeded(other) && outcomeOf(other) === outcomeOf(answer);
}

/**
 * A repeated insertion succeeds, and changes nothing: the entry keeps its address. Another status is a warning, because
 * it may describe the operation instead of the entry.
 */
export function expectSameEntry(
  trial: Trial,
  first: Exchange,
  again: Exchange,
  other: Exchange | undefined,
): void {
  trial.saw(first, again);
  const [expected, found] = [outcomeOf(first), outcomeOf(again)];
  if (expected === found) return;
  const statement = {
    symptom: 'repeated insertion has another result',
    expected,
    actual: succeeded(again) ? found : describeAnswer(again),
  };
  const isKept = at(entryOf(first), 'href') === at(entryOf(again), 'href');
  const say = succeeded(again) && isKept && !isOf(other, again) ? trial.warned : trial.violated;
  say(statement, again, first);
}
