import { workFormChecks } from '../../checks/other-hands.ts';
import { variationCheck } from '../../checks/variations.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import { idOf } from './isolation.ts';
import { wording } from './repetition.ts';
import type { Sample } from './samples.ts';

/** The format of a descriptor does not affect work on it, and removing data does not block the next provisioning. */
export function returningChecks(facts: Facts): Check[] {
  const { run } = facts;
  const removed = async () => ((await isBegun(facts)) ? facts.unprovisionStoppedAgain.read() : undefined);
  return [
    ...workFormChecks(run, 'TA-41', {
      provision: async () => ((await isBegun(facts)) ? facts.provisionStopped.read() : undefined),
      unprovision: removed,
    }),
    variationCheck(
      run,
      'CO-10',
      { of: 'data', title: 'A component can be removed with its data', operation: 'unprovision' },
      'data',
      removed,
      { symptom: 'cannot be removed with its data' },
    ),
    run.check(
      'TA-21',
      {
        of: 'enriched-data',
        title: 'An omitted removeData is false with an enriched descriptor, too',
        operation: 'unprovision',
      },
      (trial) => dataAreKept(trial, facts),
    ),
  ];
}

/**
 * Two components were removed without their data, and then one of them with it; the third was to keep its data. Only if
 * the first two get the same wording, it describes the data, and not the kind of component.
 */
async function dataAreKept(trial: Trial, facts: Facts): Promise<void> {
  if (!facts.rebuilt || !(await isBegun(facts))) return;
  const last = await facts.unprovisionMain.read();
  if (!last.isFine || last.failing !== undefined)
    throw new NotApplicable('the unprovision was rejected without removeData');
  const { main, others } = facts.samples;
  const { work, failing } = await facts.unprovisionStoppedAgain.read();
  if (failing?.name === 'data') throw new NotApplicable('no component was removed with its data');
  const [stated, before, whole, omitted] = [
    await facts.unprovisionStating.end(),
    await facts.unprovisionStopped.end(),
    await work.end(),
    await last.work.end(),
  ];
  trial.saw(stated.exchange, whole.exchange, omitted.exchange);
  const [without, withData, asked] = [
    wordsOf(stated, others[1]),
    wordsOf(whole, others[0]),
    wordsOf(omitted, main),
  ];
  if (without !== wordsOf(before, others[0]) || without === withData || asked !== withData) return;
  trial.violated(
    { symptom: 'an omitted removeData is not false', expected: without, actual: asked },
    omitted.exchange,
    stated.exchange,
    whole.exchange,
  );
}

/** The messages of a removal, without the name of its component. */
function wordsOf(ended: Ended, sample: Sample | undefined): string {
  const name = idOf(sample)?.split(':').at(-1) ?? '';
  return name === '' ? wording(ended) : wording(ended).replaceAll(name, '#');
}

/** Whether there is a component that may be provisioned and removed for this. */
async function isBegun(facts: Facts): Promise<boolean> {
  if (!facts.isStoppedApart) return false;
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  return true;
}
