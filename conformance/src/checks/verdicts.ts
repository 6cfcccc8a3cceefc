import type { Trial } from '../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../suite/exchange.ts';
import { at, brief, listOf } from '../suite/json.ts';
import { expectStart } from './good-requests.ts';

/** What a validation found, wherever the answer stood. */
export interface Verdict {
  readonly exchange: Exchange;
  readonly valid: unknown;
  readonly errors: readonly unknown[];
}

/** Reads a verdict where the contract puts it: `result` is the whole body, or what a finished task tells. */
export function verdictOf(exchange: Exchange, result: unknown): Verdict {
  return { exchange, valid: at(result, 'valid'), errors: listOf(at(result, 'error', 'errors')) };
}

/** The validation that answers with what it found takes a good request, and says true or false. */
export function expectVerdict(trial: Trial, exchange: Exchange): void {
  expectStart(trial, exchange, exchange.operation, 200);
  if (statusOf(exchange) !== 200 || typeof at(bodyOf(exchange), 'valid') === 'boolean') return;
  trial.violated(
    {
      symptom: 'no verdict',
      expected: 'a result with valid: true or false',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

/** The end of a task has to say true or false. */
export function expectBoolean(trial: Trial, { exchange, valid }: Verdict): void {
  trial.saw(exchange);
  if (typeof valid === 'boolean') return;
  const actual = valid === undefined ? 'it is missing' : brief(valid);
  trial.violated(
    { symptom: 'valid is no boolean', expected: 'info.publicInfo.valid is true or false', actual },
    exchange,
  );
}

/** Whoever finds a descriptor invalid says why, in words. */
export function expectReasons(trial: Trial, { exchange, valid, errors }: Verdict): void {
  if (valid !== false) return;
  trial.saw(exchange);
  if (errors.length > 0 && errors.every((one) => typeof one === 'string' && one.trim() !== '')) return;
  trial.violated(
    {
      symptom: 'invalid without errors',
      expected: 'a list of errors beside valid: false',
      actual: brief(errors),
    },
    exchange,
  );
}

/** Whoever finds a descriptor valid has no errors to tell. */
export function expectNoReasons(trial: Trial, { exchange, valid, errors }: Verdict): void {
  if (valid !== true) return;
  trial.saw(exchange);
  if (errors.length === 0) return;
  trial.violated(
    { symptom: 'valid with errors', expected: 'no errors beside valid: true', actual: brief(errors) },
    exchange,
  );
}
