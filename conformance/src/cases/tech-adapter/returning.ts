import { taskFormCheck, workFormCheck } from '../../checks/other-hands.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { describeAnswer } from '../../suite/exchange.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

/** How a descriptor is written makes no difference to what works on it, nor do data that are removed as well. */
export function returningChecks(facts: Facts): Check[] {
  const { run } = facts;
  return [
    taskFormCheck(run, 'TA-41', facts.validation, facts.validationUnattended),
    workFormCheck(
      run,
      'TA-41',
      {
        of: 'provision.by-others',
        title: 'A descriptor is provisioned however others write it',
        operation: 'provision',
      },
      async () => ((await isBegun(facts)) ? facts.provisionStopped.read() : undefined),
    ),
    workFormCheck(
      run,
      'TA-41',
      {
        of: 'unprovision.by-others',
        title: 'A component is removed however others write its descriptor',
        operation: 'unprovision',
      },
      async () => ((await isBegun(facts)) ? facts.unprovisionStoppedAgain.read() : undefined),
    ),
    run.check(
      'CO-10',
      { of: 'data', title: 'A component can be removed with its data', operation: 'unprovision' },
      (trial) => dataAreRemoved(trial, facts),
    ),
  ];
}

async function dataAreRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!(await isBegun(facts))) return;
  const { work, kept: [whole, plain] = [] } = await facts.unprovisionStoppedAgain.read();
  trial.saw((await work.start()).exchange);
  if (whole === undefined || plain === undefined) return;
  trial.violated(
    {
      symptom: 'cannot be removed with its data',
      expected: `as without removeData: ${describeAnswer(plain)}`,
      actual: describeAnswer(whole),
    },
    whole,
    plain,
  );
}

/** Whether there is a component that may come and go for this. */
async function isBegun(facts: Facts): Promise<boolean> {
  if (!facts.isStoppedApart) return false;
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  return true;
}
