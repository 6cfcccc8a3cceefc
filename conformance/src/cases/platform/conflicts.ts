import { type Check, memo, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { unitOf, wanting } from './units.ts';

/** The outcome of a preview that can be executed. */
const FINE = 'OK';

/**
 * A unit with a requested component whose prerequisite is not requested. It is not specified whether that is a
 * conflict; if a platform reports it, the preview and the refusal must agree.
 */
export function conflictChecks(facts: Facts): Check[] {
  const { cast, run } = facts;
  const [previewing, starting] = [cast.preview, cast.start];
  const unit = unitOf(facts, 'contradicted');
  const needed = new Set(unit.components.flatMap(({ needs }) => needs));
  const wish = (operation: string) => {
    const { query, value } = wanting(facts, unit, 'DEPLOYED');
    const targetStatus = value.targetStatus.map((one) =>
      needed.has(one.componentId) ? { ...one, targetStatus: 'NOT_DEPLOYED' } : one,
    );
    const path = { [cast.place(operation, 'deployment-units')]: unit.id };
    return { path, query, value: { ...value, targetStatus } };
  };
  const asked = memo(async () => {
    if (needed.size === 0) throw new NotApplicable('no component of the built-in unit depends on another');
    const preview = await askFor(facts, previewing, 'preview of a conflict', wish(previewing));
    if (!succeeded(preview)) throw new NotApplicable(`the preview returned ${describeAnswer(preview)}`);
    return preview;
  });
  const check = (operation: string, title: string, judge: (trial: Trial) => Promise<void>): Check =>
    run.check('P-71', { of: operation, title: `${operation}: ${title}`, operation }, judge);
  return [
    check(previewing, 'conflicts are listed if and only if the outcome reports them', async (trial) => {
      const preview = await asked();
      trial.saw(preview);
      tellPreview(trial, preview);
      // All others of the run as well: their requests have no conflict.
      for (const one of run.session.journal)
        if (one.operation === previewing && succeeded(one)) tellPreview(trial, one);
    }),
    check(
      starting,
      'a plan whose preview has conflicts is rejected with that preview, and not started',
      async (trial) => {
        const preview = await asked();
        const outcome = at(bodyOf(preview), 'outcome');
        const start = await askFor(facts, starting, 'conflicting target states', wish(starting));
        trial.saw(preview, start);
        if (statusOf(start) === 422) {
          tellPreview(trial, start);
          if (outcome !== FINE && at(bodyOf(start), 'outcome') !== FINE) return;
          const actual = `preview ${brief(outcome)}, rejected with ${brief(at(bodyOf(start), 'outcome'))}`;
          trial.violated(
            {
              symptom: 'rejected without a conflict',
              expected: 'conflicts in the preview and in the rejection',
              actual,
            },
            start,
            preview,
          );
        } else if (outcome !== FINE) {
          const symptom = succeeded(start) ? 'conflict started' : 'conflict rejected with another status';
          trial.wrongAnswer(symptom, '422', start, preview);
        } else throw new NotApplicable('the platform reports no conflict');
      },
    ),
  ];
}

function tellPreview(trial: Trial, exchange: Exchange): void {
  const body = bodyOf(exchange);
  const [outcome, conflicts] = [at(body, 'outcome'), at(body, 'conflictingOperations')];
  if (outcome === undefined || conflicts === undefined) return;
  const isFine = outcome === FINE;
  if (isFine === (listOf(conflicts).length === 0)) return;
  const expected = isFine ? 'no conflicts' : 'the conflicting operations';
  const actual = `${listOf(conflicts).length} with the outcome ${brief(outcome)}`;
  trial.violated({ symptom: 'conflicts and outcome differ', expected, actual }, exchange);
}
