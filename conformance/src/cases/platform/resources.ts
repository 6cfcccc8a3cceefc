import { holds } from '../../laws/desired-state.ts';
import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, clockOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, canonical, isObject, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { schedulesCheck } from './schedules.ts';

/** A resource of this run, with the policy that watches it. */
export interface Resource {
  readonly id: string;
  readonly environment: string;
  readonly entity: string;
  readonly registration: unknown;
  readonly registered: Exchange;
}

const OWN = new WeakMap<Facts, Promise<Resource | undefined>>();

/** Registers a new resource; undefined if the platform cannot register it or a policy to watch it. */
export function ownResource(facts: Facts): Promise<Resource | undefined> {
  const known = OWN.get(facts) ?? register(facts);
  OWN.set(facts, known);
  return known;
}

async function register(facts: Facts): Promise<Resource | undefined> {
  const environment = facts.environment();
  // Names contain upper and lower case.
  const id = `urn:dmb:dp:${facts.own}:Product:0`;
  const registration = {
    primaryResources: [{ identifier: { resourceExternalId: id, environment }, resourceType: 'dataproduct' }],
    derivedResources: [
      { identifier: { resourceExternalId: `${id}:contract`, environment }, originExternalId: id },
    ],
  };
  const create = facts.cast.maker('resources');
  const read = facts.cast.link(create, 'first').operation;
  const query = { [facts.cast.where(read)]: environment };
  // A read that found nothing must find it after the registration.
  await askFor(facts, read, 'read it before it exists', { about: [id], query });
  const registered = await askFor(facts, create, 'register a new resource', { value: registration });
  const entity = await facts.known('policies');
  if (!succeeded(registered) || entity === undefined) return undefined;
  return { id, environment, entity, registration, registered };
}

/** Resources keep their registered data in their environment; results are expected as scheduled. */
export function resourceChecks(facts: Facts): Check[] {
  return [
    registrationCheck(facts),
    environmentCheck(facts),
    rolesCheck(facts),
    scheduleCheck(facts),
    entityCheck(facts),
    strangerCheck(facts),
    schedulesCheck(facts),
  ];
}

/** The parameters for the status of a policy or metric for a resource. */
export function watching({ cast }: Facts, resource: string, entity: string, environment: string) {
  const id = cast.schedule;
  return {
    about: [resource, entity],
    query: { [cast.where(id)]: environment },
  };
}

async function needed(facts: Facts): Promise<Resource> {
  const resource = await ownResource(facts);
  if (resource === undefined) throw new NotTestable('no resource could be registered');
  return resource;
}

function registrationCheck(facts: Facts): Check {
  const register = facts.cast.maker('resources');
  const title = `${register}: returns new resources, and omits known ones`;
  return facts.run.check('P-41', { of: register, title, operation: register }, async (trial) => {
    const { id, registration, registered } = await needed(facts);
    const first = listOf(at(bodyOf(registered), 'registeredResources'));
    const again = await askFor(facts, register, 'register it again', { value: registration });
    trial.saw(registered, again);
    const told = first.map((one) => [
      at(one, 'identifier', 'resourceExternalId'),
      at(one, 'kind'),
      at(one, 'resourceType') ?? at(one, 'originExternalId'),
    ]);
    const wanted = [
      [id, 'PRIMARY', 'dataproduct'],
      [`${id}:contract`, 'DERIVED', id],
    ];
    const missing = wanted.filter(
      (one) => !told.some((other) => one.every((part, at_) => part === other[at_])),
    );
    if (missing.length > 0)
      trial.wrongValue(
        'registered with other values',
        missing.map((one) => one.join(' ')).join(', '),
        first,
        registered,
      );
    await tellMixed(facts, trial, id);
    const left = listOf(at(bodyOf(again), 'registeredResources'));
    if (!succeeded(again) || left.length > 0)
      trial.wrongAnswer('registered twice', 'no newly registered resources', again, registered);
  });
}

/** A known resource and a new one in one request: the answer contains the new one, and the known one is unchanged. */
async function tellMixed(facts: Facts, trial: Trial, id: string): Promise<void> {
  const register = facts.cast.maker('resources');
  const read = facts.cast.link(register, 'first').operation;
  const environment = facts.environment();
  const identifier = (resourceExternalId: string) => ({ resourceExternalId, environment });
  const fresh = `${id}:fresh`;
  const value = {
    primaryResources: [{ identifier: identifier(id), resourceType: 'outputport' }],
    derivedResources: [{ identifier: identifier(fresh), originExternalId: id }],
  };
  const mixed = await askFor(facts, register, 'register another one', { value });
  const query = { [facts.cast.where(read)]: environment };
  const known = await askFor(facts, read, 'read the known resource', { about: [id], query });
  trial.saw(mixed, known);
  if (!succeeded(mixed)) return;
  const told = listOf(at(bodyOf(mixed), 'registeredResources')).map((one) =>
    at(one, 'identifier', 'resourceExternalId'),
  );
  if (canonical(told) !== canonical([fresh])) trial.wrongValue('known and new mixed up', fresh, told, mixed);
  if (at(bodyOf(known), 'resourceType') !== 'outputport') return;
  const statement = { symptom: 'type changed', expected: 'its original type', actual: 'wrong one' };
  trial.violated(statement, known, mixed);
}

