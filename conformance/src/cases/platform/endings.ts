import type { Check, Trial } from '../../suite/check.ts';
import { lifecycleOf, operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { isOther, SKEW } from './sense.ts';

/** Checks of finished work and of the tasks of plans. They send no requests. */
export function endingChecks(facts: Facts): Check[] {
  return [restCheck(facts), beginningCheck(facts), stepsCheck(facts)];
}

/** Members that other monitors read, and that may still change. */
const ELSEWHERE = ['status', 'updates', 'logs', 'dag'];

/** A client may cache the result of finished work. */
function restCheck(facts: Facts): Check {
  const title = 'A finished task always returns the same result';
  return facts.run.check('P-36', { of: 'told', title, phase: 'last' }, (trial) => {
    for (const { operation, state, ends } of pollsOf(facts))
      for (const [first, ...later] of alikeOf(facts, operation).values()) {
        if (first === undefined) continue;
        const isEnd = (one: Exchange) => ends.includes(String(atPointer(bodyOf(one), state)));
        const [end, ...others] = [first, ...later].filter(isEnd);
        for (const other of others) expectAlike(facts, trial, end ?? other, other);
      }
  });
}

function expectAlike({ run }: Facts, trial: Trial, end: Exchange, later: Exchange): void {
  if (later.at < end.at + end.took) return;
  trial.saw(end, later);
  for (const member of membersOf(run, end)) {
    const [before, now] = [at(bodyOf(end), member), at(bodyOf(later), member)];
    if (ELSEWHERE.includes(member) || before === undefined || now === undefined) continue;
    // Its entries may be in any order.
    if (!isOther(unordered(before), unordered(now))) continue;
    const statement = {
      symptom: 'result of a finished task changes',
      expected: `${member} ${brief(before)}, as before`,
    };
    trial.violated({ ...statement, actual: brief(now), difference: `/${member}` }, later, end);
    return;
  }
}

/** The members that the contract defines for an answer; a platform may add others. */
function membersOf({ contract, session }: Facts['run'], { operation, received }: Exchange): string[] {
  const schema = operationOf(contract, operation).responses[String(received?.status)]?.schema;
  return schema === undefined ? [] : Object.keys(Object(session.schemas.named(schema)['properties']));
}

function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unordered).map(canonical).sort();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unordered(one)]));
}

/** The operations that report the state of work, and their terminal states. */
function pollsOf({ operations, run }: Facts) {
  const polls = new Map(
    operations.flatMap((one) => {
      const { longRunning } = one;
      const operation = longRunning?.poll.operation;
      if (longRunning === undefined || operation === undefined) return [];
      const { terminal } = lifecycleOf(run.contract, one);
      return [[operation, { operation, state: longRunning.state, ends: terminal }] as const];
    }),
  );
  return [...polls.values()];
}

/** The successful answers of an operation to the same request, in order. */
function alikeOf({ run }: Facts, operation: string): Map<string, Exchange[]> {
  const alike = new Map<string, Exchange[]>();
  for (const one of run.session.journal) {
    if (one.operation !== operation || !succeeded(one)) continue;
    const { path } = one.sent;
    alike.set(path, [...(alike.get(path) ?? []), one]);
  }
  return alike;
}

/** A task of a plan, with the task that waits for it. */
interface Step {
  readonly task: JsonObject;
  /** Absent for the last task, which is the plan itself. */
  readonly next?: JsonObject;
  /** Identifies it among the tasks of its plan. */
  readonly place: string;
}

export function stepsOf(task: unknown, place = '', next?: JsonObject): Step[] {
  if (!isObject(task)) return [];
  const own = `${place}/${String(task['id'])}`;
  const needs = listOf(task['dependsOnTasks']).flatMap((one) => stepsOf(one, own, task));
  return [{ task, place: own, ...(next === undefined ? {} : { next }) }, ...needs];
}

