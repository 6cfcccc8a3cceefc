import { ownedCheck } from '../../checks/owned.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { readYaml } from '../../suite/yaml.ts';

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
/** Texts of fewer characters may be what anybody says. */
const SENTENCE = 20;

/** A result repeats nothing that only another request has told of: no id, no policy, no description. */
export function speaksOfNoOther(trial: Trial, run: Run, operation: string): void {
  const judged = resultsOf(run, operation).map((exchange) => ({ exchange, own: textsOf(exchange) }));
  const all = [...new Set(judged.flatMap(({ own }) => own))];
  for (const { exchange, own } of judged) {
    trial.saw(exchange);
    const [told, sent] = [exchange.received?.text ?? '', exchange.sent.text ?? ''];
    const other = all.find((text) => !own.includes(text) && told.includes(text) && !sent.includes(text));
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

/** What a request tells that others hardly tell by chance, as it stands in JSON: some of it has quotes. */
function textsOf({ sent: { value } }: Exchange): string[] {
  const [id, policy] = [at(value, 'resourceId'), at(value, 'policy')];
  const description = at(readYaml(String(at(value, 'content'))), 'description');
  return [
    ...(typeof id === 'string' && id.length >= SHORT ? [id] : []),
    ...[policy, description].filter((one) => typeof one === 'string' && one.length >= SENTENCE),
  ].map((text) => JSON.stringify(text).slice(1, -1));
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
      if (isTold || (isObject(details) && saysAnything(details))) return;
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

/** Members that are left empty, however deep, explain nothing. */
function saysAnything(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysAnything);
  return value !== null && value !== undefined;
}

function members(exchange: Exchange): { errors: unknown; details: unknown } {
  const body = bodyOf(exchange);
  return { errors: at(body, 'errors') ?? undefined, details: at(body, 'details') ?? undefined };
}
