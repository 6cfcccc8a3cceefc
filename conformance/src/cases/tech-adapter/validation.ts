import { agreementCheck, notYamlChecks } from '../../checks/agreement.ts';
import { type Form, formChecks, formsOf } from '../../checks/descriptor-forms.ts';
import { FOUND_VALID, uselessDescriptorChecks } from '../../checks/empty-descriptor.ts';
import { expectStart } from '../../checks/good-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { partialForms } from '../../checks/partial-descriptors.ts';
import {
  expectBoolean,
  expectNoReasons,
  expectReasons,
  expectVerdict,
  type Verdict,
  verdictOf,
} from '../../checks/verdicts.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Ended, Observation } from '../../suite/tasks.ts';
import type { Facts } from './facts.ts';
import { ofReservedKind, RESERVED } from './nothing-there.ts';

export function validationChecks(facts: Facts): Check[] {
  const { run } = facts;
  const { check } = run;
  return [
    check('TA-01', {}, async (trial) => {
      const { exchange } = await facts.validation.start();
      expectStart(trial, exchange, 'asyncValidate', 202);
    }),
    ownedCheck(run, 'TA-02'),
    ...verdictChecks(facts),
    ...notYamlChecks(run, 'TA-10', { atOnce: facts.validateNotYaml, asTask: facts.validationNotYaml }),
    ...uselessDescriptorChecks(run, 'TA-10', facts.request(facts.samples.main)),
    ...formChecks(run, 'TA-41', otherForms(facts), facts.validate),
    check('TA-11', {}, async (trial) => expectVerdict(trial, await facts.validate())),
    check('TA-19', { operation: 'asyncValidate' }, (trial) => enrichedChangesNothing(trial, facts)),
    agreementCheck(
      run,
      'CO-02',
      [
        { atOnce: facts.validate, asTask: facts.validation },
        ...(facts.samples.unknownComponent === undefined
          ? []
          : [{ atOnce: facts.validateUnknown, asTask: facts.validationUnknown }]),
        ...facts.neighbors,
      ],
      // TA-06 covers a failure because of an invalid descriptor.
      () => false,
    ),
  ];
}

/** The content of a verdict, and its subject. */
function verdictChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-03', { operation: 'asyncValidate', phase: 'last' }, (trial) => {
      for (const { exchange } of completedAnswers(facts))
        expectBoolean(trial, verdictOf(exchange, at(bodyOf(exchange), 'info', 'publicInfo')));
    }),
    check('TA-04', {}, async (trial) => {
      for (const verdict of await allVerdicts(facts)) expectReasons(trial, verdict);
      for (const verdict of verdictsTooSoon(facts)) expectReasons(trial, verdict);
    }),
    check('TA-05', {}, async (trial) => {
      for (const verdict of await allVerdicts(facts)) expectNoReasons(trial, verdict);
    }),
    check('TA-06', {}, async (trial) => {
      const refused = await refusalOfUnknown(facts);
      if (refused !== undefined)
        trial.note(
          {
            symptom: 'invalid descriptor is rejected',
            expected: '200 with valid: false: the request is valid, the descriptor is not',
            actual: describeAnswer(refused),
          },
          refused,
        );
      for (const verdict of await verdictsOnUnknown(facts)) expectFinding(trial, verdict);
    }),
  ];
}