function environmentCheck(facts: Facts): Check {
  const read = facts.cast.link(facts.cast.maker('resources'), 'first').operation;
  const title = `${read}: a resource is found in its environment only`;
  return facts.run.check('P-42', { of: read, title, operation: read }, async (trial) => {
    const { id, environment } = await needed(facts);
    const ask = (label: string, resource: string, where: string): Promise<Exchange> =>
      askFor(facts, read, label, {
        about: [resource],
        query: { [facts.cast.where(read)]: where },
      });
    const here = await ask('read in its environment', id, environment);
    const there = await ask('read in another environment', id, facts.run.invent('word'));
    const derived = await ask('read the derived resource', `${id}:contract`, environment);
    const half = await ask('read by a part of its id', id.slice(0, -1), environment);
    trial.saw(here, there, derived, half);
    if (statusOf(half) < 400) trial.wrongAnswer('found by a part of its id', '404', half);
    if (at(bodyOf(derived), 'originExternalId') !== id)
      trial.wrongAnswer('origin lost', `originExternalId ${id}`, derived);
    if (!succeeded(here) || at(bodyOf(here), 'identifier', 'resourceExternalId') !== id)
      trial.wrongAnswer('registered but not found', id, here);
    if (statusOf(there) < 400) trial.wrongAnswer('found in every environment', '404', there);
  });
}

/** The same two in another environment, with their roles exchanged: each environment has separate resources. */
function rolesCheck(facts: Facts): Check {
  const register = facts.cast.maker('resources');
  const read = facts.cast.link(register, 'first').operation;
  const title = `${read}: resources with the same id are distinguished by environment`;
  return facts.run.check('P-42', { of: `${read}.roles`, title, operation: read }, async (trial) => {
    const { id } = await needed(facts);
    const environment = facts.run.invent('word');
    const identifier = (resourceExternalId: string) => ({ resourceExternalId, environment });
    const contract = `${id}:contract`;
    const value = {
      primaryResources: [{ identifier: identifier(contract), resourceType: 'outputport' }],
      derivedResources: [{ identifier: identifier(id), originExternalId: contract }],
    };
    const registered = await askFor(facts, register, 'register them in another environment', { value });
    // A platform may reject an unconfigured environment.
    if (!succeeded(registered)) throw new NotApplicable('no second resource could be registered');
    for (const [resource, kind] of [
      [id, 'DERIVED'],
      [contract, 'PRIMARY'],
    ] as const) {
      const query = { [facts.cast.where(read)]: environment };
      const exchange = await askFor(facts, read, 'read the other', { about: [resource], query });
      trial.saw(registered, exchange);
      const told = [at(bodyOf(exchange), 'kind'), at(bodyOf(exchange), 'identifier', 'environment')];
      if (told[0] === kind && told[1] === environment) continue;
      trial.wrongAnswer('wrong environment', `${kind} in ${environment}`, exchange, registered);
    }
    await tellResultOfElsewhere(facts, trial, environment);
  });
}

/** The same name in two environments: a result arrives for only one of them. */
async function tellResultOfElsewhere(facts: Facts, trial: Trial, elsewhere: string): Promise<void> {
  const { id, environment, entity } = await needed(facts);
  const result = `${facts.own}-elsewhere`;
  const change = (label: string, where: string, value: unknown): Promise<Exchange> =>
    askFor(facts, facts.cast.schedule, label, { ...watching(facts, id, entity, where), value });
  const far = await change('a result elsewhere', elsewhere, { lastResultId: { newValue: result } });
  // A policy belongs to one environment, and may be watched only there.
  if (!succeeded(far)) return;
  // A schedule that no other client has set.
  const frequency = '0 7 4 ? * 2';
  const here = await change('a schedule here', environment, {
    resultScheduling: { newValue: { frequency } },
  });
  const forgotten = await change('the result is removed', elsewhere, { lastResultId: { newValue: null } });
  trial.saw(far, here, forgotten);
  for (const [isMixed, exchange] of [
    [at(bodyOf(here), 'lastResultId') === result, here],
    [at(bodyOf(forgotten), 'resultScheduling', 'frequency') === frequency, forgotten],
  ] as const) {
    if (!isMixed) continue;
    trial.wrongAnswer('status is shared', 'a separate status in each environment', exchange, far, here);
  }
  // It is not specified whether null clears the value.
  if (!succeeded(forgotten) || at(bodyOf(forgotten), 'lastResultId') !== result) return;
  const statement = { symptom: 'result not removed', expected: 'no result', actual: brief(result) };
  trial.note(statement, forgotten, far);
}

/** After its result has arrived, the status is no longer late. */
const ARRIVED = 'ON_TIME';
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

