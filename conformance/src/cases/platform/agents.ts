import { type Check, memo } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, listOf } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { lifeOf } from './lives.ts';
import { needSuccess } from './rules.ts';

/** Two agents of the run, and how a request for the name of the first is answered. */
function agentPair(facts: Facts) {
  const { create: make, change } = lifeOf(facts, 'agentsCatalog');
  const good = facts.goodBody(make);
  const bodyOfAgent = (suffix: string) => ({
    ...(isObject(good) ? good : {}),
    name: `${facts.own}-${suffix}`,
    active: true,
    // The omitted member is true, and stays true.
    need_authentication: true,
  });
  const create = async (suffix: string): Promise<string> => {
    const created = await askFor(facts, make, `an agent ${suffix}`, { value: bodyOfAgent(suffix) });
    needSuccess(created);
    return String(at(bodyOf(created), 'id'));
  };
  return memo(async () => {
    const [left, gone] = [await create('left'), await create('gone')];
    const value = bodyOfAgent('left');
    const { name } = value;
    const rename = (id: string, label: string) =>
      askFor(facts, change, label, { about: [id], value: { name } });
    const again = await askFor(facts, make, 'an agent with an existing name', { value });
    const renamed = await rename(gone, 'an existing name');
    const kept = await rename(left, 'its current name');
    return { left, gone, name, again, renamed, kept, bodyOfAgent };
  });
}

/** One of two agents is deactivated and removed, and another one gets its name. */
function agentLife(facts: Facts) {
  const { create: make, change, remove } = lifeOf(facts, 'agentsCatalog');
  const pair = agentPair(facts);
  const list = facts.cast.sibling(make, 'GET');
  const ended = memo(async () => {
    const { left, gone, bodyOfAgent } = await pair();
    const about = [gone];
    const changed = await askFor(facts, change, 'deactivate an agent', { about, value: { active: false } });
    const inList = (label: string, isTold: (agent: unknown) => boolean) =>
      lookAgain(
        facts,
        () => askFor(facts, list, label),
        (exchange) => isTold(listOf(bodyOf(exchange)).find((one) => at(one, 'id') === gone)),
      );
    const idle = await inList('list with an inactive agent', (one) => at(one, 'active') === false);
    const taken = bodyOfAgent('gone');
    const shared = await askFor(facts, make, 'the name of an inactive agent', { value: taken });
    const removed = await askFor(facts, remove, 'remove another agent', { about });
    const without = await inList('list after the removal', (one) => one === undefined);
    const again = await askFor(facts, make, 'a name that is available again', { value: taken });
    await askFor(facts, remove, 'clean up', { about: [left] });
    return { gone, changed, idle, shared, removed, without, again };
  });
  return { pair, ended };
}

export function agentChecks(facts: Facts): Check[] {
  const life = agentLife(facts);
  return [uniqueCheck(facts, life), listCheck(facts, life), atOnceCheck(facts)];
}

type AgentLife = ReturnType<typeof agentLife>;

/** Inactive agents are in the list. Removed agents are not, and cannot be found by name. */
function listCheck(facts: Facts, { ended }: AgentLife): Check {
  const { create: make, remove } = lifeOf(facts, 'agentsCatalog');
  const title = `${remove}: a removed agent is not listed, and its name is available again`;
  return facts.run.check('P-30', { of: `${remove}.list`, title, operation: make }, async (trial) => {
    const { gone, changed, idle, removed, without, again } = await ended();
    trial.saw(changed, idle, removed, without, again);
    const lists = (exchange: Exchange) => listOf(bodyOf(exchange)).some((one) => at(one, 'id') === gone);
    const tell = (symptom: string, expected: string, exchange: Exchange) =>
      trial.wrongAnswer(symptom, expected, exchange, removed);
    if (succeeded(changed) && succeeded(idle) && !lists(idle))
      tell('inactive and not listed', `${gone} in the list of all agents`, idle);
    const listed = listOf(bodyOf(idle)).find((one) => at(one, 'id') === gone);
    if (succeeded(changed) && listed !== undefined && at(listed, 'active') !== false)
      trial.wrongValue('listed with its old values', `${gone}, which is not active`, listed, idle, changed);
    if (!succeeded(removed)) return;
    if (succeeded(without) && lists(without)) tell('removed and listed', `a list without ${gone}`, without);
    if (!succeeded(again))
      tell('name of a removed agent rejected', 'success: no other agent has the name', again);
  });
}

function uniqueCheck(facts: Facts, { pair, ended }: AgentLife): Check {
  const { create: make } = lifeOf(facts, 'agentsCatalog');
  const scope = { of: `${make}.name`, title: `${make}: no two agents share a name`, operation: make };
  return facts.run.check('P-40', scope, async (trial) => {
    const { name, again, renamed, kept } = await pair();
    // An inactive agent still exists.
    const { shared: idle } = await ended();
    trial.saw(again, renamed, kept, idle);
    // The status for a duplicate name is not specified.
    const shared = [again, renamed, idle].find((one) => statusOf(one) < 400 || statusOf(one) >= 500);
    if (shared !== undefined)
      trial.wrongAnswer('name shared', `a 4xx: another agent has the name ${name}`, shared);
    if (succeeded(kept)) return;
    trial.wrongAnswer('current name rejected', 'success', kept);
  });
}

/** A platform that checks the name before it stores the agent has a race condition and accepts both. */
function atOnceCheck(facts: Facts): Check {
  const { create: make } = lifeOf(facts, 'agentsCatalog');
  const scope = {
    of: `${make}.at-once`,
    title: `${make}: of two concurrent requests, only one gets the name`,
    operation: make,
  };
  return facts.run.check('P-40', scope, async (trial) => {
    const good = facts.goodBody(make);
    const value = { ...(isObject(good) ? good : {}), name: `${facts.own}-at-once` };
    const call = {
      operation: make,
      label: 'one of two concurrent requests',
      intent: 'valid',
      value,
    } as const;
    // Neither waits for its turn in the request queue of the run.
    const both = await Promise.all([facts.run.session.call(call), facts.run.session.call(call)]);
    trial.saw(...both);
    if (!both.every(succeeded)) return;
    const expected = `a 4xx for one of them: both have the name ${value.name}`;
    trial.violated(
      { symptom: 'name shared by concurrent requests', expected, actual: both.map(statusOf).join(', ') },
      ...both,
    );
  });
}
