import { expectSame, steadinessChecks } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { bodyOf, statusOf } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { outcomeOf } from '../evaluation/result.ts';
import { type Facts, OPERATION } from './facts.ts';

const NO_OTHER =
  'all resources of the suite get the same result; pass one that violates the policy: --sample violating=FILE';

const NO_VIOLATING = 'no violating resource was passed: --sample violating=FILE';

const SCOPE = { operation: OPERATION } as const;

/** The same resource gets the same result, whatever other requests come before or at the same time. */
export function sameResultChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...steadinessChecks(facts.run, { again: 'RE-08', aside: 'RE-10' }, OPERATION, [
      async () => (await facts.first()).exchange,
      async () => (await otherOf(facts)).exchange,
    ]),
    check(
      'RE-10',
      { ...SCOPE, of: 'violating', title: 'The violating sample does not satisfy the policy' },
      async (trial) => {
        const exchange = await facts.judgedViolating();
        if (exchange === undefined) throw new NotApplicable(NO_VIOLATING);
        trial.saw(exchange);
        const isMeasured = at(bodyOf(exchange), 'value') !== undefined;
        if (isMeasured || at(bodyOf(exchange), 'satisfiesPolicy') === false) return;
        const symptom =
          statusOf(exchange) === 200
            ? 'violating sample satisfies the policy'
            : 'violating sample is rejected';
        trial.wrongAnswer(symptom, '200 with satisfiesPolicy: false, as configured', exchange);
      },
    ),
    check(
      'RE-10',
      {
        ...SCOPE,
        of: 'id',
        title: 'The result depends on the content of the request, not on earlier content with the same id',
      },
      async (trial) => {
        const [resource, other] = [await facts.resource(), await otherOf(facts)];
        const value = { ...other.resource, resourceId: resource['resourceId'] };
        const answer = await facts.evaluate(value, 'other content with the id of the first resource');
        expectSame(trial, other.exchange, answer, 'results are cached by id', outcomeOf);
      },
    ),
  ];
}

/** A resource with a different result. */
async function otherOf(facts: Facts) {
  const other = await facts.other();
  if (other === undefined) throw new NotApplicable(NO_OTHER);
  return other;
}
