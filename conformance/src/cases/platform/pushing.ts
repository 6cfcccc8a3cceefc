import { rules } from '@tessera/contracts/rules';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { move, ownPolicy, type Sort } from './governing.ts';

/** Policies and metrics that wait for results, with results for them. */
const GOVERNED = { policies: policyPushes, metrics: metricPushes } as const;
type Kind = keyof typeof GOVERNED;

/** External results: where the platform accepts them, and how it reports them. */
export function pushingChecks(facts: Facts): Check[] {
  const own = ownPushes(facts);
  return [
    ...own.waiting.flatMap((one) => [takingCheck(facts, one), toldCheck(facts, one, own.registered)]),
    typesCheck(facts, own),
  ];
}

/** A result for one resource, and how the platform must report it. */
interface Push {
  readonly resource: string;
  readonly descriptor: string;
  readonly result: object;
  /** An earlier result, which it supersedes. */
  readonly earlier?: object;
  /** Labels of the ranges that may contain the value, the correct one first; undefined without ranges. */
  readonly ranges?: readonly unknown[];
}

/** A policy or metric that accepts results: its members besides the example, and the results for it. */
interface Pushing {
  readonly members: object;
  readonly pushes: readonly Push[];
}

/** The passive ones of the run, each for resources of a separate type, so that no other resources are affected. */
function ownPushes(facts: Facts) {
  const kinds: readonly Kind[] = ['policies', 'metrics'];
  const waiting = kinds.map((kind) => createWaiting(facts, kind));
  const registered = memo(async () => {
    const environment = facts.environment();
    const primaryResources = waiting.flatMap(({ pushing, resourceType }) =>
      pushing
        .flatMap(({ pushes }) => pushes)
        .map(({ resource }) => ({
          identifier: { resourceExternalId: resource, environment },
          resourceType,
        })),
    );
    return askFor(facts, facts.cast.maker('resources'), 'register the resource for the results', {
      value: { primaryResources },
    });
  });
  return { waiting, registered };
}

type Waiting = ReturnType<typeof createWaiting>;

function createWaiting(facts: Facts, kind: Kind) {
  const resourceType = facts.run.invent('word');
  const create = (sort: Sort, members: object = {}) =>
    ownPolicy(facts, sort, { resourceType, ...members }, kind);
  const pushing = GOVERNED[kind](facts);
  const open = pushing.map(({ members, pushes }) =>
    memo(async () => {
      const created = await create('passive', members);
      const id = String(at(bodyOf(created), 'id'));
      const isOpen = succeeded(created) && succeeded(await move(facts, id, 'enable', kind));
      return { id, isOpen, pushes };
    }),
  );
  const push = facts.cast.link(facts.cast.maker(kind), 'results').operation;
  return { kind, resourceType, create, pushing, open, push };
}

/** Two verdicts, one of them negative. */
function policyPushes({ own }: Facts): Pushing[] {
  const pushes = [true, false].map((satisfiesPolicy) => ({
    resource: `urn:dmb:dp:${own}:found-${satisfiesPolicy}:0`,
    descriptor: `name: found ${satisfiesPolicy}\n`,
    result: { satisfiesPolicy, errors: satisfiesPolicy ? [] : [`${own} is incomplete`] },
    earlier: { satisfiesPolicy: !satisfiesPolicy, errors: [`${own} was different`] },
  }));
  return [{ members: {}, pushes }];
}

/** The cases of the rule for ranges, grouped by ranges; every other one, to get different cases. */
function metricPushes({ own }: Facts): Pushing[] {
  const { cases } = rules['first-fitting-range'];
  const groups = [...new Set(cases.map(({ given }) => canonical([given.expression, given.ranges])))];
  return groups
    .filter((_, index) => index % 2 === 0)
    .map((group, index) => {
      const fitting = cases.filter(({ given }) => canonical([given.expression, given.ranges]) === group);
      const labels = fitting[0]?.given.ranges.map(({ label }) => label) ?? [];
      const wanted = fitting.map(({ expect }) =>
        expect === null ? labels.length : labels.indexOf(expect.label),
      );
      // It is not specified which of two ranges wins: ranges after all expected ones are left out.
      const last = Math.max(...wanted);
      const thresholds = {
        expression: fitting[0]?.given.expression,
        ranges: fitting[0]?.given.ranges.slice(0, last + 1),
      };
      const pushes = fitting.map(({ given }, place) => ({
        resource: `urn:dmb:dp:${own}:measured-${index}-${place}:0`,
        descriptor: `name: measured ${index} ${place}\n`,
        result: { value: given.measured, errors: [] },
        ranges: labels.slice(wanted[place], last + 1),
      }));
      return { members: { thresholds }, pushes };
    });
}

