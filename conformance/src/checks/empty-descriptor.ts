import type { Check } from '../suite/check.ts';
import { bodyOf, describeAnswer, statusOf, succeeded } from '../suite/exchange.ts';
import { at } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** An empty text describes nothing: it is refused, or found invalid. */
export function emptyDescriptorCheck(run: Run, requirement: string, body: object): Check {
  const operation = 'validate';
  const scope = { of: 'empty', title: 'An empty descriptor gives 400, or is found invalid', operation };
  return run.check(requirement, scope, async (trial) => {
    const exchange = await run.session.call({
      operation,
      label: 'an empty descriptor',
      intent: 'invalid',
      value: { ...body, descriptor: '' },
      patient: true,
    });
    trial.saw(exchange);
    if (statusOf(exchange) === 400 || (succeeded(exchange) && at(bodyOf(exchange), 'valid') === false))
      return;
    trial.violated(
      {
        symptom: 'empty descriptor',
        expected: '400, or valid: false',
        actual: describeAnswer(exchange),
      },
      exchange,
    );
  });
}
