import type { LongRunningEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { Blocked, type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { grantedAbsence } from '../suite/contract.ts';
import { bodyOf, type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
import { at } from '../suite/json.ts';
import type { Run, Subject } from '../suite/run.ts';
import type { Task } from '../suite/tasks.ts';

/** One symptom for all cases: the target accepted an unknown token. */
const ACCEPTED = 'unknown token accepted';

/** Requests with unknown, empty or differently spelled tokens, and with tokens of other operations. */
export function tokenChecks(run: Run, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations);
  const takers = operations.filter(({ parameters }) =>
    parameters.some((one) => one.in === 'path' && one.name === 'token'),
  );
  const cancels = takers.filter(({ id }) =>
    operations.some(({ longRunning }) => longRunning?.cancel?.operation === id),
  );
  const polls = takers.filter(isPoll(operations));
  const starts = operations.flatMap(({ longRunning }) => longRunning ?? []);
  const foreign = [...cancels, ...polls].flatMap((operation) =>
    polls
      .filter(({ id }) => !starts.some((one) => one.poll.operation === id && isTakenBy(one, operation.id)))
      .map(({ id }) => foreignToken(run, operation, id)),
  );
  return [
    ...foreign,
    ...takers.flatMap((operation) => [
      unknownToken(run, subject, operation, 'uuid'),
      unknownToken(run, subject, operation, 'word'),
    ]),
    ...polls.flatMap((operation, turn) => [
      emptyToken(run, operation),
      encodedToken(run, operation),
      nearToken(run, operation, 'extended'),
      // All operations compare texts in the same way, so each tests another variation.
      nearToken(run, operation, turn % 2 === 0 ? 'folded' : 'padded'),
    ]),
  ];
}

/** A finished task of the operations that are polled here. */
function endedTask(run: Run, poll: string): Task {
  const task = run.tasks.all.find(
    ({ longRunning, end }) => longRunning.poll.operation === poll && end === 'terminal',
  );
  if (task === undefined) throw new NotApplicable('no task with this status path was started');
  return task;
}

function isPoll(operations: readonly OperationEntry[]): (one: OperationEntry) => boolean {
  return ({ id }) => operations.some(({ longRunning }) => longRunning?.poll.operation === id);
}

function unknownToken(run: Run, subject: Subject, operation: OperationEntry, kind: 'uuid' | 'word'): Check {
  const title = `${operation.id}: an unknown token (a ${kind}) returns a 4xx with the error shape`;
  return run.check(
    'A-11',
    { of: `${operation.id}.${kind}`, title, operation: operation.id },
    async (trial) => {
      if (operation.capability !== undefined) await subject.gate(starterOf(run, operation.id));
      const token = run.invent(kind);
      const exchange = await run.session.call({
        operation: operation.id,
        label: `unknown token, a ${kind}`,
        intent: 'valid',
        token,
        patient: true,
      });
      trial.saw(exchange);
      if (statusOf(exchange) === grantedAbsence(operation)) return;
      expectClientError(trial, exchange, 'unknown token');
      if (
        statusOf(exchange) < 400 ||
        statusOf(exchange) >= 500 ||
        Array.isArray(at(bodyOf(exchange), 'errors'))
      )
        return;
      trial.wrongAnswer('unknown token without errors', 'a list of errors', exchange);
    },
  );
}

/** The operation that issues the tokens of this path. */
function starterOf(run: Run, operation: string): string {
  const starter = Object.values(run.contract.table.operations).find(
    ({ longRunning }) => longRunning?.poll.operation === operation,
  );
  return starter?.id ?? operation;
}

function emptyToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: an empty token is rejected`;
  return run.check('A-12', { of: operation.id, title, operation: operation.id }, async (trial) => {
    const exchange = await run.session.call({
      operation: operation.id,
      label: 'empty token',
      intent: 'stray',
      spelling: '',
      patient: true,
    });
    trial.saw(exchange);
    if (statusOf(exchange) >= 300 && statusOf(exchange) < 400) return;
    if (statusOf(exchange) === grantedAbsence(operation)) return;
    expectClientError(trial, exchange, 'empty token');
  });
}

function expectClientError(trial: Trial, exchange: Exchange, what: string): void {
  if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
  trial.wrongAnswer(
    succeeded(exchange) ? ACCEPTED : `${what} returns ${statusText(exchange)}`,
    '400',
    exchange,
  );
}

function encodedToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: the token survives percent-encoding`;
  return run.check(
    'A-03',
    { of: operation.id, title, operation: operation.id, phase: 'last' },
    async (trial) => {
      const task = endedTask(run, operation.id);
      const spelling = [...Buffer.from(task.token)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join('');
      const label = 'token with every character percent-encoded';
      const exchange = await run.session.call({
        operation: operation.id,
        label,
        intent: 'valid',
        token: task.token,
        spelling,
      });
      trial.saw(exchange);
      if (statusOf(exchange) === 200) return;
      const plain = await run.tasks.read(task, 'the same token, not encoded');
      if (statusOf(plain.exchange) !== 200) throw new Blocked('A-09', 'the task has been forgotten');
      trial.wrongAnswer('encoded token is unknown', '200, as for the token without encoding', exchange);
    },
  );
}

/** Variations of a token that make it a different token. */
const NEAR: Readonly<Record<string, { told: string; spell: (token: string) => string }>> = {
  extended: { told: 'with one character more', spell: (token) => `${token}x` },
  folded: { told: 'in a different case', spell: inOtherCapitals },
  padded: { told: 'between two blanks', spell: (token) => ` ${token} ` },
};

/** The token in the other case; unchanged for a UUID (RFC 9562 section 4) and without letters. */
function inOtherCapitals(token: string): string {
  if (/^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(token)) return token;
  return token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
}

/** Tokens are compared as a whole and case-sensitively. */
function nearToken(run: Run, operation: OperationEntry, name: string): Check {
  const near = NEAR[name];
  const title = `${operation.id}: a token ${near?.told} is rejected`;
  const of = `${operation.id}.${name}`;
  return run.check('CO-09', { of, title, operation: operation.id, phase: 'last' }, async (trial) => {
    const task = endedTask(run, operation.id);
    const token = near?.spell(task.token);
    if (token === undefined || run.tasks.all.some((other) => other.token === token))
      throw new NotApplicable('another spelling is the same token');
    const exchange = await run.session.call({
      operation: operation.id,
      label: `token ${near?.told}`,
      intent: 'valid',
      token,
    });
    trial.saw(exchange);
    if (!succeeded(exchange)) return;
    trial.wrongAnswer(ACCEPTED, '400', exchange);
  });
}

/** @param poll The poll operation of the other kind of token. */
function foreignToken(run: Run, operation: OperationEntry, poll: string): Check {
  const title = `${operation.id}: a token that ${poll} knows is not accepted`;
  const of = `${operation.id}.${poll}`;
  return run.check('A-13', { of, title, operation: operation.id, phase: 'last' }, async (trial) => {
    const starters = Object.values(run.contract.table.operations).filter(
      ({ longRunning }) => longRunning !== undefined && isTakenBy(longRunning, operation.id),
    );
    // Also those of requests that the run does not follow, for example of an invalid one that was accepted.
    const own = run.session.journal
      .filter((one) => starters.some(({ id }) => id === one.operation))
      .map(bodyOf);
    const foreign = run.tasks.all.find(
      ({ longRunning, token }) => longRunning.poll.operation === poll && !own.includes(token),
    );
    if (foreign === undefined) throw new NotApplicable('there is no token of the other kind');
    const exchange = await run.session.call({
      operation: operation.id,
      label: `token of ${foreign.operation}`,
      intent: 'valid',
      token: foreign.token,
    });
    trial.saw(exchange);
    if (!succeeded(exchange)) return;
    trial.wrongAnswer(ACCEPTED, '400', exchange, foreign.start);
  });
}

function isTakenBy({ poll, cancel }: LongRunningEntry, operation: string): boolean {
  return poll.operation === operation || cancel?.operation === operation;
}
