import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { Blocked, type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { grantedAbsence } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at } from '../suite/json.ts';
import type { Run, Subject } from '../suite/run.ts';
import type { Task } from '../suite/tasks.ts';

/** However it came about: a token was taken that is not known in this place. */
const ACCEPTED = 'unknown token accepted';

/** What is asked of tokens with requests of its own: unknown, empty, spelt otherwise, taken to the wrong place. */
export function tokenChecks(run: Run, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations);
  const takers = operations.filter(({ parameters }) =>
    parameters.some((one) => one.in === 'path' && one.name === 'token'),
  );
  const cancels = takers.filter(({ id }) =>
    operations.some(({ longRunning }) => longRunning?.cancel?.operation === id),
  );
  return [
    ...cancels.map((operation) => foreignToken(run, operation)),
    ...takers.flatMap((operation) => [
      unknownToken(run, subject, operation, 'uuid'),
      unknownToken(run, subject, operation, 'word'),
    ]),
    ...takers
      .filter(isPoll(operations))
      .flatMap((operation) => [
        emptyToken(run, operation),
        encodedToken(run, operation),
        foreignToken(run, operation),
        cutToken(run, operation),
      ]),
  ];
}

/** A task of the operations that are polled here, once it has ended. */
async function endedTask(run: Run, poll: string): Promise<Task> {
  const find = (): Task | undefined =>
    run.tasks.all.find(({ longRunning, end }) => longRunning.poll.operation === poll && end === 'terminal');
  const task = find();
  if (task === undefined) throw new NotApplicable('no task was started that is polled here');
  return task;
}

function isPoll(operations: readonly OperationEntry[]): (one: OperationEntry) => boolean {
  return ({ id }) => operations.some(({ longRunning }) => longRunning?.poll.operation === id);
}

function unknownToken(run: Run, subject: Subject, operation: OperationEntry, kind: 'uuid' | 'word'): Check {
  const title = `${operation.id}: an unknown token (a ${kind}) gives a 4xx with the error shape`;
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
      trial.violated(
        {
          symptom: 'unknown token without errors',
          expected: 'a list of errors',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    },
  );
}

/** The operation without which a token of this path cannot exist. */
function starterOf(run: Run, operation: string): string {
  const starter = Object.values(run.contract.table.operations).find(
    ({ longRunning }) => longRunning?.poll.operation === operation,
  );
  return starter?.id ?? operation;
}

function emptyToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: an empty token is refused`;
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
  trial.violated(
    {
      symptom: succeeded(exchange) ? ACCEPTED : `${what} gives ${statusOf(exchange)}`,
      expected: '400',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

function encodedToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: the token survives percent-encoding`;
  return run.check(
    'A-03',
    { of: operation.id, title, operation: operation.id, phase: 'last' },
    async (trial) => {
      const task = await endedTask(run, operation.id);
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
      const plain = await run.tasks.read(task, 'the same token as it is');
      if (statusOf(plain.exchange) !== 200) throw new Blocked('A-09', 'the task has been forgotten');
      trial.violated(
        {
          symptom: 'encoded token is not known',
          expected: '200, as for the token as it is',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    },
  );
}

/** A token that belongs to no task, because it is longer than one that does. */
function cutToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: an extended token is refused`;
  return run.check(
    'CO-09',
    { of: operation.id, title, operation: operation.id, phase: 'last' },
    async (trial) => {
      const { token } = await endedTask(run, operation.id);
      const exchange = await run.session.call({
        operation: operation.id,
        label: 'token with one character more',
        intent: 'valid',
        token: `${token}x`,
      });
      trial.saw(exchange);
      if (!succeeded(exchange)) return;
      trial.violated({ symptom: ACCEPTED, expected: '400', actual: describeAnswer(exchange) }, exchange);
    },
  );
}

function foreignToken(run: Run, operation: OperationEntry): Check {
  const title = `${operation.id}: a token of another kind is not accepted`;
  return run.check(
    'A-13',
    { of: operation.id, title, operation: operation.id, phase: 'last' },
    async (trial) => {
      const belongs = ({ longRunning: { poll, cancel } }: Task): boolean =>
        poll.operation === operation.id || cancel?.operation === operation.id;
      const own = run.tasks.all.filter(belongs).map(({ token }) => token);
      const others = run.tasks.all.filter((task) => !belongs(task) && !own.includes(task.token));
      const [foreign] = others;
      if (foreign === undefined) throw new NotApplicable('no token of another kind was handed out');
      const exchange = await run.session.call({
        operation: operation.id,
        label: `token of ${foreign.operation}`,
        intent: 'valid',
        token: foreign.token,
      });
      trial.saw(exchange);
      if (!succeeded(exchange)) return;
      trial.violated(
        { symptom: ACCEPTED, expected: '400', actual: describeAnswer(exchange) },
        exchange,
        foreign.start,
      );
    },
  );
}
