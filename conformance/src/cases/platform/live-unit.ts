import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { at, isObject } from '../../suite/json.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { placesOf } from './knowledge.ts';
import { naming, statusIn, type Target, type Unit, unitOf, wanting, wholeOf } from './units.ts';

/** Answers about a unit after it was brought to a state. */
interface Seen {
  readonly start: Exchange;
  readonly status: Exchange;
  readonly component: Exchange;
  readonly elsewhere: Exchange;
  readonly componentElsewhere: Exchange;
  readonly componentOfOther: Exchange;
  readonly resolved: Exchange;
  readonly plans: Exchange;
}

/** Brings a unit to a state, and reads it with all operations. */
function createBringing(facts: Facts) {
  const { cast } = facts;
  const starting = cast.start;
  const [component, search, plans] = [cast.component, cast.search, cast.plans];
  const named = (id: string, kind: string) =>
    cast.parameter(id, ({ names }) => names?.includes(kind) ?? false);
  /** A filter by the version must include its plans. */
  const versionQuery = (id: string, unit: Unit) => {
    const name = versionFilter(facts, id);
    const version = versionOf(unit);
    return name === '' || typeof version !== 'string' ? {} : { [name]: version };
  };
  const { operation: unitStatus } = cast.link(starting, 'unit');
  const whole = wholeOf(facts, unitStatus);
  return async (unit: Unit, target: Target): Promise<Seen> => {
    const { path, query, value } = wanting(facts, unit, target);
    const begun = await facts.run.tasks.start(starting, value, `provisioning to ${target}`, { path, query });
    const ended = await facts.run.tasks.finish(begun).catch(() => undefined);
    if (ended?.state !== 'COMPLETED')
      throw new NotTestable(`the built-in deployment unit could not reach ${target}`);
    const first = unit.components[0]?.id ?? '';
    const other = facts.run.invent('word');
    return {
      start: begun.exchange,
      status: await askFor(facts, unitStatus, `status after ${target}`, {
        path: naming(facts, unitStatus, unit).path,
        query: { ...naming(facts, unitStatus, unit).query, [whole]: true },
      }),
      component: await askFor(facts, component, `component after ${target}`, {
        about: [unit.id, first],
        query: { ...query, [wholeOf(facts, component)]: true },
      }),
      elsewhere: await statusIn(facts, unit, 'status in another environment', other),
      componentElsewhere: await askFor(facts, component, 'component in another environment', {
        about: [unit.id, first],
        query: naming(facts, component, unit, other).query,
      }),
      componentOfOther: await askFor(facts, component, 'its component, as one of another unit', {
        about: [unitOf(facts, 'elsewhere').id, first],
        query,
      }),
      resolved: await askFor(facts, search, `resolve after ${target}`, {
        query: { [cast.where(search)]: unit.environment, [named(search, 'resources')]: unit.id },
      }),
      plans: await askFor(facts, plans, `plans after ${target}`, {
        query: { [named(plans, 'deployment-units')]: unit.id, ...versionQuery(plans, unit) },
      }),
    };
  };
}

const LIVE = new WeakMap<Facts, LiveUnit>();

/** The unit of the run whose life the checks share. */
export function liveUnit(facts: Facts): LiveUnit {
  const known = LIVE.get(facts) ?? createLiveUnit(facts);
  LIVE.set(facts, known);
  return known;
}

/** The shared unit once it is deployed, with the answer that started it; undefined if it cannot be deployed. */
export async function deployedUnit(facts: Facts) {
  const { unit, there } = liveUnit(facts);
  const seen = await there().catch(() => undefined);
  return seen === undefined ? undefined : { unit, start: seen.start };
}

/** The names of a valid request: those of a deployed unit, which surely has every part, if it is about one. */
export async function nameDeployed(facts: Facts, operation: OperationEntry) {
  const named = await facts.nameAll(operation);
  const places = placesOf(operation);
  const isAboutUnit = places.some(({ kind }) => kind === 'deployment-units');
  const deployed = isAboutUnit ? await deployedUnit(facts) : undefined;
  if (deployed === undefined) return { ...named, isSure: false };
  const { id, components } = deployed.unit;
  const names: Readonly<Record<string, string>> = {
    'deployment-units': id,
    component: components[0]?.id ?? '',
  };
  const own = places.map(({ name, kind }) => [name, names[kind] ?? named.path[name] ?? ''] as const);
  return { ...named, path: Object.fromEntries(own), isSure: true };
}

