import type { Trial } from '../suite/check.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at, brief, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { expectStart } from './good-requests.ts';
import { validationsOf } from './validations.ts';

/** The result of a validation, from any answer. */
export interface Verdict {
  readonly exchange: Exchange;
  readonly valid: unknown;
  readonly errors: readonly unknown[];
  /** The answer is final, so that it has a verdict. */
  readonly isDue: boolean;
}

/** The verdicts in all answers of the run. That about a running task may contain one, too. */
export function verdictsIn({ contract, session, tasks }: Run): Verdict[] {
  const { asTask, atOnce, resultIn } = validationsOf(contract);
  const sync = session.journal
    .filter((one) => one.operation === atOnce && one.intent === 'valid' && succeeded(one))
    .map((exchange) => verdictOf(exchange, bodyOf(exchange), true));
  const polled = tasks.all
    .filter(({ operation }) => operation === asTask)
    .flatMap(({ longRunning, observations }) =>
      observations.map(({ exchange, body, state = '' }) =>
        verdictOf(exchange, resultIn(body), longRunning.succeeded.includes(state)),
      ),
    );
  return [...sync, ...polled];
}

/** Reads a verdict at its place in the contract: `result` is the whole body, or the result of a finished task. */
function verdictOf(exchange: Exchange, result: unknown, isDue: boolean): Verdict {
  return { exchange, valid: at(result, 'valid'), errors: listOf(at(result, 'error', 'errors')), isDue };
}

/** The synchronous validation accepts a valid request, and returns true or false. */
export function expectVerdict(trial: Trial, exchange: Exchange): void {
  expectStart(trial, exchange, 200);
  if (statusOf(exchange) !== 200 || typeof at(bodyOf(exchange), 'valid') === 'boolean') return;
  trial.wrongAnswer('no verdict', 'a result with valid: true or false', exchange);
}

/** The result of a task must be true or false; another check covers the synchronous validation. */
export function expectBoolean(trial: Trial, { exchange, valid, isDue }: Verdict): void {
  if (!isDue) return;
  trial.saw(exchange);
  if (typeof valid === 'boolean') return;
  const actual = valid === undefined ? 'it is missing' : brief(valid);
  trial.violated(
    { symptom: 'valid is not a boolean', expected: 'info.publicInfo.valid is true or false', actual },
    exchange,
  );
}

/** A server that finds a descriptor invalid explains why, in words. */
export function expectReasons(trial: Trial, { exchange, valid, errors }: Verdict): void {
  if (valid !== false) return;
  trial.saw(exchange);
  if (errors.length > 0 && errors.every((one) => typeof one === 'string' && one.trim() !== '')) return;
  trial.wrongValue('invalid without errors', 'a list of errors with valid: false', errors, exchange);
}

/** A server that finds a descriptor valid lists no errors. */
export function expectNoReasons(trial: Trial, { exchange, valid, errors }: Verdict): void {
  if (valid !== true) return;
  trial.saw(exchange);
  if (errors.length === 0) return;
  trial.wrongValue('valid with errors', 'no errors with valid: true', errors, exchange);
}
