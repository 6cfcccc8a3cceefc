import type { Check, Trial } from '../suite/check.ts';
import { type Exchange, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import type { Ended } from '../suite/tasks.ts';
import { isTaken, type Work } from '../suite/work.ts';
import { type Validations, validationsOf } from './validations.ts';

/** Equal requests to the two validations of a contract. */
export interface Pair {
  readonly atOnce: () => Promise<Exchange>;
  readonly asTask: Work;
}

/**
 * The two validations have the same verdict on each request.
 * @param mustComplete whether a task that finds a descriptor invalid must end successfully
 */
export function agreementCheck(
  run: Run,
  requirement: string,
  pairs: readonly Pair[],
  mustComplete: (pair: Pair) => boolean,
): Check {
  const validations = validationsOf(run.contract);
  return run.check(requirement, { operation: validations.asTask }, async (trial) => {
    for (const pair of pairs) {
      const sync = await pair.atOnce();
      // A refusal is not a verdict.
      if (!isTaken(await pair.asTask.start())) continue;
      const ended = await pair.asTask.end();
      if (succeeded(sync)) expectAgreement(trial, validations, sync, ended, mustComplete(pair));
    }
  });
}

function expectAgreement(
  trial: Trial,
  { foundAtOnce, foundByTask }: Validations,
  sync: Exchange,
  ended: Ended,
  mustComplete: boolean,
): void {
  const [left, right] = [foundAtOnce(sync), foundByTask(ended.body)];
  if (typeof left !== 'boolean') return;
  trial.saw(sync, ended.exchange);
  const expected = `valid: ${left}, as the other validation said`;
  if (ended.state === 'FAILED' && (left || mustComplete)) {
    const symptom = left ? 'validation fails' : 'an invalid descriptor ends as FAILED';
    trial.wrongAnswer(symptom, `COMPLETED with ${expected}`, ended.exchange, sync);
  } else if (ended.state === 'COMPLETED' && typeof right === 'boolean' && left !== right)
    trial.violated(
      { symptom: 'validations differ', expected, actual: `valid: ${right}` },
      ended.exchange,
      sync,
    );
}