function expectFinding(trial: Trial, { exchange, valid }: Verdict): void {
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

async function enrichedChangesNothing(trial: Trial, facts: Facts): Promise<void> {
  const plain = await facts.validation.end();
  const started = await facts.validationEnriched.start();
  if (started.kind === 'task')
    return expectSame(trial, 'validation', plain, await facts.validationEnriched.end());
  trial.wrongAnswer(
    'enriched descriptor rejected by validate',
    'the same response as without it',
    started.exchange,
  );
}

function expectSame(trial: Trial, what: string, before: Ended, after: Ended): void {
  trial.saw(before.exchange, after.exchange);
  const valid = (ended: Ended): unknown => at(ended.body, 'info', 'publicInfo', 'valid');
  if (before.state === after.state && valid(before) === valid(after)) return;
  trial.violated(
    {
      symptom: `${what} changed`,
      expected: `${before.state}, valid: ${brief(valid(before))}`,
      actual: `${after.state}, valid: ${brief(valid(after))}`,
    },
    after.exchange,
    before.exchange,
  );
}

/** Descriptors in the formats of other senders. */
function otherForms(facts: Facts): Record<string, Form> {
  const { request, samples } = facts;
  const { main, system, json } = samples;
  const results = ofReservedKind(facts);
  const document: unknown = JSON.parse(json);
  const title = 'A descriptor of a whole system causes no system error';
  const forms: Record<string, Form> = {
    ...formsOf(main, document),
    ...partialForms(main, document),
    ...(system === undefined ? {} : { system: { title, sample: system, isSame: false } }),
    ...(results === undefined
      ? {}
      : {
          results: {
            title: `A descriptor of ${RESERVED} causes no system error`,
            sample: results,
            isSame: false,
          },
        }),
  };
  const asked = (form: Form): Form => ({
    title: form.title,
    get sample() {
      return request(form.sample);
    },
    isSame: form.isSame,
    isFlawed: form.isFlawed === true,
  });
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, asked(form)]));
}

function works(facts: Facts) {
  const unknown = facts.samples.unknownComponent === undefined ? [] : [facts.validationUnknown];
  return [facts.validation, facts.validationEnriched, ...unknown, facts.validationNotYaml];
}

async function completed(facts: Facts): Promise<Verdict[]> {
  const ends = await Promise.allSettled(works(facts).map((work) => work.end()));
  return ends.flatMap((end) =>
    end.status === 'fulfilled' && end.value.state === 'COMPLETED' ? [asynchronous(end.value)] : [],
  );
}

/** Every answer that reports a COMPLETED validation, from any request. */
function completedAnswers({ run: { tasks } }: Facts): Observation[] {
  return tasks.all
    .filter(({ operation }) => operation === 'asyncValidate')
    .flatMap(({ observations }) => observations.filter(({ state }) => state === 'COMPLETED'));
}

/** Verdicts in the answers about a running validation. */
function verdictsTooSoon({ run: { tasks } }: Facts): Verdict[] {
  return tasks.all
    .filter(({ operation }) => operation === 'asyncValidate')
    .flatMap(({ observations, lifecycle }) =>
      observations.filter(({ state }) => state === lifecycle.initial).map(({ exchange }) => exchange),
    )
    .map((exchange) => verdictOf(exchange, resultOf(bodyOf(exchange))));
}

/** The answer of the synchronous validation if it refuses a readable request. */
async function refusalOfUnknown(facts: Facts): Promise<Exchange | undefined> {
  if (facts.samples.unknownComponent === undefined) return undefined;
  const exchange = await facts.validateUnknown();
  return statusOf(exchange) === 400 && succeeded(await facts.validate()) ? exchange : undefined;
}

async function verdictsOnUnknown(facts: Facts): Promise<Verdict[]> {
  if (facts.samples.unknownComponent === undefined) return [];
  // Twice: some adapters cache what they have validated, and find nothing in their cache.
  const sync = [await facts.validateUnknown(), await facts.validateUnknownAgain()];
  const byTask = await facts.validationUnknown.end().catch(() => undefined);
  return [
    ...sync.filter(succeeded).map((exchange) => verdictOf(exchange, bodyOf(exchange))),
    ...(byTask === undefined ? [] : [asynchronous(byTask)]),
  ];
}

async function allVerdicts(facts: Facts): Promise<Verdict[]> {
  const sync = [
    await facts.validate(),
    ...(facts.samples.unknownComponent === undefined ? [] : [await facts.validateUnknown()]),
  ];
  return [
    ...sync.filter(succeeded).map((exchange) => verdictOf(exchange, bodyOf(exchange))),
    ...(await completed(facts)),
  ];
}

/** The oldest contract versions report the findings in `result`. */
function resultOf(body: unknown): unknown {
  return at(body, 'info', 'publicInfo') ?? at(body, 'result');
}

function asynchronous({ exchange, body }: Ended): Verdict {
  return verdictOf(exchange, resultOf(body));
}
