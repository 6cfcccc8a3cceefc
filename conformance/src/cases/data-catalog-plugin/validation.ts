import { attentionCheck, hurryCheck } from '../../checks/attention.ts';
import { expectStart, judgeRefusal } from '../../checks/good-requests.ts';
import { solitudeCheck } from '../../checks/solitude.ts';
import {
  expectBoolean,
  expectNoReasons,
  expectReasons,
  expectVerdict,
  type Verdict,
  verdictOf,
} from '../../checks/verdicts.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import type { Facts } from './facts.ts';

const SHARED = 'outcomes are shared';

export function validationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-01', { of: 'start' }, async (trial) => {
      const { exchange } = await facts.validation.start();
      expectStart(trial, exchange, 'asyncValidate', 202);
    }),
    check('DC-01', { of: 'verdict', operation: 'asyncValidate' }, async (trial) => {
      for (const verdict of await byTask(facts)) expectBoolean(trial, verdict);
    }),
    check('DC-01', { of: 'reasons' }, async (trial) => {
      for (const verdict of await allVerdicts(facts)) expectReasons(trial, verdict);
    }),
    check('DC-13', {}, async (trial) => {
      for (const verdict of await allVerdicts(facts)) expectNoReasons(trial, verdict);
    }),
    check('DC-02', { of: 'validate', title: 'POST v1/validate takes a data product' }, async (trial) => {
      expectVerdict(trial, await facts.validate());
    }),
    check(
      'DC-03',
      { of: 'validate', title: 'POST v1/validate takes a data product with results', operation: 'validate' },
      async (trial) => expectVerdict(trial, await facts.validateResults()),
    ),
    check(
      'DC-03',
      {
        of: 'asyncValidate',
        title: 'POST v2/validate takes a data product with results',
        operation: 'asyncValidate',
      },
      async (trial) => {
        const { exchange } = await facts.validationResults.start();
        expectStart(trial, exchange, 'asyncValidate', 202);
      },
    ),
    check('DC-14', { of: 'asyncValidate', operation: 'asyncValidate' }, async (trial) => {
      const started = await facts.validationNotYaml.start();
      if (started.kind !== 'task') return judgeRefusal(trial, started.exchange);
      const { state, body, exchange } = await facts.validationNotYaml.end();
      expectFound(trial, exchange, state === 'FAILED' || at(body, 'info', 'publicInfo', 'valid') === false);
    }),
    check('DC-14', { of: 'validate', operation: 'validate' }, async (trial) => {
      const exchange = await facts.validateNotYaml();
      if (succeeded(exchange)) expectFound(trial, exchange, at(bodyOf(exchange), 'valid') === false);
      else judgeRefusal(trial, exchange);
    }),
    check('DC-15', { operation: 'asyncValidate' }, (trial) => validationsAgree(trial, facts)),
    check('A-14', { operation: 'asyncValidate' }, (trial) => outcomesAreApart(trial, facts)),
    attentionCheck(facts.run, facts.validation, facts.validationUnattended, facts.validationLater),
    hurryCheck(facts.run, facts.validation, facts.validationHurried, facts.validationUnattended),
    solitudeCheck(facts.run),
  ];
}

async function validationsAgree(trial: Trial, facts: Facts): Promise<void> {
  await facts.gate('validate');
  const pairs = [
    [facts.validate, facts.validation],
    [facts.validateResults, facts.validationResults],
    [facts.validateNotYaml, facts.validationNotYaml],
    ...facts.neighbors.map(({ atOnce, asTask }) => [atOnce, asTask] as const),
  ] as const;
  for (const [sync, work] of pairs) {
    const answer = await sync();
    const left = verdictOf(answer, bodyOf(answer));
    if ((await work.start()).kind !== 'task') continue;
    const ended = await work.end();
    const right = asynchronous(ended);
    trial.saw(left.exchange, right.exchange);
    if (typeof left.valid !== 'boolean') continue;
    // A validation with findings has done its work. Text that is not YAML may end it.
    const isCrash = ended.state === 'FAILED' && left.valid === false && work !== facts.validationNotYaml;
    if (!isCrash && (typeof right.valid !== 'boolean' || left.valid === right.valid)) continue;
    trial.violated(
      {
        symptom: isCrash ? 'findings end as FAILED' : 'validations disagree',
        expected: `${isCrash ? 'COMPLETED with ' : ''}valid: ${left.valid}, as the other validation said`,
        actual: isCrash ? 'FAILED' : `valid: ${right.valid}`,
      },
      right.exchange,
      left.exchange,
    );
  }
}

