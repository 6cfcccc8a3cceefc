import type { Check, Trial } from '../suite/check.ts';
import { describeAnswer, type Exchange, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { validationsOf } from './validations.ts';

/**
 * What the caller gives as invalid is refused at once, or found invalid by both validations: either keeps it from being
 * deployed.
 * @param bodies Requests to validate, one for each descriptor that was given
 */
export function givenInvalidChecks(run: Run, requirement: string, bodies: readonly object[]): Check[] {
  return bodies.map((body, index) => {
    const scope = {
      of: `invalid-${index + 1}`,
      title: `The descriptor given as invalid (${index + 1}) is reported valid: false`,
    };
    return run.check(requirement, scope, (trial) => foundInvalid(trial, run, body, index + 1));
  });
}

async function foundInvalid(
  trial: Trial,
  { contract, session, tasks }: Run,
  value: object,
  count: number,
): Promise<void> {
  const { atOnce, asTask, foundAtOnce, foundByTask } = validationsOf(contract);
  const label = `validation of what is given as invalid (${count})`;
  const sync = await session.call({
    operation: atOnce,
    label: `synchronous ${label}`,
    intent: 'valid',
    value,
  });
  if (succeeded(sync)) expectInvalid(trial, sync, foundAtOnce(sync));
  const started = await tasks.start(asTask, value, label).catch(() => undefined);
  const ended = started === undefined ? undefined : await tasks.finish(started).catch(() => undefined);
  if (ended !== undefined) expectInvalid(trial, ended.exchange, foundByTask(ended.body));
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
