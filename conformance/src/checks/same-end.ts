import { type Check, NotApplicable } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { bodyOf, describeAnswer } from '../suite/exchange.ts';
import { at, canonical, isObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Observation, Task } from '../suite/tasks.ts';

/**
 * Work that changes nothing ends as it did before: of all tasks of an operation those that were asked the same, whatever
 * stands beside it that nobody knows.
 */
export function sameEndCheck(run: Run, requirement: string, operation: string): Check {
  const scope = { of: operation, operation, phase: 'last' } as const;
  return run.check(requirement, scope, (trial) => {
    const known = new Map<string, Observation>();
    let isRepeated = false;
    for (const task of run.tasks.all) {
      const end = task.operation === operation ? endOf(task) : undefined;
      if (end === undefined) continue;
      const asked = canonical(askedIn(run, task));
      const before = known.get(asked);
      if (before === undefined) {
        known.set(asked, end);
        continue;
      }
      isRepeated = true;
      trial.saw(before.exchange, end.exchange);
      if (before.state === end.state && toldBy(before) === toldBy(end)) continue;
      trial.violated(
        {
          symptom: `${operation} ends otherwise when it is asked for again`,
          expected: `as before: ${describeAnswer(before.exchange)}`,
          actual: describeAnswer(end.exchange),
        },
        end.exchange,
        before.exchange,
      );
    }
    if (!isRepeated) throw new NotApplicable('no two tasks were asked the same');
  });
}

function endOf({ lifecycle, observations }: Task): Observation | undefined {
  return observations.find(({ state }) => state !== undefined && lifecycle.terminal.includes(state));
}

/** Which changes the end tells of; what their values are may be a matter of the moment. */
function toldBy({ exchange }: Observation): string {
  const updates = at(bodyOf(exchange), 'updates');
  return canonical(isObject(updates) ? Object.keys(updates).sort() : []);
}

/** The members of a request that the contract knows. */
function askedIn({ contract, session }: Run, { operation, start }: Task): unknown {
  const schema = operationOf(contract, operation).body?.schema;
  const { properties } = schema === undefined ? {} : session.schemas.named(schema);
  const { value } = start.sent;
  if (!isObject(value) || !isObject(properties)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in properties));
}
