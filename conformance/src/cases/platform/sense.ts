import { marks } from '@tessera/contracts/marks';
import type { MarkEntry } from '@tessera/contracts/vocabulary';
import type { Check, Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { isSorted } from './filters.ts';
import { livesOf } from './lives.ts';

/** Consistency of the members of successful answers, over all answers of the run. It sends no requests. */
export function senseChecks(facts: Facts): Check[] {
  return [
    timeCheck(facts),
    birthCheck(facts),
    changeCheck(facts),
    unitCheck(facts),
    namesCheck(facts),
    logCheck(facts),
    unaskedCheck(facts),
    lastPageCheck(facts),
  ];
}

const MARKS: readonly MarkEntry[] = marks;
/** Each time, with the earlier time that it must not precede. */
const TIMES = new Map(
  MARKS.flatMap(({ member, notBefore }) => (notBefore === undefined ? [] : [[member, notBefore]])),
);
/** The clocks of the services of one platform may differ by this time, in milliseconds. */
export const SKEW = 1_000;

function timeCheck(facts: Facts): Check {
  const title = 'No end time or update time is before the start';
  return facts.run.check('P-03', { of: 'order', title, phase: 'last' }, (trial) => {
    eachGood(facts, (exchange, one) => {
      for (const [to, from] of TIMES) {
        const [first, last] = [Date.parse(String(one[from])), Date.parse(String(one[to]))];
        if (Number.isNaN(first) || Number.isNaN(last)) continue;
        trial.saw(exchange);
        if (first - last <= roundingOf(one[from], one[to])) continue;
        trial.wrongValue(`${to} before ${from}`, `${to} at ${brief(one[from])} or later`, one[to], exchange);
      }
    });
  });
}

/** Members that never change, because they describe the creation of a thing. */
const BORN = new Set(MARKS.flatMap(({ member, fixed }) => (fixed === true ? [member] : [])));

function birthCheck(facts: Facts): Check {
  const title = 'A change does not affect the creation time or the group';
  return facts.run.check('P-29', { of: 'creation', title, phase: 'last' }, (trial) => {
    const known = new Map<string, { readonly value: unknown; readonly exchange: Exchange }>();
    eachGood(facts, (exchange, one) => {
      const id = nameOf(facts, exchange, one);
      if (id === undefined) return;
      for (const member of BORN) {
        const value = one[member];
        if (value === undefined) continue;
        trial.saw(exchange);
        const key = `${id} ${member}`;
        const before = known.get(key);
        if (before === undefined) known.set(key, { value, exchange });
        else if (isOther(before.value, value)) {
          trial.wrongValue(
            `wrong ${member}`,
            `${brief(before.value)}, as before`,
            value,
            exchange,
            before.exchange,
          );
        }
      }
    });
  });
}

/** The id of a thing; of one without an id, the path that names it, until a request removes it. */
function nameOf({ run }: Facts, exchange: Exchange, one: JsonObject): string | undefined {
  if (typeof one['id'] === 'string') return one['id'];
  const { contract, session } = run;
  const isNamed = operationOf(contract, exchange.operation).path.endsWith('}');
  if (!isNamed || one !== bodyOf(exchange)) return undefined;
  const pathOf = ({ sent }: Exchange) => sent.path.split('?', 1)[0];
  const path = pathOf(exchange);
  const removals = session.journal.filter(
    (other) => other.sent.method === 'DELETE' && other.id < exchange.id && pathOf(other) === path,
  );
  return `${path} ${removals.length}`;
}

/** Clock resolution, in milliseconds. */
export const TICK = 30;
/** A time with a nonzero fraction of a second. */
const EXACT = /\.\d*[1-9]/;

/** The time of the last change changes with the thing. */
function changeCheck(facts: Facts): Check {
  const title = 'A change updates the update time';
  return facts.run.check('P-61', { of: 'change', title, phase: 'last' }, (trial) => {
    const known = new Map<unknown, { readonly exchange: Exchange; readonly body: JsonObject }>();
    for (const exchange of facts.run.session.journal.filter(succeeded)) {
      const body = bodyOf(exchange);
      if (!isObject(body) || typeof body['id'] !== 'string') continue;
      const before = known.get(body['id']);
      known.set(body['id'], { exchange, body });
      if (before === undefined || !isChangedBy(exchange, before.body, body)) continue;
      const { at: asked, took } = before.exchange;
      for (const member of TIMES.keys()) {
        const [first, last] = [before.body[member], body[member]];
        if (typeof first !== 'string' || !EXACT.test(first) || exchange.at - asked - took < TICK) continue;
        trial.saw(exchange, before.exchange);
        if (first !== last) continue;
        trial.wrongValue(
          `${member} is not updated`,
          `${member} after ${first}`,
          last,
          exchange,
          before.exchange,
        );
      }
    }
  });
}

/** Whether a request has changed a member. */
function isChangedBy({ sent }: Exchange, before: JsonObject, now: JsonObject): boolean {
  const names = isObject(sent.value) ? Object.keys(sent.value) : [];
  return names.some((name) => canonical(before[name]) !== canonical(now[name]));
}

/** A time may have another precision or time zone, and databases round the last digit. */
export function isOther(before: unknown, now: unknown): boolean {
  const [first, last] = [before, now].map((one) => Date.parse(String(one)));
  const isTime = first !== undefined && last !== undefined && !Number.isNaN(first) && !Number.isNaN(last);
  return isTime ? Math.abs(first - last) > roundingOf(before, now) : canonical(before) !== canonical(now);
}

/** The difference, in milliseconds, that rounding makes between two times: one unit of the less precise one. */
export function roundingOf(...times: readonly unknown[]): number {
  const digits = times.map((one) => /\.(\d+)/.exec(String(one))?.[1]?.length ?? 0);
  return Math.max(1, 10 ** (3 - Math.min(...digits)));
}

/**
 * A unit is deployed when all its components are, and not deployed when none is. Running or failed units are not
 * checked.
 */
function unitCheck(facts: Facts): Check {
  const { operation } = facts.cast.link(facts.cast.start, 'unit');
  const title = `${operation}: the state of a unit follows from its components`;
  return facts.run.check('P-48', { of: `${operation}.components`, title, phase: 'last' }, (trial) => {
    for (const exchange of goodOf(facts, operation)) {
      const [state, components] = [
        at(bodyOf(exchange), 'status'),
        listOf(at(bodyOf(exchange), 'provisioningDetails', 'componentsStatus')),
      ];
      const states = components.map((one) => at(one, 'status'));
      const names = new Set(components.map((one) => at(one, 'componentId')));
      const isSettled = states.every((one) => one === 'DEPLOYED' || one === 'NOT_DEPLOYED');
      if (states.length === 0 || !isSettled) continue;
      trial.saw(exchange);
      const all = new Set(states);
      const wanted = all.size > 1 ? 'PARTIALLY_DEPLOYED' : states[0];
      if (names.size < components.length) {
        trial.wrongValue('a component listed twice', 'one entry each', components, exchange);
      }
      const isOpen = ['PROVISIONING_IN_PROGRESS', 'CORRUPT'].includes(String(state));
      if (state === wanted || isOpen) continue;
      const symptom = 'state differs from the components';
      trial.violated(
        { symptom, expected: brief(wanted), actual: `${brief(state)}: ${brief(states)}` },
        exchange,
      );
    }
  });
}

/** Lists without pages contain everything, sorted by name. */
function namesCheck(facts: Facts): Check {
  const title = 'Complete lists are sorted by name';
  return facts.run.check('P-38', { of: 'names', title, phase: 'last' }, (trial) => {
    for (const { list } of livesOf(facts.operations)) {
      if (list === undefined || operationOf(facts.run.contract, list.operation).pagination !== undefined)
        continue;
      for (const exchange of goodOf(facts, list.operation))
        tellOrder(trial, exchange, `${list.operation} is not sorted`, (one) => String(at(one, 'name')));
    }
  });
}

function tellOrder(trial: Trial, exchange: Exchange, symptom: string, keyOf: (one: unknown) => string): void {
  const body = bodyOf(exchange);
  const keys = (Array.isArray(body) ? body : []).map(keyOf);
  if (keys.length < 2) return;
  trial.saw(exchange);
  if (isSorted(keys, 'asc')) return;
  const actual = keys.slice(0, 6).map((one) => brief(one, 40));
  trial.violated({ symptom, expected: 'in ascending order', actual: actual.join(', ') }, exchange);
}

/** A log starts at its beginning. */
function logCheck(facts: Facts): Check {
  const logs = facts.cast.link(facts.cast.deploy, 'logs').operation;
  const title = `${logs}: the oldest entry is first`;
  return facts.run.check('P-38', { of: logs, title, phase: 'last' }, (trial) => {
    const timeOf = (one: unknown) => new Date(String(at(one, 'timestamp')));
    for (const exchange of goodOf(facts, logs)) {
      const body = bodyOf(exchange);
      const entries = Array.isArray(body) ? body : [];
      if (entries.some((one) => Number.isNaN(timeOf(one).getTime()))) continue;
      tellOrder(trial, exchange, 'the log is not in order', (one) => timeOf(one).toISOString());
    }
  });
}

/** The details of the latest result are optional and large: an answer contains them only on request. */
function unaskedCheck(facts: Facts): Check {
  const search = facts.cast.results;
  const title = `${search}: the content of the latest result is included on request only`;
  return facts.run.check('P-39', { of: search, title, phase: 'last' }, (trial) => {
    for (const exchange of goodOf(facts, search)) {
      if (listOf(at(exchange.sent.value, 'resultOptions', 'additionalFields')).length > 0) continue;
      trial.saw(exchange);
      const told = listOf(at(bodyOf(exchange), 'data')).map((one) => at(one, 'lastResult'));
      const isFull = (one: unknown) =>
        isObject(at(one, 'resultContent')) || isObject(at(one, 'resourceSnapshot'));
      const full = told.find(isFull);
      if (full === undefined) continue;
      trial.wrongValue(
        'included without a request',
        'neither its content nor its resource, which were not requested',
        full,
        exchange,
      );
    }
  });
}

/** A client that continues while there is a cursor never stops if the last cursor is an empty string. */
function lastPageCheck(facts: Facts): Check {
  const search = facts.cast.results;
  const pointer = operationOf(facts.run.contract, search).pagination?.nextCursor ?? '';
  const title = `${search}: the last page has no cursor`;
  return facts.run.check('P-25', { of: `${search}.last`, title, phase: 'last' }, (trial) => {
    for (const exchange of goodOf(facts, search)) {
      trial.saw(exchange);
      if (atPointer(bodyOf(exchange), pointer) !== '') continue;
      const statement = { symptom: 'an empty cursor', expected: 'null, or no cursor' };
      trial.violated({ ...statement, actual: 'an empty text' }, exchange);
    }
  });
}

function goodOf({ run }: Facts, operation: string): Exchange[] {
  return run.session.journal.filter((one) => one.operation === operation && succeeded(one));
}

/** Every object in every successful answer. */
function eachGood({ run }: Facts, look: (exchange: Exchange, one: JsonObject) => void): void {
  const walk = (exchange: Exchange, value: unknown): void => {
    if (isObject(value)) look(exchange, value);
    const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    for (const one of inner) walk(exchange, one);
  };
  for (const exchange of run.session.journal) if (succeeded(exchange)) walk(exchange, bodyOf(exchange));
}
