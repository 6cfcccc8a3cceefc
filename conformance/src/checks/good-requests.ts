import type { Statement, Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import type { Ended, Started } from '../suite/tasks.ts';
import type { Work } from '../suite/work.ts';

/** A valid request must be accepted, with one of the statuses. */
export function expectStart(trial: Trial, exchange: Exchange, ...statuses: readonly number[]): void {
  const { operation } = exchange;
  trial.saw(exchange);
  if (statuses.includes(statusOf(exchange))) return;
  const missing = [404, 405, 501].includes(statusOf(exchange))
    ? `${operation} is not implemented`
    : `valid ${operation} rejected`;
  trial.wrongAnswer(missing, `${statuses.join(' or ')} for a valid request`, exchange);
}

/** The valid request of a started task, answered with a terminal state or a token. */
export function expectTaken(trial: Trial, started: Started): void {
  const { exchange } = started;
  expectStart(trial, exchange, 200, 202);
  if (started.kind !== 'broken' || ![200, 202].includes(statusOf(exchange))) return;
  trial.wrongAnswer(
    `${exchange.operation} returns neither a token nor a status`,
    statusOf(exchange) === 202 ? 'a token' : 'the finished status',
    exchange,
  );
}

/** The same for work. If it finishes in its answer, that must have a terminal state. */
export async function expectWork(trial: Trial, work: Work): Promise<void> {
  const started = await work.start();
  expectTaken(trial, started);
  if (started.kind === 'finished') expectTerminal(trial, await work.end());
}

export function expectTerminal(trial: Trial, ended: Ended): void {
  if (ended.isOver) return;
  trial.violated(
    { symptom: '200 with an unfinished task', expected: 'a terminal state in a 200', actual: ended.state },
    ended.exchange,
  );
}

/** A request succeeds, because of what the run did before. */
export function mustSucceed(
  trial: Trial,
  exchange: Exchange,
  { symptom, expected }: Pick<Statement, 'symptom' | 'expected'>,
): void {
  trial.saw(exchange);
  if (!succeeded(exchange)) trial.wrongAnswer(symptom, expected, exchange);
}

/** A request may be accepted or rejected, but it causes no system error. */
export function expectNoFault(trial: Trial, exchange: Exchange, symptom: string, expected: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
  trial.wrongAnswer(symptom, expected, exchange);
}

/** A descriptor that is not YAML may be refused immediately, but never with a server error. */
export function judgeRefusal(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 400) return;
  trial.wrongAnswer(
    `not YAML returns ${statusText(exchange)}`,
    '400, or a finished task with errors',
    exchange,
  );
}

/** Impossible work is refused or fails; it never succeeds and never causes a server error. */
export async function mustNotSucceed(
  trial: Trial,
  { contract, tasks }: Run,
  operation: string,
  value: object,
  label: string,
): Promise<void> {
  const started = await tasks.start(operation, value, label);
  if (started.kind === 'refused' || started.kind === 'broken') return judgeRefusal(trial, started.exchange);
  const ended = await tasks.finish(started);
  trial.saw(ended.exchange);
  const { succeeded = [] } = operationOf(contract, operation).longRunning ?? {};
  if (!succeeded.includes(ended.state)) return;
  trial.wrongAnswer(
    'success for an impossible request',
    '400, or a task that ends as FAILED',
    ended.exchange,
    started.exchange,
  );
}
