import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { expectRepeatable, isSteady } from '../../laws/steadiness.ts';
import { Blocked, type Check, NotApplicable, NotTestable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { type Facts, isInShape, isUnknownByChoice } from './facts.ts';
import { asksForNobody, placesOf } from './knowledge.ts';

/** Whether each operation exists, and whether reads change nothing. */
export function presenceChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => [
    presenceCheck(facts, operation),
    ...(isSteady(operation) ? [steadinessCheck(facts, operation)] : []),
  ]);
}

function steadinessCheck({ run, good }: Facts, { id }: OperationEntry): Check {
  const title = `${id}: reading twice returns the same response`;
  return run.check('P-17', { of: id, title, operation: id }, async (trial) =>
    expectRepeatable(trial, run, await good(id)),
  );
}

/** One cheap valid request decides whether an operation exists; all its other checks depend on it. */
function presenceCheck(facts: Facts, operation: OperationEntry): Check {
  const { id } = operation;
  const title = `${id} exists and accepts a valid request`;
  return facts.run.check('P-01', { of: id, title }, async (trial) => {
    const exchange = await facts.good(id);
    trial.saw(exchange);
    if (succeeded(exchange)) return;
    const status = String(statusOf(exchange));
    if (isUnknownByChoice(facts.run, operation, exchange)) return;
    const refused = status.startsWith('4') && Object.hasOwn(operation.responses, status);
    if (refused && isInShape(facts.run, exchange)) {
      const why = await excuseOf(facts, operation, exchange);
      if (why === undefined) return;
      if (why !== '') throw new NotTestable(why);
      const polled = facts.operations.some(({ longRunning }) => longRunning?.poll.operation === id);
      if (polled) throw new Blocked('P-32', `no token of this run is known: ${describeAnswer(exchange)}`);
    }
    const missing = ['404', '405', '501'].includes(status);
    trial.wrongAnswer(
      missing ? `${id} is not implemented` : `valid ${id} rejected`,
      'success for a valid request',
      exchange,
    );
  });
}

/**
 * Undefined if a conformant platform may refuse the request; empty if nothing excuses it; else the missing
 * configuration.
 */
async function excuseOf(
  facts: Facts,
  operation: OperationEntry,
  exchange: Exchange,
): Promise<string | undefined> {
  const places = placesOf(operation);
  const { invented } = await facts.nameAll(operation);
  // A single name that the platform itself returned must be known to it.
  const sure = places.length === 1 && invented.length === 0 && !asksForNobody(operation);
  if (places.length > 0 && !sure && statusOf(exchange) < 500 && operation.body === undefined)
    return undefined;
  if (places.length > 0 && !sure && statusOf(exchange) === 404) return undefined;
  if (operation.body !== undefined)
    return `the built-in body of ${operation.id} was rejected; pass a valid one with --body ${operation.id}=FILE`;
  if (operation.method === 'GET' && statusOf(exchange) === 404 && operation.parameters.length === 0)
    throw new NotApplicable(`no value is set that ${operation.id} could return`);
  const asked = operation.parameters.some((one) => one.in === 'query' && one.required);
  return asked ? 'the platform has no data for the environment; name another with --id environment=...' : '';
}
