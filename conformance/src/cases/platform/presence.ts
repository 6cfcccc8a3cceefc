import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { Blocked, type Check, NotApplicable, NotTestable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { isObject, type JsonObject } from '../../suite/json.ts';
import { type Facts, isInShape } from './facts.ts';
import { asksForNobody, placesOf } from './knowledge.ts';

/** Whether each operation exists, and whether reads change nothing. */
export function presenceChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => [
    presenceCheck(facts, operation),
    ...(operation.method === 'GET' ? [stabilityCheck(facts, operation)] : []),
  ]);
}

/** One cheap valid request decides whether an operation exists; all its other checks depend on it. */
function presenceCheck(facts: Facts, operation: OperationEntry): Check {
  const { id } = operation;
  const title = `${id} is there and takes a good request`;
  return facts.run.check('P-01', { of: id, title }, async (trial) => {
    const exchange = await facts.good(id);
    trial.saw(exchange);
    if (succeeded(exchange)) return;
    const status = String(statusOf(exchange));
    const refused = status.startsWith('4') && Object.hasOwn(operation.responses, status);
    if (refused && isInShape(facts.run, exchange)) {
      const why = await excuseOf(facts, operation, exchange);
      if (why === undefined) return;
      if (why !== '') throw new NotTestable(why);
      const polled = facts.operations.some(({ longRunning }) => longRunning?.poll.operation === id);
      if (polled) throw new Blocked('P-32', `no token of this run is known: ${describeAnswer(exchange)}`);
    }
    const missing = ['404', '405', '501'].includes(status);
    trial.violated(
      {
        symptom: missing ? `${id} is not implemented` : `good ${id} refused`,
        expected: 'success for a good request',
        actual: describeAnswer(exchange),
      },
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
    return `the built-in body of ${operation.id} was refused; pass one that fits with --body ${operation.id}=FILE`;
  if (operation.method === 'GET' && statusOf(exchange) === 404 && operation.parameters.length === 0)
    throw new NotApplicable(`nothing has been set that ${operation.id} could answer with`);
  const asked = operation.parameters.some((one) => one.in === 'query' && one.required);
  return asked ? 'nothing is known here about the environment; name one with --id environment=...' : '';
}

/** The same request twice has the same answer, if nothing happens in between. */
function stabilityCheck(facts: Facts, operation: OperationEntry): Check {
  const { id } = operation;
  const title = `${id}: asking twice changes nothing`;
  return facts.run.check('P-17', { of: id, title, operation: id }, async (trial) => {
    const first = await facts.good(id);
    const named = await facts.nameAll(operation);
    const second = await facts.run.session.call(facts.compose(operation, named, { label: 'the same again' }));
    trial.saw(first, second);
    // The thing may exist by now: this run creates things.
    if (!succeeded(first)) return;
    // And removes them: a search without results may return 404.
    const isSearch = operation.pagination !== undefined && Object.hasOwn(operation.responses, '404');
    if (isSearch && statusOf(second) === 404) return;
    if (statusOf(first) === statusOf(second) && isAlike(first, second)) return;
    trial.violated(
      {
        symptom: `${id} answers differently`,
        expected: describeAnswer(first),
        actual: describeAnswer(second),
      },
      second,
      first,
    );
  });
}

/** Work may continue between two reads and add or remove optional members, but not change the type of the answer. */
function isAlike(first: Exchange, second: Exchange): boolean {
  const [left, right] = [first, second].map(({ received }) => received?.json?.value);
  if (!isObject(left) || !isObject(right))
    return typeof left === typeof right && Array.isArray(left) === Array.isArray(right);
  const holdsAll = (whole: JsonObject, part: JsonObject) => Object.keys(part).every((key) => key in whole);
  return holdsAll(left, right) || holdsAll(right, left);
}
