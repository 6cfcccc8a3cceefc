import { agreementCheck, notYamlChecks } from '../../checks/agreement.ts';
import { expectStart } from '../../checks/good-requests.ts';
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
import type { Check } from '../../suite/check.ts';
import { bodyOf, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import type { Facts } from './facts.ts';

export function validationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const notYaml = { atOnce: facts.validateNotYaml, asTask: facts.validationNotYaml };
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
    ...notYamlChecks(facts.run, 'DC-14', notYaml),
    agreementCheck(
      facts.run,
      'DC-15',
      [
        { atOnce: facts.validate, asTask: facts.validation },
        { atOnce: facts.validateResults, asTask: facts.validationResults },
        notYaml,
        ...facts.neighbors,
      ],
      // A validation with findings has done its work. Text that is not YAML may end it.
      (pair) => pair !== notYaml,
    ),
    outcomesApartCheck(facts.run, {
      alone: facts.validation,
      wrong: facts.validationNotYaml,
      beside: facts.validationResults,
      wrongAtOnce: facts.validateNotYaml,
    }),
    ...progressChecks(facts.run, facts.validation, facts.validationHurried, facts.validationUnattended),
  ];
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
