import { type Check, NotApplicable } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { bodyOf, describeAnswer } from '../suite/exchange.ts';
import { at, canonical, isObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Observation, Task } from '../suite/tasks.ts';

/**
 * Work that changes nothing ends as before: compares the tasks of an operation with the same request, ignoring unknown
 * members. An operation that reads current state may find another state later, so two that differ are sent again,
 * directly one after the other.
 */
export function sameEndCheck(run: Run, requirement: string, operation: string): Check {
  const scope = { of: operation, operation, phase: 'last' } as const;
  return run.check(requirement, scope, async (trial) => {
    const known = new Map<string, Task>();
    const pairs = [...run.tasks.all].flatMap((task): [Task, Task][] => {
      if (task.operation !== operation || endOf(task) === undefined) return [];
      const asked = canonical(askedIn(run, task));
      const before = known.get(asked);
      if (before === undefined) known.set(asked, task);
      return before === undefined ? [] : [[before, task]];
    });
    if (pairs.length === 0) throw new NotApplicable('no request was sent twice');
    for (const pair of pairs) trial.saw(...pair.map(({ start }) => start));
    const other = pairs.find(([before, task]) => isOtherwise(before, task));
    if (other === undefined) return;
    const [first, second] = [await repeat(run, other[0]), await repeat(run, other[0])];
    const [before, end] = [first, second].map(endOf);
    if (before === undefined || end === undefined || !isOtherwise(first, second)) return;
    trial.wrongAnswer(
      `${operation} has another result when it is repeated`,
      `as before: ${describeAnswer(before.exchange)}`,
      end.exchange,
      before.exchange,
    );
  });
}

async function repeat({ tasks }: Run, { operation, start }: Task): Promise<Task> {
  const started = await tasks.start(operation, start.sent.value, `${start.label}, again`);
  const { task } = await tasks.finish(started);
  if (task === undefined) throw new NotApplicable('the work was synchronous');
  return task;
}

function isOtherwise(before: Task, task: Task): boolean {
  const [left, right] = [endOf(before), endOf(task)];
  if (left === undefined || right === undefined) return false;
  return left.state !== right.state || toldBy(left) !== toldBy(right);
}

function endOf({ lifecycle, observations }: Task): Observation | undefined {
  return observations.find(({ state }) => state !== undefined && lifecycle.terminal.includes(state));
}

/** The changes in the result; their values may vary over time. */
function toldBy({ exchange }: Observation): string {
  const updates = at(bodyOf(exchange), 'updates');
  return canonical(isObject(updates) ? Object.keys(updates).sort() : []);
}

/** The members of a request that are in the contract. */
function askedIn({ contract, session }: Run, { operation, start }: Task): unknown {
  const schema = operationOf(contract, operation).body?.schema;
  const { properties } = schema === undefined ? {} : session.schemas.named(schema);
  const { value } = start.sent;
  if (!isObject(value) || !isObject(properties)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in properties));
}
