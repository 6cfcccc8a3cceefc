import { expectSame, expectUnharmed } from '../../checks/steadiness.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange } from '../../suite/exchange.ts';
import { at, canonical } from '../../suite/json.ts';
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
    check('RE-08', SCOPE, (trial) =>
      staysTheSame(trial, facts, [
        'the same resource for the second time',
        'the same resource for the third time',
      ]),
    ),
    check('RE-08', { ...LAST, of: 'later', title: 'The result is the same at the end of the run' }, (trial) =>
      // Twice, with few other requests: an engine that alternates between results may have given the same one by chance
      // before.
      staysTheSame(trial, facts, [
        'the same resource at the end of the run',
        'the same resource once more at the end',
      ]),
    ),
    check(
      'RE-10',
      { ...LAST, of: 'aside', title: 'Resources judged at once get the results that they get alone' },
      (trial) => resultsAreApart(trial, facts),
    ),
    check('RE-08', { ...LAST, of: 'refused', title: 'The result is the same after a refusal' }, (trial) =>
      staysTheSameAfterRefusal(trial, facts),
    ),
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
        const [resource, other] = [await facts.resource(), await facts.other()];
        if (other === undefined) throw new NotApplicable(NO_OTHER);
        const value = { ...other.resource, resourceId: resource['resourceId'] };
        const answer = await facts.evaluate(value, 'another content under the id of the first resource');
        expectSame(trial, other.exchange, answer, 'results are kept by id', outcomeOf);
      },
    ),
  ];
}

async function staysTheSame(trial: Trial, facts: Facts, labels: readonly string[]): Promise<void> {
  const resource = await facts.resource();
  const { exchange } = await facts.first();
  for (const label of labels)
    expectSame(trial, exchange, await facts.evaluate(resource, label), 'result changes', resultOf);
}

async function resultsAreApart(trial: Trial, facts: Facts): Promise<void> {
  const [resource, other] = [await facts.resource(), await facts.other()];
  if (other === undefined) throw new NotApplicable(NO_OTHER);
  const { exchange } = await facts.first();
  const pairs = [exchange, other.exchange, exchange, other.exchange];
  const answers = await Promise.all(
    pairs.map((alone) =>
      facts.evaluate(alone === exchange ? resource : other.resource, 'several resources at once'),
    ),
  );
  for (const [index, answer] of answers.entries())
    expectSame(trial, pairs[index] ?? exchange, answer, 'results are shared', resultOf);
}

async function staysTheSameAfterRefusal(trial: Trial, facts: Facts): Promise<void> {
  const [resource, { exchange }] = [await facts.resource(), await facts.first()];
  const between = await facts.other();
  await expectUnharmed(trial, {
    refuse: async () => {
      if (between !== undefined) await facts.evaluate(between.resource, 'another resource, in between');
      return facts.refuse();
    },
    ask: () => facts.evaluate(resource, 'a resource after a refusal'),
    usual: exchange,
    read: resultOf,
  });
}

/** Details may vary; the rest may not. */
function resultOf(exchange: Exchange): string {
  return `${outcomeOf(exchange)}, errors ${canonical(at(bodyOf(exchange), 'errors'))}`;
}