/** Answers that describe one plan, with its state if the answer states it next to the tasks. */
export function plansTold({ cast, run }: Facts) {
  const [poll, read] = [cast.poll(cast.start), cast.link(cast.deploy, 'plan').operation];
  const list = cast.plans;
  return run.session.journal.filter(succeeded).flatMap((exchange) => {
    const body = bodyOf(exchange);
    const named = [poll, read].includes(exchange.operation);
    const plans = named ? [body] : exchange.operation === list ? listOf(at(body, 'provisioningPlans')) : [];
    // The token is the path segment before `status`, or the last one.
    const token = /\/([^/?]+?)(?:\/status)?(?:\?.*)?$/.exec(exchange.sent.path)?.[1];
    return plans.map((plan) => {
      const key = named ? token : `${String(at(plan, 'environment'))} ${String(at(plan, 'dag', 'id'))}`;
      return {
        exchange,
        plan,
        token: named ? token : undefined,
        key: `${named ? 'plan' : 'list'} ${key}`,
        dag: at(plan, 'dag'),
      };
    });
  });
}

/** Tasks with the same name cannot be distinguished. */
function repeatedIn(told: ReturnType<typeof plansTold>): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { exchange, key } of told) {
    const own = `${exchange.id} ${key}`;
    if (seen.has(own)) repeated.add(key);
    seen.add(own);
  }
  return repeated;
}

/** Plans are listed by start time: that of a finished plan is the same for every client. */
function beginningCheck(facts: Facts): Check {
  const title = 'startTime of a finished task never changes';
  return facts.run.check('P-36', { of: 'began', title, phase: 'last' }, (trial) => {
    const told = plansTold(facts);
    const repeated = repeatedIn(told);
    const known = new Map<string, { readonly time: unknown; readonly exchange: Exchange }>();
    for (const { exchange, key, dag } of told) {
      if (repeated.has(key)) continue;
      for (const { task, place } of stepsOf(dag)) {
        const time = task['startTime'];
        if (typeof time !== 'string' || !isEnded(facts, task)) continue;
        trial.saw(exchange);
        const before = known.get(key + place);
        if (before === undefined) known.set(key + place, { time, exchange });
        else if (isOther(before.time, time)) {
          trial.wrongValue(
            'startTime changes',
            `startTime ${brief(before.time)}, as before`,
            time,
            exchange,
            before.exchange,
          );
        }
      }
    }
  });
}

function isEnded({ cast, operations, run }: Facts, task: unknown): boolean {
  const starting = operations.find(({ id }) => id === cast.start);
  if (starting === undefined) return false;
  return lifecycleOf(run.contract, starting).terminal.includes(String(at(task, 'status')));
}

/** A task with an end time is finished, and the tasks that wait for it end later. */
function stepsCheck(facts: Facts): Check {
  const title = 'The tasks of a plan finish in the order of their dependencies';
  return facts.run.check('P-61', { of: 'tasks', title, phase: 'last' }, (trial) => {
    for (const { exchange, plan, dag } of plansTold(facts)) {
      const wrong = stepsOf(dag)
        .map((step) => faultOf(step, at(plan, 'status')))
        .find((one) => one !== undefined);
      if (isObject(dag)) trial.saw(exchange);
      if (wrong === undefined) continue;
      const [expected, actual] = wrong;
      trial.violated({ symptom: 'tasks contradict their plan', expected, actual }, exchange);
    }
  });
}

/** Running states. A task that was never started may have been skipped. */
const GOING_ON = ['RUNNING', 'WAITING', 'TERMINATING'];
const DONE = 'COMPLETED';

function faultOf({ task, next }: Step, plan: unknown): readonly [string, string] | undefined {
  const { id, status, stopTime, startTime } = task;
  const [name, goesOn] = [String(id), GOING_ON.includes(String(status))];
  if (goesOn && typeof stopTime === 'string')
    return [`no stopTime of ${name}, which is not finished`, `${String(status)}, ended at ${stopTime}`];
  // The last task is the plan; it may finish a moment before the plan reports it.
  if (plan === DONE && (goesOn || (next === undefined && status === 'FAILED')))
    return [`${name} succeeded, like the plan`, String(status)];
  if (next === undefined) return undefined;
  if (goesOn && next['status'] === DONE)
    return [`${name} ended before ${String(next['id'])}`, `${String(status)}, and ${DONE} after it`];
  const [end, began, nextEnd] = [stopTime, startTime, next['stopTime']].map((time) =>
    Date.parse(String(time)),
  );
  const last = Number.isNaN(end) ? began : end;
  if (last === undefined || nextEnd === undefined || !(last - nextEnd > SKEW)) return undefined;
  const after = `${String(next['id'])}, which ended at ${String(next['stopTime'])}`;
  return [`${name} before ${after}`, brief(Number.isNaN(end) ? startTime : stopTime)];
}
