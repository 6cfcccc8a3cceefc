import { expectSame, steadinessChecks } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { bodyOf, describeAnswer } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { outcomeOf, speaksOfNoOther } from '../evaluation/result.ts';
import { type Facts, OPERATION } from './facts.ts';

const NO_OTHER =
  'all resources that the suite has get the same result; give one that does not satisfy: --sample violating=FILE';

const NO_VIOLATING = 'no resource was given as violating: --sample violating=FILE';

const SCOPE = { operation: OPERATION } as const;
const LAST = { ...SCOPE, phase: 'last' } as const;

/** The same resource gets the same result, whatever other requests come before or at the same time. */
export function sameResultChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...steadinessChecks(facts.run, { again: 'RE-08', aside: 'RE-10' }, OPERATION, [
      async () => (await facts.first()).exchange,
      async () => (await otherOf(facts)).exchange,
    ]),
    check('RE-10', { ...LAST, of: 'named', title: 'A result speaks of no other resource' }, (trial) =>
      speaksOfNoOther(trial, facts.run, OPERATION),
    ),
    check(
      'RE-10',
      { ...SCOPE, of: 'violating', title: 'The resource given as violating does not satisfy the policy' },
      async (trial) => {
        const exchange = await facts.judgedViolating();
        if (exchange === undefined) throw new NotApplicable(NO_VIOLATING);
        trial.saw(exchange);
        if (at(bodyOf(exchange), 'satisfiesPolicy') !== true) return;
        trial.violated(
          {
            symptom: 'resource given as violating satisfies',
            expected: 'satisfiesPolicy: false, as the caller said',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      },
    ),
    check(
      'RE-10',
      {
        ...SCOPE,
        of: 'id',
        title: 'The result rests on the content that was sent, not on what was sent before under the id',
      },
      async (trial) => {
        const [resource, other] = [await facts.resource(), await otherOf(facts)];
        const value = { ...other.resource, resourceId: resource['resourceId'] };
        const answer = await facts.evaluate(value, 'another content under the id of the first resource');
        expectSame(trial, other.exchange, answer, 'results are kept by id', outcomeOf);
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
