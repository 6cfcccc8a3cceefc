import { expectTaken, expectTerminal } from '../../checks/good-requests.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

/** What is asked of the descriptors that the caller gives beside the main one. */
export function givenSampleChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...facts.samples.invalid.map((sample, index) => {
      const scope = {
        of: `invalid-${index + 1}`,
        title: `The descriptor given as invalid (${index + 1}) is reported valid: false`,
      };
      return check('TA-06', scope, (trial) => foundInvalid(trial, facts, sample, index + 1));
    }),
    ...facts.provisionOthers.map((work, index) => {
      const number = index + FIRST_OF_THEM;
      const scope = {
        of: `other-${number}`,
        title: `The descriptor given as other (${number}) can be provisioned`,
        operation: 'provision',
      };
      return check('TA-12', scope, async (trial) => {
        const started = await work.start();
        expectTaken(trial, started, 'provision');
        if (started.kind === 'finished') expectTerminal(trial, await work.end());
      });
    }),
  ];
}

/** The first two stand where a scenario needs more than one descriptor. */
const FIRST_OF_THEM = 3;

/** Refused at once, or found invalid: both keep it from being deployed. */
async function foundInvalid(trial: Trial, facts: Facts, sample: Sample, number: number): Promise<void> {
  const { session, tasks } = facts.run;
  const label = `validation of what is given as invalid (${number})`;
  const sync = await session.call({
    operation: 'validate',
    label: `synchronous ${label}`,
    intent: 'valid',
    value: facts.request(sample),
  });
  if (succeeded(sync)) expectInvalid(trial, sync, at(bodyOf(sync), 'valid'));
  const started = await tasks.start('asyncValidate', facts.request(sample), label).catch(() => undefined);
  const ended = started === undefined ? undefined : await tasks.finish(started).catch(() => undefined);
  if (ended !== undefined)
    expectInvalid(trial, ended.exchange, at(ended.body, 'info', 'publicInfo', 'valid'));
  trial.saw(sync);
}

function expectInvalid(trial: Trial, exchange: Exchange, valid: unknown): void {
  trial.saw(exchange);
  if (valid !== true) return;
  trial.violated(
    {
      symptom: 'descriptor given as invalid found valid',
      expected: 'valid: false',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}
