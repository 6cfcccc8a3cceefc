import type { Check, Trial } from '../suite/check.ts';
import { type Exchange, refusalText, statusOf, succeeded, tellsFindings } from '../suite/exchange.ts';
import type { Call } from '../suite/request.ts';
import type { Run, Scope, Suite } from '../suite/run.ts';

/** A request that the contract does not allow, and its check. */
export interface Invalid extends Scope {
  readonly requirement: string;
  readonly operation: string;
  readonly label: string;
  /** What it sends. */
  call(): Partial<Call> | Promise<Partial<Call>>;
  judge(trial: Trial, exchange: Exchange): void;
}

/** The check of an invalid request; the session proves that it is invalid before it is sent. */
export function invalidCheck({ check, session }: Run, invalid: Invalid): Check {
  const { requirement, label, call, judge, ...scope } = invalid;
  const { operation } = scope;
  return check(requirement, scope, async (trial) => {
    const usual = { operation, label, intent: 'invalid', patient: true } as const;
    const exchange = await session.call({ ...usual, ...(await call()) });
    trial.saw(exchange);
    judge(trial, exchange);
  });
}

/** Exactly 400: another refusal is the default of a framework, and an acceptance is worse. */
export function expectRefusal(trial: Trial, exchange: Exchange, symptom: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 400) return;
  const kind = succeeded(exchange) ? `accepted: ${symptom}` : refusalText(exchange);
  trial.wrongAnswer(kind, '400 with a list of errors', exchange);
}

/** Whether a validation answers with its findings, or with the system error of its contract. */
export function answersFindings(
  { findingsMayAnswer }: Pick<Suite, 'findingsMayAnswer'>,
  exchange: Exchange,
): boolean {
  const isValidation = findingsMayAnswer.includes(exchange.operation);
  return isValidation && (statusOf(exchange) === 500 || tellsFindings(exchange));
}

/** Exactly 400, or the findings of a validation. */
export function expectRejection(
  trial: Trial,
  suite: Pick<Suite, 'findingsMayAnswer'>,
  exchange: Exchange,
  symptom: string,
): void {
  if (answersFindings(suite, exchange)) trial.saw(exchange);
  else expectRefusal(trial, exchange, symptom);
}
