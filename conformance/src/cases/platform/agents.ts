import { expectHeld } from '../../laws/desired-state.ts';
import { type Check, memo, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, listOf } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
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
    refuseWriting(!facts.run.settings.readOnly);
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
  const { create: make, read: look, change, remove } = lifeOf(facts, 'agentsCatalog');
  const pair = agentPair(facts);
  const list = facts.cast.sibling(make, 'GET');
  /** Changes nothing or, where that is refused, sets the same value. */
  const changeLittle = async (id: string): Promise<void> => {
    const [nothing, description] = [{}, at(facts.goodBody(make), 'description')];
    const answer = await askFor(facts, change, 'change nothing', { about: [id], value: nothing });
    if (!succeeded(answer))
      await askFor(facts, change, 'change nothing else', { about: [id], value: { description } });
  };
  const ended = memo(async () => {
    const { left, gone, bodyOfAgent } = await pair();
    const read = (id: string, label: string) => askFor(facts, look, label, { about: [id] });
    const about = [gone];
    // The read before a change differs from the read after it.
    await read(gone, 'read the agent before the change');
    // This payload lacks what the first one has.
    const value = { active: false, payload: { [facts.own]: 'string' } };
    const changed = await askFor(facts, change, 'change another agent', { about, value });
    await changeLittle(gone);
    const states = [
      await read(gone, 'read the changed agent'),
      await read(left, 'read the other agent'),
    ] as const;
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
    const stays = await read(left, 'read the remaining agent');
    const without = await inList('list after the removal', (one) => one === undefined);
    const again = await askFor(facts, make, 'a name that is available again', { value: taken });
    await askFor(facts, remove, 'clean up', { about: [left] });
    const wanted = { ...bodyOfAgent('gone'), ...value };
    return { left, gone, wanted, changed, states, idle, shared, removed, stays, without, again };
  });
  return { pair, ended };
}

export function agentChecks(facts: Facts): Check[] {
  const life = agentLife(facts);
  return [uniqueCheck(facts, life), apartCheck(facts, life), listCheck(facts, life), atOnceCheck(facts)];
}

type AgentLife = ReturnType<typeof agentLife>;

function apartCheck(facts: Facts, { ended }: AgentLife): Check {
  const { create: make } = lifeOf(facts, 'agentsCatalog');
  const title = `${make}: changing or removing an agent does not affect another`;
  return facts.run.check('P-63', { of: make, title, operation: make }, async (trial) => {
    const { left, gone, wanted, changed, states, idle, stays } = await ended();
    if (succeeded(changed)) expectChanged(trial, states[0], wanted, facts.goodBody(make));
    expectHeld(trial, states[1], { active: true }, 'another agent was changed');
    expectHeld(trial, stays, { id: left }, 'another agent was removed');
    trial.saw(idle);
    const listed = listOf(bodyOf(idle)).find((one) => at(one, 'id') === gone);
    if (!succeeded(changed) || listed === undefined || at(listed, 'active') === false) return;
    trial.wrongValue('listed with its old values', `${gone}, which is not active`, listed, idle, changed);
  });
}

/** A sent member is replaced as a whole, and all others keep their values. */
function expectChanged(trial: Trial, read: Exchange, wanted: object, first: unknown): void {
  expectHeld(trial, read, wanted, 'change not stored');
  const payload = Object.keys(Object(at(first, 'payload')));
  const old = payload.find((name) => at(bodyOf(read), 'payload', name) !== undefined);
  if (old === undefined) return;
  trial.wrongValue(
    'payload merged',
    `no ${old}, which is not in the new payload`,
    at(bodyOf(read), 'payload'),
    read,
  );
}

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
