import type { ParameterEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, type JsonObject, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { readYaml } from '../../suite/yaml.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { type LiveUnit, lifeCheck, versionFilter, versionOf } from './live-unit.ts';
import { ENVIRONMENT } from './samples.ts';

/** Deployed resources are found wherever the platform lists them, and nowhere else. */
export function foundChecks(facts: Facts, lived: LiveUnit): Check[] {
  return [
    listedCheck(facts, lived),
    ownPlansCheck(facts, lived),
    plannedCheck(facts, lived),
    elsewhereCheck(facts, lived),
    narrowedCheck(facts, lived),
    historyCheck(facts, lived),
    lifeCheck(facts, ['P-49', 'unlisted', 'a removed unit is no longer resolved'], async (trial) => {
      const { resolved } = await lived.gone();
      trial.saw(resolved);
      if (listOf(at(bodyOf(resolved), 'content')).length === 0 && statusOf(resolved) < 500) return;
      trial.wrongAnswer('removed but resolved', 'nothing', resolved);
    }),
  ];
}

function listedCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const title = 'a deployed unit is resolved, and its plans are listed';
  return lifeCheck(facts, ['P-49', 'listed', title], async (trial) => {
    const { resolved, plans } = await there();
    trial.saw(resolved, plans);
    const content = listOf(at(bodyOf(resolved), 'content'));
    const told = content.map(String);
    if (told.length > 0 && !told.some((one) => one.includes(unit.id)))
      trial.wrongValue('another unit resolved', unit.id, told, resolved);
    if (content.length === 0) trial.wrongAnswer('deployed but not resolved', unit.id, resolved);
    if (plansOf(plans).length > 0) return;
    trial.wrongAnswer('plan not listed', `a plan of ${unit.id}`, plans);
  });
}

function plansOf(exchange: Exchange): readonly unknown[] {
  return listOf(at(bodyOf(exchange), 'provisioningPlans'));
}

/** The current plans of the unit, requested by its name alone. */
export function askForPlans(
  facts: Facts,
  { id }: Pick<LiveUnit['unit'], 'id'>,
  more: JsonObject = {},
  label = 'the plans of the unit again',
): Promise<Exchange> {
  const list = facts.cast.plans;
  const named = facts.cast.parameter(list, ({ names }) => names?.includes('deployment-units') ?? false);
  return askFor(facts, list, label, { query: { [named]: id, ...more } });
}

function historyCheck(facts: Facts, { unit, there, gone }: LiveUnit): Check {
  const title = 'earlier plans stay in the list after new ones';
  return lifeCheck(facts, ['P-49', 'history', title], async (trial) => {
    const { plans: before } = await there();
    const { start, plans } = await gone();
    const isLonger = (exchange: Exchange) => plansOf(exchange).length > plansOf(before).length;
    const later = isLonger(plans) ? plans : await lookAgain(facts, () => askForPlans(facts, unit), isLonger);
    trial.saw(before, start, later);
    if (isLonger(later) || !succeeded(later)) return;
    const expected = `more than ${plansOf(before).length} plans`;
    const actual = `${plansOf(later).length} plans`;
    trial.violated({ symptom: 'earlier plans lost', expected, actual }, later, before);
  });
}

/** A request for the plans of one unit returns those, and none of another unit of the run. */
function ownPlansCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const title = 'the list of a unit has only its plans, each in its environment';
  return lifeCheck(facts, ['P-37', 'plans', title], async (trial) => {
    const { plans } = await there();
    trial.saw(plans);
    const others = new RegExp(`${facts.own}-(?!provisioned)[a-z]`);
    for (const plan of plansOf(plans)) {
      const { environment } = unit;
      const isHere = at(plan, 'environment') === environment;
      if (isHere && !others.test(JSON.stringify(plan))) continue;
      trial.wrongValue('the plan of another unit', `plans of ${unit.id} in ${environment}`, plan, plans);
      return;
    }
  });
}

function plannedCheck(facts: Facts, { unit, there, gone }: LiveUnit): Check {
  const { cast } = facts;
  const { operation: read } = cast.link(cast.deploy, 'plan');
  const title = 'the plan has the environment of its request, and is finished';
  return lifeCheck(facts, ['P-49', 'planned', title], async (trial) => {
    const { start, plans } = await there();
    const look = () => askFor(facts, read, 'the plan of the unit', { about: [tokenOf(start)] });
    const ends = operationOf(facts.run.contract, cast.deploy).longRunning?.terminal ?? [];
    const goesOn = (exchange: Exchange) =>
      statesOf(exchange).some((state) => typeof state === 'string' && !ends.includes(state));
    const hasEnded = (exchange: Exchange) => !goesOn(exchange);
    const plan = await lookAgain(facts, look, hasEnded);
    const again = async () => {
      // More plans exist by now, which also end.
      await gone().catch(() => undefined);
      return askForPlans(facts, unit);
    };
    const listed = hasEnded(plans) ? plans : await lookAgain(facts, again, hasEnded);
    trial.saw(start, plan, listed);
    for (const exchange of [plan, listed]) {
      if (!goesOn(exchange)) continue;
      trial.wrongValue('finished but reported as running', 'COMPLETED', bodyOf(exchange), exchange, start);
    }
    const told = at(bodyOf(plan), 'environment');
    if (succeeded(plan) && told === unit.environment) return;
    const actual = succeeded(plan) ? brief(told) : describeAnswer(plan);
    trial.violated({ symptom: 'another environment', expected: unit.environment, actual }, plan, start);
  });
}

/** The last task's state in a plan, or in each plan of a list. */
function statesOf(exchange: Exchange): unknown[] {
  if (!succeeded(exchange)) return [];
  return [bodyOf(exchange), ...plansOf(exchange)].map((one) => at(one, 'dag', 'status'));
}