/** The states that accept results are not all specified, but a deleted one accepts none. */
function takingCheck(facts: Facts, { kind, push, open, create }: Waiting): Check {
  const title = `${push}: only an enabled passive policy or metric accepts results`;
  return facts.run.check('P-54', { of: push, title, operation: push }, async (trial) => {
    const results = facts.goodBody(push);
    const [first] = await Promise.all(open.slice(0, 1).map((one) => one()));
    if (first?.isOpen === true) {
      const wish = { about: [first.id], value: results };
      const taken = await askFor(facts, push, 'results for a passive one', wish);
      trial.saw(taken);
      // A 400 concerns what the results name.
      if (!succeeded(taken) && statusOf(taken) !== 400)
        trial.wrongAnswer('no results accepted', 'success: it is passive and enabled', taken);
    }
    for (const [sort, role, last] of [
      ['active', 'enable', 'enabled'],
      ['passive', 'remove', 'deleted'],
    ] as const) {
      const created = await create(sort);
      if (!succeeded(created))
        throw new NotTestable(`${created.operation} returned ${describeAnswer(created)}`);
      const id = String(at(bodyOf(created), 'id'));
      if (!succeeded(await move(facts, id, role, kind))) continue;
      const exchange = await askFor(facts, push, `results for one that is ${last}`, {
        about: [id],
        value: results,
      });
      trial.saw(exchange);
      if (statusOf(exchange) === 422) continue;
      trial.wrongAnswer(
        succeeded(exchange) ? 'results accepted' : 'results rejected with another status',
        '422',
        exchange,
      );
    }
  });
}

/** Some results may be missing for a moment, but not all; a reported result must match the pushed one. */
function toldCheck(facts: Facts, { push, open }: Waiting, registered: () => Promise<Exchange>): Check {
  const title = `${push}: a pushed result is reported for its resource`;
  return facts.run.check('P-27', { of: push, title, operation: push }, async (trial) => {
    if (!succeeded(await registered())) throw new NotApplicable('no resource could be registered');
    const taken: { readonly id: string; readonly pushes: readonly Push[] }[] = [];
    for (const opened of open) {
      const { id, isOpen, pushes } = await opened();
      if (!isOpen) continue;
      const send = (label: string, resultOf: (one: Push) => object) =>
        askFor(facts, push, label, {
          about: [id],
          value: pushes.map((one) => ({
            resource: { id: one.resource, displayName: one.descriptor, descriptor: one.descriptor },
            result: resultOf(one),
          })),
        });
      if (pushes.some(({ earlier }) => earlier !== undefined))
        trial.saw(await send('earlier results', ({ earlier, result }) => earlier ?? result));
      const exchange = await send('results of the run', ({ result }) => result);
      trial.saw(exchange);
      if (succeeded(exchange)) taken.push({ id, pushes });
    }
    const found = await search(facts, taken);
    if (found === undefined) throw new NotApplicable('no pushed result is reported');
    trial.saw(found);
    const isKept = taken.some(({ id, pushes }) =>
      pushes.some((one) => entryOf(found, id, one.resource) !== undefined),
    );
    if (!isKept) trial.wrongAnswer('pushed results are lost', 'the results that were pushed', found);
    const others = taken.flatMap(({ pushes }) => pushes);
    for (const { id, pushes } of taken)
      for (const one of pushes) {
        const fault = faultOf(one, others, facts.environment(), entryOf(found, id, one.resource));
        if (fault !== undefined) trial.violated(fault, found);
      }
  });
}

type Taken = readonly { readonly id: string; readonly pushes: readonly Push[] }[];

