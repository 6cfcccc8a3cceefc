import type { Check, Trial } from '../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run, Subject } from '../suite/run.ts';

/** Larger than the default limits of frameworks, in characters. */
const LARGE = 1024 * 1024;

/** Requests outside the contract: no server has to handle them, and nothing may break. */
export function strayChecks(run: Run, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations);
  const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => !path.includes('{'));
  const large = subject.harmless;
  return [
    unknownPath(run, subject),
    ...paths.map((path) => otherMethod(run, path)),
    ...(large === undefined ? [] : [largeBody(run, subject, large)]),
  ];
}

/** A path that begins like one of the contract, with a valid request that changes nothing. */
function unknownPath(run: Run, subject: Subject): Check {
  const operations = Object.values(run.contract.table.operations);
  const plain = operations.find(({ path }) => !path.includes('{'));
  const safe = operations.find(({ id }) => id === subject.harmless);
  return run.check('X-18', {}, async (trial) => {
    const { id = '', path = '/' } = safe ?? plain ?? {};
    const exchange = await run.session.call({
      operation: id,
      label: 'a path that the contract does not have',
      intent: 'stray',
      path: `${path}-unknown`,
      ...(safe && { value: subject.goodBody(id), parameters: subject.goodParameters?.(id) }),
      patient: true,
    });
    trial.saw(exchange);
    // A proxy may redirect.
    if (statusOf(exchange) >= 300 && statusOf(exchange) < 500) return;
    say(trial, exchange, 'unknown path', '404');
  });
}

function otherMethod(run: Run, path: string): Check {
  const here = Object.values(run.contract.table.operations).filter((one) => one.path === path);
  const method =
    ['PATCH', 'PUT', 'DELETE'].find((one) => here.every((other) => other.method !== one)) ?? 'TRACE';
  const title = `${method} ${path}: a method that the contract does not have causes no system error`;
  const operation = here[0]?.id ?? '';
  return run.check('X-19', { of: path, title, operation }, async (trial) => {
    const exchange = await run.session.call({
      operation,
      label: `${method} instead of ${here.map((one) => one.method).join(', ')}`,
      intent: 'stray',
      method,
      path,
      patient: true,
    });
    trial.saw(exchange);
    if (succeeded(exchange)) {
      // A server may have additional routes.
      trial.note({ symptom: 'extra method', expected: '405', actual: describeAnswer(exchange) }, exchange);
      return;
    }
    if (statusOf(exchange) >= 300 && statusOf(exchange) <= 501 && statusOf(exchange) !== 500) return;
    say(trial, exchange, 'other method', '405');
  });
}

function largeBody(run: Run, subject: Subject, operation: string): Check {
  return run.check('X-20', { operation }, async (trial) => {
    const good = subject.goodBody(operation);
    const exchange = await run.session.call({
      operation,
      label: 'a body of one megabyte',
      // The contract does not limit the size.
      intent: 'stray',
      value: { ...(isObject(good) ? good : {}), padding: 'x'.repeat(LARGE) },
      parameters: subject.goodParameters?.(operation),
      patient: true,
    });
    trial.saw(exchange);
    // This client cannot read the answer if a server stops reading and closes the connection.
    if (succeeded(exchange) || (statusOf(exchange) >= 400 && statusOf(exchange) < 500)) return;
    say(trial, exchange, 'large body', 'success, or 413');
  });
}

function say(trial: Trial, exchange: Exchange, what: string, expected: string): void {
  trial.wrongAnswer(`${what} returns ${statusText(exchange)}`, expected, exchange);
}