function scheduleCheck(facts: Facts): Check {
  const schedule = facts.cast.schedule;
  const title = `${schedule}: results are expected at the scheduled time in UTC, plus the tolerance window`;
  return facts.run.check('P-43', { of: schedule, title, operation: schedule }, async (trial) => {
    // The schedule of the contract: other clients set schedules of the product itself.
    const { id: product, environment, entity } = await needed(facts);
    const id = `${product}:contract`;
    const change = (label: string, value: unknown): Promise<Exchange> =>
      askFor(facts, schedule, label, {
        ...watching(facts, id, entity, environment),
        value,
      });
    const scheduled = (newValue: unknown) => ({ resultScheduling: { newValue } });
    const usual = await change('schedule without a window', scheduled({ frequency: '0 30 9 ? * 0' }));
    const own = { frequency: '0 30 9 ? * 0', toleranceWindowLength: 'PT30M' };
    const given = await change('schedule with a window', scheduled(own));
    const arrived = await change('a result arrives', { lastResultId: { newValue: facts.own } });
    trial.saw(usual, given, arrived);
    for (const [exchange, window] of [
      [usual, 60],
      [given, 30],
      [arrived, 30],
    ] as const) {
      const wrong = scheduleFault(exchange, window);
      if (wrong === undefined) continue;
      const expected = `next Monday at 09:30 UTC, and a deadline ${window} minutes later`;
      trial.violated({ symptom: 'wrong schedule', expected, actual: wrong }, exchange);
      return;
    }
    const state = at(bodyOf(arrived), 'resultScheduling', 'status');
    if (succeeded(arrived) && state !== undefined && state !== ARRIVED)
      trial.wrongValue('arrived but still due', ARRIVED, state, arrived);
    if (at(bodyOf(arrived), 'lastResultId') === facts.own) return;
    trial.wrongAnswer('result not kept', facts.own, arrived);
  });
}

/** For one resource, each policy and each metric has a separate status. */
function entityCheck(facts: Facts): Check {
  const schedule = facts.cast.schedule;
  const title = `${schedule}: a status is that of its policy or metric`;
  return facts.run.check('P-63', { of: schedule, title, operation: schedule }, async (trial) => {
    const { id, environment, entity } = await needed(facts);
    const metric = await facts.known('metrics');
    if (metric === undefined) throw new NotTestable('no metric could be created');
    const result = `${facts.own}-first`;
    for (const [governanceEntityId, value] of [
      [entity, { lastResultId: { newValue: result } }],
      [metric, { resultScheduling: { newValue: { frequency: '0 30 9 ? * 0' } } }],
    ] as const) {
      const exchange = await askFor(facts, schedule, 'the status of one of two', {
        ...watching(facts, id, governanceEntityId, environment),
        value,
      });
      trial.saw(exchange);
      if (governanceEntityId !== entity && at(bodyOf(exchange), 'lastResultId') === result) {
        trial.wrongValue('result of another', 'no result yet', bodyOf(exchange), exchange);
      }
      const told = at(bodyOf(exchange), 'identifier');
      // It is not specified whether the parts are nested.
      const isNested = isObject(at(told, 'resourceIdentifier'));
      const resourceIdentifier = isNested ? { resourceExternalId: id, environment } : undefined;
      const wanted = { governanceEntityId, resourceIdentifier };
      if (!succeeded(exchange) || holds(told, wanted)) continue;
      trial.wrongValue('status of another', `the status of ${brief(wanted)}`, told, exchange);
    }
  });
}

/** The defect of a schedule for Mondays at 09:30; undefined without a defect. */
function scheduleFault(exchange: Exchange, window: number): string | undefined {
  const body = bodyOf(exchange);
  const told = at(body, 'resultScheduling');
  const [expected, limit] = ['expectedResultTime', 'acceptableResultTimeLimit'].map((name) =>
    Date.parse(String(at(told, name))),
  );
  if (expected === undefined || limit === undefined || Number.isNaN(expected)) return brief(told ?? body);
  const due = new Date(expected);
  const isRight = due.getUTCDay() === 1 && due.getUTCHours() === 9 && due.getUTCMinutes() === 30;
  const away = expected - (clockOf(exchange) ?? expected);
  const isNext = away >= 0 && away <= WEEK + MINUTE;
  return isRight && isNext && limit - expected === window * MINUTE ? undefined : brief(told);
}

function strangerCheck(facts: Facts): Check {
  const schedule = facts.cast.schedule;
  const title = `${schedule}: an unknown resource or policy returns the matching error`;
  return facts.run.check('P-44', { of: schedule, title, operation: schedule }, async (trial) => {
    const { id, environment, entity } = await needed(facts);
    const stranger = facts.run.invent('uuid');
    const value = { lastResultId: { newValue: null } };
    const cases = [
      ['RESOURCE_NOT_FOUND', stranger, entity],
      ['GOVERNANCE_ENTITY_NOT_FOUND', id, stranger],
    ] as const;
    for (const [word, resource, governed] of cases) {
      const exchange = await askFor(facts, schedule, `status of an unknown`, {
        ...watching(facts, resource, governed, environment),
        value,
      });
      trial.saw(exchange);
      if (statusOf(exchange) === 400 && at(bodyOf(exchange), 'error') === word) continue;
      trial.wrongAnswer(`no ${word}`, `400 with error ${word}`, exchange);
    }
  });
}
