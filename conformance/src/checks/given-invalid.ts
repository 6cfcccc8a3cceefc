import type { Check, Trial } from '../suite/check.ts';
import { type Exchange, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { validationsOf } from './validations.ts';

/**
 * Configured invalid descriptors are refused immediately, or found invalid by both validations: either prevents a
 * deployment.
 * @param bodies Validation requests, one for each descriptor
 */
export function givenInvalidChecks(run: Run, requirement: string, bodies: readonly object[]): Check[] {
  return bodies.map((body, index) => {
    const scope = {
      of: `invalid-${index + 1}`,
      title: `The invalid sample (${index + 1}) is reported with valid: false`,
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
  const label = `validation of the invalid sample (${count})`;
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
  trial.wrongAnswer('invalid sample is valid', 'valid: false', exchange);
}
