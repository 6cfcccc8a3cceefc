import type { Check, Trial } from '../../suite/check.ts';
import { NotTestable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { holds } from './read-back.ts';
import { needSuccess } from './rules.ts';

/** What is stored again, what stands beside something that is removed, and tokens that belong elsewhere. */
export function replacingChecks(facts: Facts): Check[] {
  return [
    adapterCheck(facts),
    typeCheck(facts),
    agentCheck(facts),
    policyCheck(facts),
    ...['Policy', 'Metric'].map((kind) => apartCheck(facts, kind)),
    tokenCheck(facts),
  ];
}

function expectHeld(trial: Trial, exchange: Exchange, sent: object, symptom: string): void {
  trial.saw(exchange);
  if (succeeded(exchange) && holds(bodyOf(exchange), sent)) return;
  trial.violated({ symptom, expected: brief(sent), actual: describeAnswer(exchange) }, exchange);
}

const ADAPTER = 'coordinator-v2.upsertTechAdapter';

function adapterCheck(facts: Facts): Check {
  const title = `${ADAPTER}: an adapter that is there is replaced, and keeps its deployments`;
  return facts.run.check('P-62', { of: ADAPTER, title, operation: ADAPTER }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const id = `urn:dmb:itm:${facts.own}-replaced:0`;
    const first = { id, version: '1.0.0', name: `${facts.own} replaced`, description: 'the first' };
    const second = { ...first, version: '1.1.0', description: 'the second' };
    needSuccess(await askFor(facts, ADAPTER, 'an adapter to replace', { value: first }));
    const path = { id, environment: facts.environment() };
    const put = 'coordinator-v2.putTechAdapterDeployment';
    const deployed = await askFor(facts, put, 'deploy it', { path, value: facts.goodBody(put) });
    expectHeld(trial, await askFor(facts, ADAPTER, 'replace it', { value: second }), second, 'not replaced');
    const read = await askFor(facts, 'coordinator-v2.getTechAdapter', 'read what was replaced', {
      path: { id },
    });
    expectHeld(trial, read, second, 'replaced and not stored');
    const kept = await askFor(facts, 'coordinator-v2.getTechAdapterDeployment', 'its deployment', { path });
    trial.saw(kept);
    if (succeeded(deployed) && !succeeded(kept)) {
      const expected = 'the deployment as before';
      trial.violated({ symptom: 'deployments lost', expected, actual: describeAnswer(kept) }, kept);
    }
    await askFor(facts, 'coordinator-v2.deleteTechAdapter', 'clean up', { path: { id } });
  });
}

const TYPE = 'governance.upsertResourceType';

function typeCheck(facts: Facts): Check {
  const title = `${TYPE}: a type that is there is replaced`;
  return facts.run.check('P-62', { of: TYPE, title, operation: TYPE }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const name = `${facts.own}-replaced`;
    const second = { name, displayName: 'The second' };
    needSuccess(
      await askFor(facts, TYPE, 'a type to replace', { value: { name, displayName: 'The first' } }),
    );
    expectHeld(trial, await askFor(facts, TYPE, 'replace it', { value: second }), second, 'not replaced');
    const path = { resourceType: name };
    const read = await askFor(facts, 'governance.getResourceType', 'read what was replaced', { path });
    expectHeld(trial, read, second, 'replaced and not stored');
  });
}

const AGENT = 'assistant.createAgent';

function agentCheck(facts: Facts): Check {
  const title = `${AGENT}: an agent stays as it is when another one is changed or removed`;
  return facts.run.check('P-63', { of: AGENT, title, operation: AGENT }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const good = facts.goodBody(AGENT);
    const create = async (suffix: string): Promise<string> => {
      const own = { ...(isObject(good) ? good : {}), name: `${facts.own}-${suffix}`, active: true };
      const created = await askFor(facts, AGENT, `an agent ${suffix}`, { value: own });
      needSuccess(created);
      return String(at(bodyOf(created), 'id'));
    };
    const [left, gone] = [await create('left'), await create('gone')];
    const read = (id: string, label: string) => askFor(facts, 'assistant.getAgent', label, { path: { id } });
    const path = { id: gone };
    await askFor(facts, 'assistant.updateAgent', 'change another one', { path, value: { active: false } });
    expectHeld(trial, await read(gone, 'read the changed one'), { active: false }, 'change not stored');
    expectHeld(trial, await read(left, 'read the other one'), { active: true }, 'another agent was changed');
    await askFor(facts, 'assistant.deleteAgent', 'remove another one', { path });
    expectHeld(trial, await read(left, 'read what is left'), { id: left }, 'another agent was removed');
    await askFor(facts, 'assistant.deleteAgent', 'clean up', { path: { id: left } });
  });
}

