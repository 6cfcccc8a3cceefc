import type { Check } from '../suite/check.ts';
import { statusOf, statusText, succeeded } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run, Subject } from '../suite/run.ts';
import { askPatiently } from './passing-trouble.ts';

/** An unknown member. A newer client may send it. */
const MEMBER = { notInTheContract: { any: 'thing' } };
const PARAMETER = { 'not-in-the-contract': 'thing' };

/** The finding if a server refuses them. */
export const UNKNOWN_REFUSED = {
  symptom: 'unknown field rejected',
  expected: 'unknown fields are ignored',
} as const;

/** Every operation ignores members and parameters that are not in the contract. */
export function unknownMemberChecks(
  run: Run,
  subject: Pick<Subject, 'goodBody' | 'goodParameters'>,
  operations: readonly string[],
): Check[] {
  return operations.map((operation) =>
    run.check('X-17', { of: operation, operation }, async (trial) => {
      const good = await subject.goodBody(operation);
      const parameters = subject.goodParameters?.(operation) ?? {};
      const query = isObject(good) ? parameters.query : { ...parameters.query, ...PARAMETER };
      const exchange = await askPatiently(run, () =>
        run.session.call({
          operation,
          label: 'an unknown parameter',
          intent: 'valid',
          ...(isObject(good) ? { value: { ...good, ...MEMBER } } : {}),
          parameters: { ...parameters, ...(query === undefined ? {} : { query }) },
          patient: true,
        }),
      );
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.wrongAnswer(
        statusOf(exchange) >= 500
          ? `unknown field returns ${statusText(exchange)}`
          : 'unknown field rejected',
        'unknown fields are ignored',
        exchange,
      );
    }),
  );
}
