import { expectStart, judgeRefusal } from '../../checks/good-requests.ts';
import { outcomesApartCheck } from '../../checks/outcomes-apart.ts';
import { progressChecks } from '../../checks/progress.ts';
import {
  expectBoolean,
  expectNoReasons,
  expectReasons,
  expectVerdict,
  type Verdict,
  verdictOf,
} from '../../checks/verdicts.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import type { Facts } from './facts.ts';

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
    check('DC-02', { of: 'validate', title: 'POST v1/validate accepts a data product' }, async (trial) => {
      expectVerdict(trial, await facts.validate());
    }),
    check(
      'DC-03',
      {
        of: 'validate',
        title: 'POST v1/validate accepts a data product with results',
        operation: 'validate',
      },
      async (trial) => expectVerdict(trial, await facts.validateResults()),
    ),
    check(
      'DC-03',
      {
        of: 'asyncValidate',
        title: 'POST v2/validate accepts a data product with results',
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
    outcomesApartCheck(facts.run, {
      alone: facts.validation,
      wrong: facts.validationNotYaml,
      beside: facts.validationResults,
      wrongAtOnce: facts.validateNotYaml,
    }),
    ...progressChecks(facts.run, facts.validation, facts.validationHurried, facts.validationUnattended),
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
        symptom: isCrash ? 'an invalid descriptor ends as FAILED' : 'validations differ',
        expected: `${isCrash ? 'COMPLETED with ' : ''}valid: ${left.valid}, as the other validation said`,
        actual: isCrash ? 'FAILED' : `valid: ${right.valid}`,
      },
      right.exchange,
      left.exchange,
    );
  }
}

function expectFound(trial: Trial, exchange: Exchange, found: boolean): void {
  trial.saw(exchange);
  if (found) return;
  trial.wrongAnswer(
    'text that is not YAML found valid',
    '400, or a finished validation with errors',
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
