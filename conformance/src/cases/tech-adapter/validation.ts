import type { Form } from '../../checks/descriptor-forms.ts';
import { FOUND_VALID } from '../../checks/empty-descriptor.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { validationsOf } from '../../checks/validations.ts';
import { validationChecks } from '../../laws/validations.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import type { Facts } from './facts.ts';
import { ofReservedKind, RESERVED } from './nothing-there.ts';

export function adapterValidationChecks(facts: Facts): Check[] {
  const { run, validations, validationUnknown, validationEnriched } = facts;
  return [
    ...validationChecks(
      run,
      validations,
      {
        starts: ['TA-01', {}],
        accepts: ['TA-11', {}],
        verdict: ['TA-03', { operation: 'asyncValidate' }],
        reasons: ['TA-04', {}],
        noReasons: ['TA-05', {}],
        broken: 'TA-10',
        forms: 'TA-41',
        agree: 'CO-02',
      },
      {
        forms: otherForms(facts),
        pairs: validationUnknown === undefined ? [] : [validationUnknown],
        // TA-06 covers a failure because of an invalid descriptor.
        mustComplete: () => false,
        ...(validationUnknown && { apart: { wrong: validationUnknown, beside: validationEnriched } }),
      },
    ),
    ownedCheck(run, 'TA-02'),
    run.check('TA-06', {}, (trial) => unknownIsFound(trial, facts)),
    run.check('TA-19', { operation: 'asyncValidate' }, (trial) => enrichedChangesNothing(trial, facts)),
  ];
}

/** A component that is not in the descriptor is a finding of a validation that itself succeeds. */
async function unknownIsFound(trial: Trial, { run, validations, validationUnknown }: Facts): Promise<void> {
  if (validationUnknown === undefined) return;
  const { foundAtOnce, foundByTask } = validationsOf(run.contract);
  const first = await validationUnknown.atOnce();
  if (statusOf(first) === 400 && succeeded(await validations.usual.atOnce()))
    trial.note(
      {
        symptom: 'invalid descriptor is rejected',
        expected: '200 with valid: false: the request is valid, the descriptor is not',
        actual: describeAnswer(first),
      },
      first,
    );
  // Twice: some adapters cache what they have validated, and find nothing in their cache.
  for (const exchange of [first, await run.session.repeat(first, 'the same again')])
    if (succeeded(exchange)) expectFinding(trial, exchange, foundAtOnce(exchange));
  const byTask = await validationUnknown.asTask.end().catch(() => undefined);
  if (byTask !== undefined) expectFinding(trial, byTask.exchange, foundByTask(byTask.body));
}

function expectFinding(trial: Trial, exchange: Exchange, valid: unknown): void {
  trial.saw(exchange);
  if (at(bodyOf(exchange), 'status') === 'FAILED') {
    trial.wrongAnswer(
      'an invalid descriptor ends as FAILED',
      'COMPLETED with valid: false: the validation itself succeeded',
      exchange,
    );
    return;
  }
  // Another requirement covers a missing verdict.
  if (valid === false || valid === undefined) return;
  trial.wrongAnswer(FOUND_VALID, 'valid: false for a component that is not in the descriptor', exchange);
}

async function enrichedChangesNothing(
  trial: Trial,
  { validations: { usual }, validationEnriched }: Facts,
): Promise<void> {
  const plain = await usual.asTask.end();
  const started = await validationEnriched.asTask.start();
  if (started.kind === 'task') return expectSame(trial, plain, await validationEnriched.asTask.end());
  trial.wrongAnswer(
    'enriched descriptor rejected by validate',
    'the same response as without it',
    started.exchange,
  );
}

function expectSame(trial: Trial, before: Ended, after: Ended): void {
  trial.saw(before.exchange, after.exchange);
  const valid = (ended: Ended): unknown => at(ended.body, 'info', 'publicInfo', 'valid');
  if (before.state === after.state && valid(before) === valid(after)) return;
  trial.violated(
    {
      symptom: 'validation changed',
      expected: `${before.state}, valid: ${brief(valid(before))}`,
      actual: `${after.state}, valid: ${brief(valid(after))}`,
    },
    after.exchange,
    before.exchange,
  );
}

/** Descriptors of whole systems. */
function otherForms(facts: Facts): Record<string, Form> {
  const { request, samples } = facts;
  const form = (what: string, sample: object | undefined): Form | undefined =>
    sample && {
      title: `A descriptor of ${what} causes no system error`,
      sample: request(sample),
      isSame: false,
    };
  const [system, results] = [form('a whole system', samples.system), form(RESERVED, ofReservedKind(facts))];
  return { ...(system && { system }), ...(results && { results }) };
}
