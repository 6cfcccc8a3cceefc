import { ownedCheck } from '../../checks/owned.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';

/** What an engine answers: a policy is judged, a metric is measured. */
export type Kind = 'policy' | 'metric';

/** The kinds that a result is of; null stands for an absent member. */
export function kindsOf(exchange: Exchange): Kind[] {
  const body = bodyOf(exchange);
  const has = (member: string): boolean => (at(body, member) ?? undefined) !== undefined;
  return [
    ...(has('satisfiesPolicy') ? ['policy' as const] : []),
    ...(has('value') ? ['metric' as const] : []),
  ];
}

/** The verdict or the value, or how it was refused: what has to be the same for the same resource. */
export function outcomeOf(exchange: Exchange): string {
  const body = bodyOf(exchange);
  if (statusOf(exchange) !== 200) return `${statusOf(exchange)}`;
  return `satisfiesPolicy ${brief(at(body, 'satisfiesPolicy'))}, value ${brief(at(body, 'value'))}`;
}

/** Ids of fewer characters stand in many a text by chance. */
export const SHORT = 8;

/** A result names no resource that only another request has named. */
export function speaksOfNoOther(trial: Trial, run: Run, operation: string): void {
  const judged = resultsOf(run, operation);
  const ids = new Set(judged.map((one) => at(one.sent.value, 'resourceId')));
  const others = [...ids]
    .filter((id) => typeof id === 'string' && id.length >= SHORT)
    // As it stands in JSON: some ids have quotes.
    .map((id) => JSON.stringify(id).slice(1, -1));
  for (const exchange of judged) {
    trial.saw(exchange);
    const [told, sent] = [exchange.received?.text ?? '', exchange.sent.text ?? ''];
    const other = others.find((id) => told.includes(id) && !sent.includes(id));
    if (other === undefined) continue;
    trial.violated(
      {
        symptom: 'results are shared',
        expected: `nothing about ${brief(other)}, of which another request told`,
        actual: describeAnswer(exchange),
      },
      exchange,
    );
    return;
  }
}

/** All results of the run. */
export function resultsOf({ session }: Run, operation: string): Exchange[] {
  return session.journal.filter(
    (one) => one.operation === operation && statusOf(one) === 200 && one.sent.elsewhere !== true,
  );
}

/** What a result is made of, over all results of the run. */
export function memberChecks(
  run: Run,
  operation: string,
  ids: { lists: string; explains: string; agrees: string },
): Check[] {
  const each = (requirement: string, judge: (exchange: Exchange, trial: Trial) => void): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of resultsOf(run, operation)) judge(exchange, trial);
    });
  return [
    ownedCheck(run, ids.lists),
    each(ids.explains, (exchange, trial) => {
      if (at(bodyOf(exchange), 'satisfiesPolicy') !== false) return;
      trial.saw(exchange);
      const { errors, details } = members(exchange);
      const isTold = listOf(errors).some((one) => typeof one === 'string' && one.trim() !== '');
      if (isTold || (isObject(details) && Object.keys(details).length > 0)) return;
      trial.violated(
        {
          symptom: 'not satisfied without a reason',
          expected: 'a reason in errors or details',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    each(ids.agrees, (exchange, trial) => {
      if (at(bodyOf(exchange), 'satisfiesPolicy') !== true) return;
      trial.saw(exchange);
      const { errors } = members(exchange);
      if (listOf(errors).length === 0) return;
      trial.violated(
        {
          symptom: 'satisfied with errors',
          expected: 'no errors beside satisfiesPolicy: true',
          actual: brief(errors),
        },
        exchange,
      );
    }),
  ];
}

/** That `errors` is always there is a choice of ours. */
export function errorsPresent(run: Run, operation: string, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const exchange of resultsOf(run, operation)) {
      trial.saw(exchange);
      const errors = at(bodyOf(exchange), 'errors');
      if (errors !== undefined) continue;
      trial.violated(
        { symptom: 'no errors', expected: 'errors, which may be empty', actual: brief(bodyOf(exchange)) },
        exchange,
      );
    }
  });
}

function members(exchange: Exchange): { errors: unknown; details: unknown } {
  const body = bodyOf(exchange);
  return { errors: at(body, 'errors') ?? undefined, details: at(body, 'details') ?? undefined };
}
