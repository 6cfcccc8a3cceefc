import type { Check, Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { type LiveUnit, lifeCheck } from './live-unit.ts';

/** What is deployed is found wherever the platform tells of it, and nowhere else. */
export function foundChecks(facts: Facts, lived: LiveUnit): Check[] {
  return [
    listedCheck(facts, lived),
    ownPlansCheck(facts, lived),
    plannedCheck(facts, lived),
    elsewhereCheck(facts, lived),
    historyCheck(facts, lived),
    lifeCheck(facts, ['P-49', 'unlisted', 'what was removed is resolved no more'], async (trial) => {
      const { resolved } = await lived.gone();
      trial.saw(resolved);
      if (listOf(at(bodyOf(resolved), 'content')).length === 0 && statusOf(resolved) < 500) return;
      const symptom = 'removed and resolved';
      trial.violated({ symptom, expected: 'nothing', actual: describeAnswer(resolved) }, resolved);
    }),
  ];
}

function listedCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const title = 'what is deployed is resolved, and its plans are listed';
  return lifeCheck(facts, ['P-49', 'listed', title], async (trial) => {
    const { resolved, plans } = await there();
    trial.saw(resolved, plans);
    const content = listOf(at(bodyOf(resolved), 'content'));
    const told = content.map(String);
    if (told.length > 0 && !told.some((one) => one.includes(unit.id)))
      trial.violated({ symptom: 'another one resolved', expected: unit.id, actual: brief(told) }, resolved);
    if (content.length === 0)
      trial.violated(
        { symptom: 'deployed and not resolved', expected: unit.id, actual: describeAnswer(resolved) },
        resolved,
      );
    if (plansOf(plans).length > 0) return;
    const expected = `a plan of ${unit.id}`;
    trial.violated({ symptom: 'plan not listed', expected, actual: describeAnswer(plans) }, plans);
  });
}

function plansOf(exchange: Exchange): readonly unknown[] {
  return listOf(at(bodyOf(exchange), 'provisioningPlans'));
}

/** The plans of the unit as they are now, asked for by its name alone. */
function askForPlans(facts: Facts, { id }: LiveUnit['unit']): Promise<Exchange> {
  const list = facts.cast.list('provisioningplan');
  const named = facts.cast.parameter(list, ({ names }) => names?.includes('deployment-units') ?? false);
  return askFor(facts, list, 'the plans of the unit again', { query: { [named]: id } });
}

function historyCheck(facts: Facts, { unit, there, gone }: LiveUnit): Check {
  const title = 'plans of the past stay in the list when there are new ones';
  return lifeCheck(facts, ['P-49', 'history', title], async (trial) => {
    const { plans: before } = await there();
    const { start, plans } = await gone();
    const isLonger = (exchange: Exchange) => plansOf(exchange).length > plansOf(before).length;
    const later = isLonger(plans) ? plans : await lookAgain(facts, () => askForPlans(facts, unit), isLonger);
    trial.saw(before, start, later);
    if (isLonger(later) || !succeeded(later)) return;
    const expected = `more than ${plansOf(before).length} plans`;
    const actual = `${plansOf(later).length} plans`;
    trial.violated({ symptom: 'plans of the past lost', expected, actual }, later, before);
  });
}

/** Who asks for the plans of one unit gets those, and none of another unit of the run. */
function ownPlansCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const title = 'the plans of a unit are its own, each in its environment';
  return lifeCheck(facts, ['P-37', 'plans', title], async (trial) => {
    const { plans } = await there();
    trial.saw(plans);
    const others = new RegExp(`${facts.own}-(?!provisioned)[a-z]`);
    for (const plan of plansOf(plans)) {
      const { environment } = unit;
      const isHere = at(plan, 'environment') === environment;
      if (isHere && !others.test(JSON.stringify(plan))) continue;
      const expected = `plans of ${unit.id} in ${environment}`;
      trial.violated({ symptom: 'the plan of another one', expected, actual: brief(plan) }, plans);
      return;
    }
  });
}

function plannedCheck(facts: Facts, { unit, there, gone }: LiveUnit): Check {
  const { cast } = facts;
  const { operation: read } = cast.link(cast.deploy, 'plan');
  const title = 'the plan is one of its environment, and has ended';
  return lifeCheck(facts, ['P-49', 'planned', title], async (trial) => {
    const { start, plans } = await there();
    const look = () => askFor(facts, read, 'the plan of the unit', { about: [tokenOf(start)] });
    const ends = operationOf(facts.run.contract, cast.deploy).longRunning?.terminal ?? [];
    const goesOn = (exchange: Exchange) =>
      statesOf(exchange).some((state) => typeof state === 'string' && !ends.includes(state));
    const hasEnded = (exchange: Exchange) => !goesOn(exchange);
    const plan = await lookAgain(facts, look, hasEnded);
    const again = async () => {
      // There are more of them meanwhile, which end as well.
      await gone().catch(() => undefined);
      return askForPlans(facts, unit);
    };
    const listed = hasEnded(plans) ? plans : await lookAgain(facts, again, hasEnded);
    trial.saw(start, plan, listed);
    for (const exchange of [plan, listed]) {
      if (!goesOn(exchange)) continue;
      const statement = { symptom: 'ended and going on', expected: 'COMPLETED' };
      trial.violated({ ...statement, actual: brief(bodyOf(exchange)) }, exchange, start);
    }
    const told = at(bodyOf(plan), 'environment');
    if (succeeded(plan) && told === unit.environment) return;
    const actual = succeeded(plan) ? brief(told) : describeAnswer(plan);
    trial.violated({ symptom: 'another environment', expected: unit.environment, actual }, plan, start);
  });
}

/** What a plan, or each of a list, tells of its last task. */
function statesOf(exchange: Exchange): unknown[] {
  if (!succeeded(exchange)) return [];
  return [bodyOf(exchange), ...plansOf(exchange)].map((one) => at(one, 'dag', 'status'));
}

/** By its whole name, and where it is. */
function elsewhereCheck(facts: Facts, { unit, there }: LiveUnit): Check {
  const { cast } = facts;
  const search = cast.search();
  const title = 'what is deployed is resolved by its own name and in its environment only';
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
      const symptom = `resolved ${what}`;
      const expected = `nothing: it is ${unit.id} in ${unit.environment}`;
      judged.violated({ symptom, expected, actual: brief(content) }, exchange, resolved);
    };
    await tell('in another environment', unit.id, facts.run.invent('word'), trial);
    await tell('by half of its name', shortened, unit.environment, trial);
  });
}