const UPDATE = 'governance.updatePolicy';

/** Policies cannot be read: a change that names no member answers with all of them. */
function policyCheck(facts: Facts): Check {
  const title = `${UPDATE}: a policy is stored as it was replaced`;
  return facts.run.check('P-64', { of: UPDATE, title, operation: UPDATE }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const created = await askFor(facts, 'governance.createPolicy', 'a policy to replace', {
      value: facts.goodBody('governance.createPolicy'),
    });
    needSuccess(created);
    const [id, groupId, version] = ['id', 'groupId', 'version'].map((name) => at(bodyOf(created), name));
    const good = facts.goodBody(UPDATE);
    const value = { ...(isObject(good) ? good : {}), groupId, version, description: 'Replaced.' };
    const path = { id };
    const updated = await askFor(facts, UPDATE, 'replace a policy', { path, value });
    if (!succeeded(updated)) throw new NotTestable(`${UPDATE} was answered ${describeAnswer(updated)}`);
    expectHeld(trial, updated, { id, description: 'Replaced.' }, 'replaced otherwise');
    const read = await askFor(facts, 'governance.patchPolicy', 'change nothing', { path, value: {} });
    if (succeeded(read)) expectHeld(trial, read, { id, ...value }, 'replaced and not stored');
  });
}

/** Of two policies or metrics one is changed and moved; a change without members tells what the other one is. */
function apartCheck(facts: Facts, kind: string): Check {
  const [create, patch] = [`governance.create${kind}`, `governance.patch${kind}`];
  const title = `${create}: one stays as it is when another one is changed or moved`;
  return facts.run.check('P-63', { of: create, title, operation: create }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const value = facts.goodBody(create);
    const made = [
      await askFor(facts, create, 'one of two', { value }),
      await askFor(facts, create, 'the other one', { value }),
    ];
    for (const one of made) needSuccess(one);
    const [id, other] = made.map((one) => String(at(bodyOf(one), 'id')));
    const path = { id };
    await askFor(facts, patch, 'change one', { path, value: { description: 'Changed.' } });
    await askFor(facts, `governance.update${kind}Status`, 'move one', { path, value: { status: 'grace' } });
    const left = await askFor(facts, patch, 'what the other one is', { path: { id: other }, value: {} });
    trial.saw(...made, left);
    if (!succeeded(left)) throw new NotTestable(`${patch} was answered ${describeAnswer(left)}`);
    const before = bodyOf(made[1] ?? left);
    const wanted = { description: at(before, 'description'), status: at(before, 'status') };
    if (holds(bodyOf(left), wanted)) return;
    const told = { description: at(bodyOf(left), 'description'), status: at(bodyOf(left), 'status') };
    const symptom = 'another one was changed';
    trial.violated({ symptom, expected: brief(wanted), actual: brief(told) }, left, ...made);
  });
}

/** Where a token may be asked about, and where another kind of token comes from. */
const STRANGERS = [
  ['coordinator-v2.getValidationStatus', 'provisioningplan'],
  ['coordinator-v1.getExecutionPlanStatus', 'validate'],
  ['coordinator-v1.getReverseProvisioningPlan', 'provisioningplan'],
] as const;

function tokenCheck(facts: Facts): Check {
  const title = 'A token is known where its kind of work is asked about, and nowhere else';
  return facts.run.check('P-65', { of: 'tokens', title }, async (trial) => {
    for (const [operation, kind] of STRANGERS) {
      const token = await facts.known(kind);
      if (token === undefined) continue;
      const exchange = await askFor(facts, operation, 'token of other work', { path: { token } });
      trial.saw(exchange);
      if (statusOf(exchange) >= 400) continue;
      const expected = `a refusal: the token is that of ${kind}`;
      trial.violated(
        { symptom: 'token of other work', expected, actual: describeAnswer(exchange) },
        exchange,
      );
    }
  });
}