/** By its full name, and in its environment. */
function elsewhereCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const { cast } = facts;
  const search = cast.search;
  const title = 'a deployed unit is resolved only by its full id and in its environment';
  return lifeCheck(facts, ['P-37', 'resolved', title], async (trial) => {
    const { resolved } = await there();
    const name = cast.parameter(search, ({ names }) => names?.includes('resources') ?? false);
    const where = cast.where(search);
    const shortened = unit.id.split(':').slice(0, -1).join(':');
    const tell = async (what: string, id: string, environment: string, judged: Trial) => {
      const query = { [where]: environment, [name]: id };
      const exchange = await askFor(facts, search, `resolve it ${what}`, { query });
      judged.saw(resolved, exchange);
      const content = listOf(at(bodyOf(exchange), 'content')).map(String);
      if (!content.some((one) => one.includes(unit.id))) return;
      judged.wrongValue(
        `resolved ${what}`,
        `nothing: it is ${unit.id} in ${unit.environment}`,
        content,
        exchange,
        resolved,
      );
    };
    await tell('in another environment', unit.id, facts.run.invent('word'), trial);
    await tell('by a part of its id', shortened, unit.environment, trial);
    await tellKind(facts, trial, unit, { [where]: unit.environment, [name]: unit.id });
  });
}

const PRODUCT = 'dataproduct';

/** By its kind, and by its kind or another one; a platform may reject unknown kinds. */
async function tellKind(
  facts: Facts,
  trial: Trial,
  unit: LiveUnit['unit'],
  query: JsonObject,
): Promise<void> {
  const search = facts.cast.search;
  const types = facts.cast.parameter(search, isOpenList);
  if (types === '' || at(readYaml(unit.descriptor), 'kind') !== PRODUCT) return;
  const ask = (label: string, values: readonly string[]) =>
    askFor(facts, search, label, { query: { ...query, [types]: values } });
  const isFound = (exchange: Exchange) =>
    listOf(at(bodyOf(exchange), 'content')).some((one) => String(one).includes(unit.id));
  const either = await ask('resolve it by its kind or another', [PRODUCT, facts.run.invent('word')]);
  trial.saw(either);
  if (isFound(either)) return;
  const alone = await ask('resolve it by its kind', [PRODUCT]);
  trial.saw(alone);
  if (statusOf(either) === 400 && isFound(alone)) return;
  const shown = isFound(alone) ? either : alone;
  trial.wrongAnswer('not resolved by its kind', `${unit.id}, a ${PRODUCT}`, shown);
}

/** Whether a parameter takes several values and the contract does not say which member of an item has them. */
function isOpenList({ type, selects }: ParameterEntry): boolean {
  return type === 'array' && selects?.items?.length === 0;
}

/** The plans of the unit, by operation, by version, and one at a time. */
function narrowedCheck(facts: Facts, { unit, gone }: LiveUnit): Check {
  const list = facts.cast.plans;
  const { pagination } = operationOf(facts.run.contract, list);
  const [limit, offset] = [pagination?.limit, pagination?.offset].map(
    (one) => String(one).split(':')[1] ?? '',
  );
  const title = 'the plans of a unit can be filtered by operation and version, and paged';
  const judge = async (trial: Trial): Promise<void> => {
    await gone();
    const all = plansOf(await askForPlans(facts, unit));
    if (all.length < 2) throw new NotApplicable('the unit has fewer than two plans');
    const ask = async (label: string, more: JsonObject) => {
      const exchange = await askForPlans(facts, unit, more, label);
      trial.saw(exchange);
      return exchange;
    };
    const tell = (exchange: Exchange, symptom: string, expected: string) => {
      const actual = succeeded(exchange) ? `${plansOf(exchange).length} plans` : describeAnswer(exchange);
      trial.violated({ symptom, expected, actual }, exchange);
    };
    // Plans of other units that are later than the last one on its pages do not count.
    const last = await ask('the last page of its plans', { [`${limit}`]: 1, [`${offset}`]: all.length - 1 });
    if (plansOf(last).length !== 1)
      tell(last, 'plans of other units counted', `one plan: it has ${all.length}`);
    const does = facts.cast.parameter(list, isOpenList);
    const action = at(all[0], 'dag', 'action');
    const word = facts.run.invent('word');
    const alone = await ask('its plans by one operation', { [does]: [action] });
    for (const values of plansOf(alone).length === 0
      ? []
      : [
          [action, word],
          [word, action],
        ]) {
      const either = await ask('its plans by one of two operations', { [does]: values });
      // A platform may reject an unknown operation.
      if (statusOf(either) === 400 || plansOf(either).length > 0) continue;
      tell(either, `${does} narrows`, `${plansOf(alone).length} plans, as with ${brief(action)} only`);
    }
    const where = facts.cast.parameter(list, ({ names }) => names?.includes(ENVIRONMENT) ?? false);
    const place = unit.environment.slice(0, -2);
    const far = await ask('its plans in a part of the name of an environment', { [where]: [place] });
    if (plansOf(far).length > 0) tell(far, 'another environment', `no plans: none is for ${place}`);
    const version = String(versionOf(unit)).split('.').slice(0, -1).join('.');
    if (version === '') return;
    const half = await ask('its plans by a part of a version', { [versionFilter(facts, list)]: version });
    if (plansOf(half).length > 0) tell(half, 'another version', `no plans: none is for version ${version}`);
  };
  // When the others have ended there are also plans of other units.
  return lifeCheck(facts, ['P-37', 'narrowed', title], judge, 'last');
}