/** A unit that is deployed, left unchanged and removed, each once and in this order. */
function createLiveUnit(facts: Facts) {
  const unit = unitOf(facts, 'provisioned');
  const { cast } = facts;
  const next = nextVersion(unit);
  const starting = cast.start;
  const bring = createBringing(facts);
  const preview = (label: string, target: Target, more: object = {}, where = unit.environment) => {
    const { path, query, value } = wanting(facts, { ...unit, environment: where }, target);
    return askFor(facts, cast.preview, label, { path, query, value: { ...value, ...more } });
  };
  const there = memo(async () => {
    // A preview of the unit now differs from a later one.
    await preview('preview of the removal of a unit that is not deployed', 'NOT_DEPLOYED').catch(
      () => undefined,
    );
    return bring(unit, 'DEPLOYED');
  });
  const removable = memo(async () => {
    await there();
    return {
      preview: await preview('preview of the removal of a deployed unit', 'NOT_DEPLOYED'),
      withData: await preview('preview of the removal with its data', 'NOT_DEPLOYED', { removeData: true }),
      far: await preview(
        'preview of its removal in another environment',
        'NOT_DEPLOYED',
        {},
        facts.run.invent('word'),
      ),
      again: await preview('preview of a unit that is already deployed', 'DEPLOYED', {
        preventRedeploy: true,
      }),
    };
  });
  const left = memo(async () => {
    await removable().catch(() => undefined);
    const { start } = await there();
    const { operation } = cast.link(starting, 'abort');
    const aborted = await askFor(facts, operation, 'abort a finished plan', naming(facts, operation, unit));
    return { start, aborted, status: await statusIn(facts, unit, 'status after the abort') };
  });
  /** The next version, without the components that no other component needs. */
  const partly = memo(async () => {
    await left().catch(() => undefined);
    for (const one of new Set([next, unit])) {
      const { begun, ended } = await takeOne(facts, one);
      if (ended?.state === 'COMPLETED') {
        const status = await statusIn(facts, one, 'status without one component', one.environment, true);
        return { unit: one, start: begun.exchange, status, version: versionOf(one) };
      }
      // If the platform rejects the next version, the same one is sent; not while a plan is running.
      if (begun.kind === 'task' && ended === undefined) break;
    }
    throw new NotTestable('one component could not be removed');
  });
  const gone = memo(async () => {
    await there();
    // A client that may not abort may still remove.
    const latest = await partly().catch(() => ({ unit }));
    return bring(latest.unit, 'NOT_DEPLOYED');
  });
  return { unit, there, removable, left, partly, gone };
}

/** Removes a component that no other component of the unit needs. */
async function takeOne(facts: Facts, unit: Unit) {
  const needed = new Set(unit.components.flatMap(({ needs }) => needs));
  const spare = unit.components.find(({ id }) => !needed.has(id))?.id;
  const { path, query, value } = wanting(facts, unit, 'DEPLOYED');
  const targetStatus = value.targetStatus.map((one) =>
    one.componentId === spare ? { ...one, targetStatus: 'NOT_DEPLOYED' } : one,
  );
  if (spare === undefined || unit.components.length < 2)
    throw new NotApplicable('the unit has no component that can be removed');
  const { cast, run } = facts;
  const wish = { ...value, targetStatus };
  const begun = await run.tasks.start(cast.start, wish, 'removal of one component', { path, query });
  const ended = await run.tasks.finish(begun).catch(() => undefined);
  return { begun, ended };
}

/** The parameter that restricts a list of plans to one version; empty without such a parameter. */
export function versionFilter({ cast }: Facts, id: string): string {
  return cast.parameter(id, ({ selects }) => selects?.items?.includes('/dag/version') ?? false);
}

export function versionOf({ descriptor }: Unit): unknown {
  return at(readYaml(descriptor), 'version');
}

/** The unit with the last number of its version increased by one. */
function nextVersion(unit: Unit): Unit {
  const given = readYaml(unit.descriptor);
  const version = versionOf(unit);
  if (!isObject(given) || typeof version !== 'string' || !/\d$/.test(version)) return unit;
  const next = version.replace(/\d+$/, (last) => String(Number(last) + 1));
  return { ...unit, descriptor: writeYaml({ ...given, version: next }) };
}

export type LiveUnit = ReturnType<typeof createLiveUnit>;

/** A check of the life cycle of the unit. */
export function lifeCheck(
  { run, cast }: Facts,
  [requirement, of, title]: readonly [requirement: string, of: string, title: string],
  judge: (trial: Trial) => Promise<void>,
  phase: Check['phase'] = 'active',
): Check {
  const scope = { of: `${cast.start}.${of}`, title: `${cast.start}: ${title}`, operation: cast.start, phase };
  return run.check(requirement, scope, judge);
}