/** The answer with an entry for each result, or the last answer if some are missing: a platform may import them later. */
async function search(facts: Facts, taken: Taken): Promise<Exchange | undefined> {
  if (taken.length === 0) return undefined;
  const operation = facts.cast.results;
  const value = {
    filters: { governanceEntityIds: taken.map(({ id }) => id) },
    resultOptions: { additionalFields: facts.cast.additions(operation) },
  };
  // An earlier result may still be reported for a moment.
  const all = taken.flatMap(({ pushes }) => pushes);
  const isWhole = (found: Exchange): boolean =>
    taken.every(({ id, pushes }) =>
      pushes.every((one) => {
        const entry = entryOf(found, id, one.resource);
        return entry !== undefined && faultOf(one, all, facts.environment(), entry) === undefined;
      }),
    );
  const exchange = await lookAgain(
    facts,
    () => askFor(facts, operation, 'look for the pushed results', { value }),
    (found) => !succeeded(found) || isWhole(found),
  );
  return succeeded(exchange) ? exchange : undefined;
}

/** It is not specified whether the parts of an identifier are nested. */
export function entryOf(exchange: Exchange, id: string, resource: string): unknown {
  return listOf(at(bodyOf(exchange), 'data')).find((one) => {
    const told = at(one, 'identifier');
    const external = at(told, 'resourceIdentifier', 'resourceExternalId') ?? at(told, 'resourceExternalId');
    return at(told, 'governanceEntityId') === id && external === resource;
  });
}

/** The difference between a reported result and the pushed one; undefined without a difference. */
function faultOf(
  { resource, descriptor, result, ranges }: Push,
  others: readonly Push[],
  environment: string,
  entry: unknown,
) {
  const identifier = at(entry, 'identifier');
  // It is not specified whether the parts of an identifier are nested.
  const where = at(identifier, 'resourceIdentifier', 'environment') ?? at(identifier, 'environment');
  if (where !== undefined && where !== environment)
    return { symptom: 'another environment', expected: environment, actual: brief(where) };
  const content = at(entry, 'lastResult', 'resultContent');
  for (const [member, pushed] of Object.entries(result)) {
    const told = at(content, member);
    if (told === undefined || canonical(told) === canonical(pushed)) continue;
    const expected = `${member} ${brief(pushed)}, as it was pushed`;
    return { symptom: `wrong ${member}`, expected, actual: brief(told) };
  }
  const range = at(content, 'thresholdResult');
  if (ranges !== undefined && range !== undefined) {
    const label = range === null ? undefined : at(range, 'label');
    const isRight = ranges.length === 0 ? range === null : ranges.includes(label);
    const expected = ranges.length === 0 ? 'null: it is in no range' : `the range ${brief(ranges[0])}`;
    if (!isRight) return { symptom: 'wrong range', expected, actual: brief(range) };
  }
  const snapshot = at(entry, 'lastResult', 'resourceSnapshot');
  const isOthers = others.some((one) => {
    const isSame = at(snapshot, 'id') === one.resource || at(snapshot, 'descriptor') === one.descriptor;
    return isSame && one.resource !== resource;
  });
  if (!isOthers) return undefined;
  return { symptom: 'snapshot of another resource', expected: brief(descriptor), actual: brief(snapshot) };
}

/** Several resources in one registration each keep their type. */
function typesCheck(facts: Facts, { waiting, registered }: ReturnType<typeof ownPushes>): Check {
  const read = facts.cast.link(facts.cast.maker('resources'), 'first').operation;
  const title = `${read}: a resource has its registered type`;
  return facts.run.check('P-42', { of: `${read}.type`, title, operation: read }, async (trial) => {
    if (!succeeded(await registered())) throw new NotApplicable('no resource could be registered');
    for (const { resourceType, pushing } of waiting) {
      const resource = pushing[0]?.pushes[0]?.resource;
      const query = { [facts.cast.where(read)]: facts.environment() };
      const exchange = await askFor(facts, read, 'read one of several resources', {
        about: [resource],
        query,
      });
      tellType(trial, exchange, resourceType);
    }
  });
}

function tellType(trial: Trial, exchange: Exchange, wanted: string): void {
  trial.saw(exchange);
  const told = at(bodyOf(exchange), 'resourceType');
  if (!succeeded(exchange) || told === wanted) return;
  trial.wrongValue('wrong type', `resourceType ${wanted}`, told, exchange);
}
