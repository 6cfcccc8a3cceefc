import { ownedCheck } from '../../checks/owned.ts';
import { promptRefusals } from '../../checks/response-time.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { readYaml } from '../../suite/yaml.ts';

/** Kind of evaluation: a policy gives a verdict, a metric a value. */
export type Kind = 'policy' | 'metric';

/** The kinds of a result; null counts as an absent member. */
export function kindsOf(exchange: Exchange): Kind[] {
  const body = bodyOf(exchange);
  const has = (member: string): boolean => (at(body, member) ?? undefined) !== undefined;
  return [
    ...(has('satisfiesPolicy') ? ['policy' as const] : []),
    ...(has('value') ? ['metric' as const] : []),
  ];
}

/** The verdict, the value or the refusal: this must be the same for the same resource. */
export function outcomeOf(exchange: Exchange): string {
  const body = bodyOf(exchange);
  if (statusOf(exchange) !== 200) return `${statusOf(exchange)}`;
  return `satisfiesPolicy ${brief(at(body, 'satisfiesPolicy'))}, value ${brief(at(body, 'value'))}`;
}

/** Shorter ids may occur in a text by chance, in characters. */
export const SHORT = 8;
/** Shorter texts may be common phrases, in characters. */
const SENTENCE = 20;

/** A result contains nothing that only another request contained: no id, policy or description. */
function speaksOfNoOther(trial: Trial, run: Run, operation: string): void {
  const judged = resultsOf(run, operation).map((exchange) => ({ exchange, own: textsOf(exchange) }));
  const all = [...new Set(judged.flatMap(({ own }) => own))];
  for (const { exchange, own } of judged) {
    trial.saw(exchange);
    const [told, sent] = [exchange.received?.text ?? '', exchange.sent.text ?? ''];
    const other = all.find((text) => !own.includes(text) && told.includes(text) && !sent.includes(text));
    if (other === undefined) continue;
    trial.wrongAnswer(
      'results are mixed up',
      `nothing about ${brief(other)}, which is from another request`,
      exchange,
    );
    return;
  }
}

/** Texts of a request that other requests are unlikely to contain, as JSON: some contain quotes. */
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

/** The requirements on results that the engines share. */
interface Reported {
  readonly lists: string;
  readonly explains: string;
  readonly agrees: string;
  readonly present: string;
  readonly apart: string;
  readonly prompt: string;
}

/** Checks over all answers of the run. */
export function resultChecks(run: Run, operation: string, ids: Reported): Check[] {
  const each = (requirement: string, judge: (exchange: Exchange, trial: Trial) => void): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of resultsOf(run, operation)) judge(exchange, trial);
    });
  const named = { of: 'named', title: 'A result names no other resource', operation, phase: 'last' } as const;
  return [
    ownedCheck(run, ids.lists),
    each(ids.explains, expectReason),
    each(ids.agrees, expectAgreement),
    each(ids.present, expectErrors),
    run.check(ids.apart, named, (trial) => speaksOfNoOther(trial, run, operation)),
    promptRefusals(run, ids.prompt),
  ];
}

function expectReason(exchange: Exchange, trial: Trial): void {
  if (at(bodyOf(exchange), 'satisfiesPolicy') !== false) return;
  trial.saw(exchange);
  const { errors, details } = members(exchange);
  const isTold = listOf(errors).some((one) => typeof one === 'string' && one.trim() !== '');
  if (isTold || (isObject(details) && saysAnything(details))) return;
  trial.wrongAnswer('not satisfied without a reason', 'a reason in errors or details', exchange);
}

function expectAgreement(exchange: Exchange, trial: Trial): void {
  if (at(bodyOf(exchange), 'satisfiesPolicy') !== true) return;
  trial.saw(exchange);
  const { errors } = members(exchange);
  if (listOf(errors).length === 0) return;
  trial.wrongValue('satisfied with errors', 'no errors with satisfiesPolicy: true', errors, exchange);
}

/** This project requires `errors` in every result; the published contract does not. */
function expectErrors(exchange: Exchange, trial: Trial): void {
  trial.saw(exchange);
  if (at(bodyOf(exchange), 'errors') !== undefined) return;
  trial.wrongValue('no errors', 'errors, which may be empty', bodyOf(exchange), exchange);
}

/** Empty members, at any depth, explain nothing. */
function saysAnything(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysAnything);
  return value !== null && value !== undefined;
}

function members(exchange: Exchange): { errors: unknown; details: unknown } {
  const body = bodyOf(exchange);
  return { errors: at(body, 'errors') ?? undefined, details: at(body, 'details') ?? undefined };
}