async function outcomesAreApart(trial: Trial, facts: Facts): Promise<void> {
  const alone = await facts.validation.end();
  if (alone.task === undefined) throw new NotApplicable('validation ends within its answer');
  if ((await facts.validationNotYaml.start()).kind === 'refused')
    throw new NotApplicable('text that is not YAML is refused at once: there is one outcome alone');
  const [wrong, beside] = [await facts.validationNotYaml.end(), await facts.validationResults.end()];
  trial.saw(alone.exchange, wrong.exchange, beside.exchange);
  const before = outcomeOf(alone.body);
  const share = (expected: string, actual: unknown, ...where: readonly Exchange[]): void =>
    trial.violated({ symptom: SHARED, expected, actual: outcomeOf(actual) }, ...where);
  // The added results may change the verdict; those of the broken descriptor must not.
  if (outcomeOf(beside.body) !== before && outcomeOf(beside.body) === outcomeOf(wrong.body))
    share(before, beside.body, beside.exchange, alone.exchange);
  // One was valid and one was broken: a plugin that keeps a single outcome reports a wrong result for one of the two.
  for (const { task, body, exchange } of [alone, wrong]) {
    if (task === undefined) continue;
    const later = await facts.run.tasks.read(task, `${task.start.label}, after others have ended`);
    if (statusOf(later.exchange) === 200 && outcomeOf(later.body) !== outcomeOf(body))
      share(outcomeOf(body), later.body, later.exchange, exchange);
  }
  const sync = await facts.validateNotYaml();
  if (!succeeded(sync) || at(bodyOf(sync), 'valid') !== false) return;
  if (at(wrong.body, 'info', 'publicInfo', 'valid') !== true) return;
  trial.violated(
    {
      symptom: SHARED,
      expected: 'valid: false, as the synchronous validation says',
      actual: outcomeOf(wrong.body),
    },
    wrong.exchange,
    sync,
  );
}

function outcomeOf(body: unknown): string {
  const found = at(body, 'info', 'publicInfo');
  return `valid: ${brief(at(found, 'valid'))}, ${brief(listOf(at(found, 'error', 'errors')))}`;
}

function expectFound(trial: Trial, exchange: Exchange, found: boolean): void {
  trial.saw(exchange);
  if (found) return;
  trial.violated(
    {
      symptom: 'text that is not YAML found valid',
      expected: '400, or a finished validation with errors',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

async function byTask(facts: Facts): Promise<Verdict[]> {
  const works = [facts.validation, facts.validationResults, facts.validationNotYaml];
  const ends = await Promise.allSettled(works.map((work) => work.end()));
  return ends.flatMap((end) =>
    end.status === 'fulfilled' && end.value.state === 'COMPLETED' ? [asynchronous(end.value)] : [],
  );
}

async function allVerdicts(facts: Facts): Promise<Verdict[]> {
  const sync = [await facts.validate(), await facts.validateResults(), await facts.validateNotYaml()];
  return [
    ...sync.filter(succeeded).map((exchange) => verdictOf(exchange, bodyOf(exchange))),
    ...(await byTask(facts)),
  ];
}

function asynchronous({ exchange, body }: Ended): Verdict {
  return verdictOf(exchange, at(body, 'info', 'publicInfo'));
}
