import { expectWork, mustNotSucceed } from '../../checks/good-requests.ts';
import { expectKnown } from '../../checks/task-answers/tokens.ts';
import { expectNothingToRemove } from '../../laws/desired-state.ts';
import { expectForetold } from '../../laws/validations.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { isTaken } from '../../suite/work.ts';
import { enrichedChecks, joiningChecks, removalNeedsNone, unreadableCheck } from './enriched.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

const NEAR: Readonly<Record<string, string>> = {
  shorter: 'An id without its last character is unknown',
  name: 'The name of a component is not its id',
  former: 'A component that is only in the enriched descriptor is unknown',
  elsewhere: 'A component of another system with a similar id is unknown',
};

export function provisioningChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('TA-12', {}, (trial) => provisionIsTaken(trial, facts)),
    ...enrichedChecks(facts),
    ...joiningChecks(facts),
    unreadableCheck(facts),
    check(
      'TA-18',
      {
        of: 'absent',
        title: 'An unprovision may omit latestEnrichedDescriptor',
        operation: 'unprovision',
      },
      (trial) => removalNeedsNone(trial, facts),
    ),
    ...noSuchComponentChecks(facts),
    check('TA-23', { phase: 'last' }, (trial) => {
      for (const task of facts.run.tasks.all)
        if (facts.run.owners.ofToken(task.start) === 'TA-23') expectKnown(task, trial);
    }),
    check('TA-24', {}, (trial) => nothingIsRemoved(trial, facts)),
    check(
      'TA-24',
      {
        of: 'removed',
        title: 'A removed component can be removed again, with its data',
        operation: 'unprovision',
      },
      (trial) => removedIsRemoved(trial, facts),
    ),
    check('CO-01', { operation: 'provision' }, (trial) => endsAsForetold(trial, facts)),
  ];
}

async function provisionIsTaken(trial: Trial, facts: Facts): Promise<void> {
  const started = await facts.provisionOnce.start();
  if (statusOf(started.exchange) === 400 && (await facts.isExcusable('provision')))
    return facts.gate('provision');
  await expectWork(trial, facts.provisionOnce);
}

/** A descriptor whose component is unknown, nearly known, or not named. */
function noSuchComponentChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const { missingComponent, unknownComponent, nearComponents } = facts.samples;
  return [
    check('TA-20', { operation: 'provision' }, async (trial) => {
      if (unknownComponent === undefined) return;
      await provisionMustNotSucceed(trial, facts, unknownComponent, 'provision of an unknown component');
    }),
    ...Object.entries(nearComponents).map(([name, near]) =>
      check('TA-20', { of: name, title: NEAR[name] ?? name, operation: 'provision' }, (trial) =>
        provisionMustNotSucceed(trial, facts, near, `provision of an unknown component (${name})`),
      ),
    ),
    check('CO-05', { operation: 'provision' }, async (trial) => {
      if (missingComponent === undefined) return;
      await provisionMustNotSucceed(trial, facts, missingComponent, 'provision without a component');
    }),
    check(
      'CO-05',
      {
        of: 'unprovision',
        title: 'An unprovision without componentIdToProvision is rejected, or fails',
        operation: 'unprovision',
      },
      async (trial) => {
        if (missingComponent === undefined) return;
        const label = 'unprovision without a component';
        await mustNotSucceed(trial, facts.run, 'unprovision', facts.request(missingComponent), label);
      },
    ),
  ];
}

async function provisionMustNotSucceed(
  trial: Trial,
  { run, request }: Facts,
  sample: Sample,
  label: string,
): Promise<void> {
  await mustNotSucceed(trial, run, 'provision', request(sample), label);
}

async function nothingIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  const { exchange } = await facts.unprovisionNever.start();
  if (statusOf(exchange) === 400 && (await facts.isExcusable('unprovision')))
    return facts.gate('unprovision');
  await expectNothingToRemove(trial, facts.run, facts.unprovisionNever);
}

async function removedIsRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt) return;
  if (!isTaken(await facts.unprovisionOmitting.start()))
    throw new NotApplicable('nothing was removed: the unprovision was rejected');
  const before = await facts.unprovisionOmitting.end();
  trial.saw(before.exchange);
  if (before.state === 'COMPLETED') await expectNothingToRemove(trial, facts.run, facts.unprovisionRemoved);
}

/** The verdict of the validation predicts whether a provisioning completes. */
async function endsAsForetold(trial: Trial, facts: Facts): Promise<void> {
  const started = await facts.provisionOnce.start();
  const found = await facts.validations.usual.asTask.end().catch(() => undefined);
  const valid = at(found?.body, 'info', 'publicInfo', 'valid');
  const ended = await facts.provisionOnce.end();
  trial.saw(started.exchange, ended.exchange);
  if (found === undefined) return;
  // The built-in sample may be valid and yet not deployable; a configured descriptor is deployable.
  if (valid === true && ended.state === 'FAILED') {
    const statement = {
      symptom: 'valid but not provisioned',
      expected: 'COMPLETED: the validation found no errors',
      actual: describeAnswer(ended.exchange),
    };
    const say = facts.samples.builtIn ? trial.note : trial.violated;
    say(statement, ended.exchange, found.exchange);
    return;
  }
  expectForetold(trial, found.exchange, valid, ended);
}
