import type { Check, Statement } from '../../suite/check.ts';
import { type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, type JsonObject, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { readYaml } from '../../suite/yaml.ts';
import { plansTold, stepsOf } from './endings.ts';
import type { Facts } from './facts.ts';
import { componentsIn, type OwnUnit } from './own-unit.ts';
import { roundingOf } from './sense.ts';

/** Actions of a plan on a component, each with whether it needs what the component depends on. */
const ACTIONS = new Map([
  ['PROVISION', true],
  ['UNPROVISION', false],
]);

/** The plans of the run contain the components of their units only, each in the order of the dependencies. */
export function planTaskCheck(facts: Facts): Check {
  const title = 'The tasks of a plan are about its components, in the order of their dependencies';
  return facts.run.check('P-45', { of: 'tasks', title, phase: 'last' }, (trial) => {
    const units = unitsByToken(facts);
    for (const { exchange, dag, token = '' } of plansTold(facts)) {
      const unit = units.get(token);
      if (unit === undefined) continue;
      const tasks = stepsOf(dag).map(({ task }) => task);
      const fault = strangerIn(tasks, unit) ?? disorderIn(tasks, unit);
      if (tasks.length > 0) trial.saw(exchange);
      if (fault !== undefined) trial.violated(fault, exchange, unit.start);
    }
  });
}

interface Planned {
  readonly start: Exchange;
  readonly components: OwnUnit['components'];
  /** All names of the unit, and of the components that it has had. */
  readonly names: ReadonlySet<unknown>;
}

/** What the plan of each token is about. */
function unitsByToken({ run, work }: Facts): Map<string, Planned> {
  const names = new Map<unknown, Set<unknown>>();
  const units = new Map<string, Planned>();
  for (const start of run.session.journal) {
    const token = tokenOf(start);
    const isPlanned = [...work.building, ...work.ending].includes(start.operation);
    if (!isPlanned || !succeeded(start) || token === undefined) continue;
    const unit = readYaml(String(at(start.sent.value, 'descriptor')));
    const known = names.get(at(unit, 'id')) ?? new Set();
    names.set(at(unit, 'id'), known);
    for (const one of [unit, ...listOf(at(unit, 'components'))])
      known.add(at(one, 'id')).add(at(one, 'name'));
    units.set(token, { start, components: componentsIn(unit), names: known });
  }
  return units;
}

function strangerIn(tasks: readonly JsonObject[], { names }: Planned): Statement | undefined {
  const stranger = tasks.find(({ action, componentName: name }) => {
    return typeof name === 'string' && ACTIONS.has(String(action)) && !names.has(name);
  });
  if (stranger === undefined) return undefined;
  const [symptom, expected] = ['a task of another unit', 'tasks of the components in the descriptor'];
  return { symptom, expected, actual: `a task of ${String(stranger['componentName'])}` };
}

/** A task waits for those of the components that its own depends on; when a unit is removed, the other way round. */
function disorderIn(tasks: readonly JsonObject[], { components }: Planned): Statement | undefined {
  for (const [action, isBuilt] of ACTIONS)
    for (const { id, needs } of components)
      for (const need of needs) {
        const [first, then] = isBuilt ? [need, id] : [id, need];
        const of = (name: string) =>
          tasks.find((one) => one['action'] === action && one['componentName'] === name);
        const [before, after] = [of(first), of(then)];
        if (before === undefined || after === undefined || !isEarly(before, after)) continue;
        const expected = `${action} of ${then} after that of ${first}`;
        const actual = `started at ${String(after['startTime'])}, and the other ended at ${String(before['stopTime'])}`;
        return { symptom: 'order of the plan', expected, actual };
      }
  return undefined;
}

/** Whether a task does not wait for the one before it. */
function isEarly(before: JsonObject, after: JsonObject): boolean {
  const isBelow = stepsOf(before).some(({ task }) => task === after);
  const [ended, began] = [before['stopTime'], after['startTime']];
  const early = Date.parse(String(ended)) - Date.parse(String(began));
  return isBelow || early > roundingOf(ended, began);
}
