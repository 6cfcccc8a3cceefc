import { type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { type Exchange, ownTime, statusOf } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';

/**
 * Half of the responses arrive in time. A single slow response is not a defect, and neither is a cold start.
 * @param limit Milliseconds.
 */
export function expectPrompt(
  trial: Trial,
  exchanges: readonly Exchange[],
  limit: number,
  symptom: string,
): void {
  trial.saw(...exchanges);
  const sorted = [...exchanges].sort((left, right) => ownTime(left) - ownTime(right));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined || ownTime(middle) <= limit) return;
  trial.violated(
    {
      symptom,
      expected: `a median response time of at most ${limit} ms, the limit of this run`,
      actual: `a median of ${Math.round(ownTime(middle))} ms over ${exchanges.length} responses`,
    },
    middle,
  );
}

/** A refusal needs no work. */
export function promptRefusals(run: Run, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    const refused = run.session.journal.filter(
      (one) => one.intent === 'invalid' && Math.trunc(statusOf(one) / 100) === 4,
    );
    if (refused.length === 0) throw new NotApplicable('no request was rejected');
    expectPrompt(trial, refused, run.settings.promptness, 'slow rejection');
  });
}
