import type { Check, Trial } from '../suite/check.ts';
import { statusOf, statusText, succeeded } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { CallParameters } from '../suite/request.ts';
import type { Run } from '../suite/run.ts';
import type { Started } from '../suite/tasks.ts';
import { isTaken } from '../suite/work.ts';
import { askPatiently } from './passing-trouble.ts';

/** An unknown member. A newer client may send it. */
export const UNKNOWN_MEMBER = { notInTheContract: { any: 'thing' } };
const PARAMETER = { 'not-in-the-contract': 'thing' };

/** The finding if a server refuses them. */
export const UNKNOWN_REFUSED = {
  symptom: 'unknown field rejected',
  expected: 'unknown fields are ignored',
} as const;

/** Work with unknown members is accepted like work without them. */
export function expectIgnored(trial: Trial, plain: Started, odd: Started): void {
  if (!isTaken(plain)) return;
  trial.saw(odd.exchange);
  if (isTaken(odd)) return;
  trial.wrongAnswer(UNKNOWN_REFUSED.symptom, UNKNOWN_REFUSED.expected, odd.exchange);
}

/** Bodies and parameters that an operation accepts. */
interface Accepted {
  goodBody?(operation: string): unknown;
  goodParameters?(operation: string): CallParameters | Promise<CallParameters>;
}

/** Every operation ignores members and parameters that are not in the contract. */
export function unknownMemberChecks(run: Run, accepted: Accepted, operations: readonly string[]): Check[] {
  return operations.map((operation) =>
    run.check('X-17', { of: operation, operation }, async (trial) => {
      const good = await accepted.goodBody?.(operation);
      const parameters = (await accepted.goodParameters?.(operation)) ?? {};
      const query = isObject(good) ? parameters.query : { ...parameters.query, ...PARAMETER };
      const exchange = await askPatiently(run, () =>
        run.session.call({
          operation,
          label: 'an unknown parameter',
          intent: 'valid',
          value: isObject(good) ? { ...good, ...UNKNOWN_MEMBER } : undefined,
          parameters: { ...parameters, query },
          patient: true,
        }),
      );
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.wrongAnswer(
        statusOf(exchange) >= 500 ? `unknown field returns ${statusText(exchange)}` : UNKNOWN_REFUSED.symptom,
        UNKNOWN_REFUSED.expected,
        exchange,
      );
    }),
  );
}
