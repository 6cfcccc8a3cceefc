import type { LifecycleEntry, LongRunningEntry, TransitionEntry } from '@tessera/contracts/vocabulary';
import { valueAt } from '../harness/json-pointer.ts';
import { isRecord } from '../harness/json-schema.ts';

/** An operation that starts a task, and the states that the task goes through. */
export interface ReadTask {
  readonly longRunning: LongRunningEntry;
  readonly lifecycle: LifecycleEntry;
}

const LONG_RUNNING = 'x-dp-long-running';
const LIFECYCLE = 'x-dp-lifecycle';
const BODY = '$response.body';

/**
 * Reads what an operation declares about the task that it starts: which links of its response lead to the state and to
 * the end, and the lifecycle next to the states. `undefined` when it starts no task, or does not declare enough.
 */
export function readTask(
  document: unknown,
  operation: Record<string, unknown>,
  name: string,
): ReadTask | undefined {
  const said = operation[LONG_RUNNING];
  if (!isRecord(said)) return undefined;
  const startStatus = '202';
  const links = valueAt(operation, `/responses/${startStatus}/links`);
  const poll = readLink(links, said['poll']);
  if (poll === undefined) return undefined;
  const state = String(said['state']);
  const states = follow(document, answerOf(document, poll.call.operation), state);
  const lifecycle = isRecord(states) ? readLifecycle(states, `${name}.state`) : undefined;
  if (lifecycle === undefined) return undefined;
  const cancel = readLink(links, said['cancel']);
  const longRunning = {
    startStatus,
    token: poll.token,
    poll: poll.call,
    state,
    lifecycle: lifecycle.name,
    states: lifecycle.states,
    terminal: lifecycle.terminal,
    succeeded: lifecycle.succeeded,
    ...(cancel === undefined ? {} : { cancel: cancel.call }),
  };
  return { longRunning, lifecycle };
}

/** A link passes the token of the response as a parameter of another operation. */
function readLink(links: unknown, name: unknown) {
  const link = valueAt(links, `/${String(name)}`);
  if (!isRecord(link) || !isRecord(link['parameters'])) return undefined;
  const [parameter, expression] = Object.entries(link['parameters'])[0] ?? [];
  if (parameter === undefined || typeof expression !== 'string' || !expression.startsWith(BODY))
    return undefined;
  const token = expression.slice(BODY.length).replace(/^#/, '');
  return { call: { operation: String(link['operationId']), parameter }, token };
}

/** Schema of the 200 response of an operation. */
function answerOf(document: unknown, operationId: string): unknown {
  const items = Object.values(asRecord(valueAt(document, '/paths'))).flatMap((item) =>
    Object.values(asRecord(item)),
  );
  const operation = items.find((one) => asRecord(one)['operationId'] === operationId);
  const response = deref(document, valueAt(operation, '/responses/200'));
  return valueAt(response, '/content/application~1json/schema');
}

/** Follows a pointer into the instances of a schema. */
function follow(document: unknown, schema: unknown, pointer: string): unknown {
  let found = deref(document, schema);
  for (const name of pointer.split('/').slice(1))
    found = deref(document, valueAt(found, `/properties/${name}`));
  return found;
}

function deref(document: unknown, given: unknown): unknown {
  let found = given;
  for (let step = 0; step < 10; step += 1) {
    const reference = asRecord(found)['$ref'];
    if (typeof reference !== 'string') return found;
    found = valueAt(document, reference.slice(1));
  }
  return found;
}

function readLifecycle(schema: Record<string, unknown>, name: string): LifecycleEntry | undefined {
  const said = schema[LIFECYCLE];
  if (!isRecord(said) || !Array.isArray(said['transitions'])) return undefined;
  const transitions = said['transitions'].filter(isTransition);
  return {
    name,
    description: '',
    states: textsOf(schema['enum']),
    initial: String(said['initial']),
    terminal: textsOf(said['terminal']),
    succeeded: textsOf(said['succeeded']),
    transitions,
    apis: [],
  };
}

function isTransition(value: unknown): value is TransitionEntry {
  return isRecord(value) && [value['from'], value['to'], value['by']].every((one) => typeof one === 'string');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
