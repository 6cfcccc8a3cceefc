import { isOfTheMoment } from '../../checks/passing-trouble.ts';
import { type Check, memo, NotApplicable, type Trial } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { brief } from '../../suite/json.ts';
import { type Facts, OPERATION, verdictOf } from './facts.ts';

/** Number of repetitions that show whether a model is consistent. */
export const AGAIN = 8;

const SCOPE = { operation: OPERATION } as const;

/** The verdict depends on the policy and on the resource. */
export function meaningChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const complies: Ask = [
    facts.compliant,
    () => facts.evaluate(facts.complies, 'a resource that complies, again'),
  ];
  return [
    check('LE-08', { ...SCOPE, of: 'policy', title: 'The verdict depends on the policy' }, async (trial) => {
      const other: Ask = [
        facts.otherPolicy,
        () => facts.evaluate(facts.otherwise, 'the other policy, again'),
      ];
      await expectDifferent(trial, complies, other, 'policy is ignored');
    }),
    check(
      'LE-08',
      { ...SCOPE, of: 'resource', title: 'The verdict depends on the resource' },
      async (trial) => {
        const breaks: Ask = [
          facts.broken,
          () => facts.evaluate(facts.breaks, 'a resource that does not comply, again'),
        ];
        await expectDifferent(trial, complies, breaks, 'resource is ignored');
      },
    ),
    check(
      'LE-08',
      { ...SCOPE, of: 'earlier', title: 'The verdict does not depend on the policy of an earlier request' },
      (trial) => earlierPoliciesAreOver(trial, facts),
    ),
    check(
      'LE-08',
      { ...SCOPE, of: 'quoted', title: 'A policy with quotation marks is evaluated' },
      async (trial) => {
        const ask = () => facts.evaluate(facts.quoted, 'a policy with quotation marks');
        const exchange = await ask();
        trial.saw(exchange);
        const isJudged = statusOf(exchange) === 200;
        if (isJudged || (await isOfTheMoment(() => facts.evaluate(facts.complies, 'the same without'), ask)))
          return;
        const [symptom, expected] = [
          'quotation marks cause a failure',
          'a verdict, as without the quotation marks',
        ];
        trial.wrongAnswer(symptom, expected, exchange);
      },
    ),
    check(
      'LE-08',
      { ...SCOPE, of: 'end', title: 'Resource and policy are read completely' },
      async (trial) => {
        if (verdictOf(await facts.compliant()) === verdictOf(await facts.broken()))
          throw new NotApplicable('both resources get the same verdict');
        const ask = (value: object, label: string): Ask => [
          memo(() => facts.evaluate(value, label)),
          () => facts.evaluate(value, `${label}, again`),
        ];
        const good = ask(facts.compliesAtEnd, 'a long resource that complies in its last part');
        const bad = ask(facts.breaksAtEnd, 'a long resource that does not comply in its last part');
        await expectDifferent(trial, good, bad, 'only the start is read');
      },
    ),
  ];
}

/** A model may change its verdict by itself, but not every time since another policy was sent. */
async function earlierPoliciesAreOver(trial: Trial, facts: Facts): Promise<void> {
  const before = [await facts.compliant(), await facts.compliantAgain()];
  trial.saw(...before, await facts.otherPolicy());
  const [usual] = before.map(verdictOf);
  if (typeof usual !== 'boolean' || before.some((one) => verdictOf(one) !== usual)) return;
  for (let time = 0; time < AGAIN; time += 1) {
    const later = await facts.evaluate(facts.complies, 'a resource that complies, after another policy');
    trial.saw(later);
    if (verdictOf(later) !== !usual) return;
    if (time < AGAIN - 1) continue;
    trial.wrongAnswer(
      'earlier policies change the verdict',
      `satisfiesPolicy: ${usual}, as before the request with another policy`,
      later,
      await facts.compliant(),
    );
  }
}

type Ask = readonly [first: () => Promise<Exchange>, again: () => Promise<Exchange>];

/** One positive and one negative verdict, unless a model makes the same mistake every time. */
async function expectDifferent(trial: Trial, one: Ask, other: Ask, symptom: string): Promise<void> {
  const [complies, breaks] = [await one[0](), await other[0]()];
  trial.saw(complies, breaks);
  if (statusOf(complies) !== 200 || statusOf(breaks) !== 200) return;
  const found = compareVerdicts(complies, breaks);
  if (found === 'as they should be') return;
  for (let time = 0; time < AGAIN; time += 1)
    if (compareVerdicts(await one[1](), await other[1]()) !== found) return;
  trial.violated(
    {
      symptom: found === 'the same' ? symptom : 'verdicts are inverted',
      expected: 'one positive and one negative verdict',
      actual:
        found === 'the same'
          ? `twice ${brief(verdictOf(breaks))}`
          : `${brief(verdictOf(complies))} for the compliant resource, ${brief(verdictOf(breaks))} for the other`,
    },
    breaks,
    complies,
  );
}

function compareVerdicts(
  complies: Exchange,
  breaks: Exchange,
): 'the same' | 'inverted' | 'as they should be' {
  if (verdictOf(complies) === verdictOf(breaks)) return 'the same';
  return verdictOf(complies) === false && verdictOf(breaks) === true ? 'inverted' : 'as they should be';
}
