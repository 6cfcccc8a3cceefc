import type { Check } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import { type Facts, nobodyKnown, refuseWriting } from './facts.ts';
import { holds } from './read-back.ts';
import { needSuccess } from './rules.ts';

/** What belongs to something else: deployments to their adapter, models to their use, answers to their conversation. */
export function linkageChecks(facts: Facts): Check[] {
  return [deploymentCheck(facts), logCheck(facts), modelCheck(facts), taskCheck(facts), typeCheck(facts)];
}

const PUT = 'coordinator-v2.putTechAdapterDeployment';

function deploymentCheck(facts: Facts): Check {
  const title = `${PUT}: a deployment is kept in its environment, until it is removed`;
  return facts.run.check('P-56', { of: PUT, title, operation: PUT }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const id = `urn:dmb:itm:${facts.own}-deployed:0`;
    const adapter = { id, version: '1.0.0', name: `${facts.own} deployed` };
    needSuccess(
      await askFor(facts, 'coordinator-v2.upsertTechAdapter', 'an adapter to deploy', { value: adapter }),
    );
    const [here, there] = [facts.environment(), facts.run.invent('word')];
    const deployment = (operation: string, label: string, environment: string, value?: unknown) =>
      askFor(facts, `coordinator-v2.${operation}`, label, { path: { id, environment }, value });
    const sent = { ...own(facts.goodBody(PUT)), enabled: false };
    const put = await deployment('putTechAdapterDeployment', 'deploy it', here, sent);
    const read = await deployment('getTechAdapterDeployment', 'read the deployment', here);
    const other = await deployment('getTechAdapterDeployment', 'read it elsewhere', there);
    const shown = await askFor(facts, 'coordinator-v2.getTechAdapter', 'the adapter with it', {
      path: { id },
    });
    const removed = await deployment('deleteTechAdapterDeployment', 'remove the deployment', here);
    const gone = await deployment('getTechAdapterDeployment', 'read what was removed', here);
    const left = await askFor(facts, 'coordinator-v2.getTechAdapter', 'the adapter without it', {
      path: { id },
    });
    await askFor(facts, 'coordinator-v2.deleteTechAdapter', 'clean up', { path: { id } });
    trial.saw(put, read, other, shown, removed, gone, left);
    const environments = JSON.stringify(at(bodyOf(shown), 'deployments') ?? null);
    const wrong: readonly (readonly [boolean, string, Exchange])[] = [
      [holds(bodyOf(put), sent), `what was sent: ${brief(sent)}`, put],
      [holds(bodyOf(read), sent), `what was stored: ${brief(sent)}`, read],
      [statusOf(other) === 404, '404 in another environment', other],
      [environments.includes(`"${here}"`), `${here} among its environments`, shown],
      [succeeded(removed) && statusOf(gone) === 404, '404 after its removal', gone],
      [succeeded(left), 'the adapter as before', left],
    ];
    const first = wrong.find(([isRight]) => !isRight);
    if (first === undefined) return;
    const [, expected, exchange] = first;
    trial.violated({ symptom: 'deployment', expected, actual: describeAnswer(exchange) }, exchange);
  });
}

const LOGS = 'coordinator-v1.getPlanLogs';

/** Whether a level is the least or the only one is not said: entries below it belong to neither reading. */
function logCheck(facts: Facts): Check {
  const title = `${LOGS}: entries below the level, and of other tasks, are left out`;
  return facts.run.check('P-57', { of: LOGS, title, operation: LOGS }, async (trial) => {
    const plan = await facts.known('provisioningplan');
    if (plan === undefined) throw nobodyKnown(facts, 'provisioningplan');
    const path = { provisioning_plan_id: plan };
    // The contract lists the levels in rising order.
    const levels = listOf(facts.run.session.schemas.named('coordinator-v1.LogLevel')['enum']);
    const worst = levels.at(-1);
    const severe = await askFor(facts, LOGS, 'errors only', { path, query: { level: worst } });
    const strange = await askFor(facts, LOGS, `nobody's task`, {
      path,
      query: { task_id: facts.run.invent('word') },
    });
    trial.saw(severe, strange);
    const entries = (exchange: Exchange): unknown[] => {
      const body = bodyOf(exchange);
      return Array.isArray(body) ? body : [];
    };
    const mild = entries(severe).find((one) => at(one, 'severity') !== worst);
    if (mild !== undefined)
      trial.violated(
        { symptom: 'level is not applied', expected: `${String(worst)} only`, actual: brief(mild) },
        severe,
      );
    const [other] = entries(strange);
    if (other !== undefined)
      trial.violated(
        { symptom: 'task_id is not applied', expected: 'no entries', actual: brief(other) },
        strange,
      );
  });
}

/** The two models are configured apart from each other, and no answer shows a key. */
function modelCheck(facts: Facts): Check {
  const llm = { set: 'assistant.setLlmConfig', get: 'assistant.getLlmConfig' };
  const embedder = { set: 'assistant.setEmbedderConfig', get: 'assistant.getEmbedderConfig' };
  const title = `${llm.set}: each model is read as it was set, without its key`;
  return facts.run.check('P-58', { of: 'assistant.models', title, operation: llm.set }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const answers = [await facts.good(llm.set), await facts.good(embedder.set)];
    // Once more, so that each has been set after the other one.
    await askFor(facts, llm.set, 'set it again', { value: facts.goodBody(llm.set) });
    const read = [
      await askFor(facts, llm.get, 'read again'),
      await askFor(facts, embedder.get, 'read again'),
    ];
    trial.saw(...answers, ...read);
    for (const [index, { set }] of [llm, embedder].entries()) {
      const { api_key: key, ...told } = own(facts.goodBody(set));
      const exchange = read[index];
      if (exchange === undefined || answers[index] === undefined || !succeeded(answers[index])) continue;
      if (!holds(bodyOf(exchange), told)) {
        const expected = `what was set: ${brief(told)}`;
        trial.violated({ symptom: 'another model', expected, actual: describeAnswer(exchange) }, exchange);
      }
      const shown = [exchange, answers[index]].find((one) =>
        String(one.received?.text).includes(String(key)),
      );
      if (shown === undefined) continue;
      trial.note({ symptom: 'key shown', expected: 'asterisks, or nothing', actual: 'the key' }, shown);
    }
  });
}

const TASK = 'assistant.runTask';

function taskCheck(facts: Facts): Check {
  const title = `${TASK}: a conversation goes on under its name, and others have names of their own`;
  return facts.run.check('P-59', { of: TASK, title, operation: TASK }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const ask = (label: string, more: object): Promise<Exchange> =>
      askFor(facts, TASK, label, { value: { ...own(facts.goodBody(TASK)), ...more } });
    const [one, two] = [await ask('a conversation', {}), await ask('another conversation', {})];
    const name = at(bodyOf(one), 'session_id');
    needSuccess(one);
    const later = await ask('the first one again', { session_id: name });
    trial.saw(one, two, later);
    const tell = (symptom: string, expected: string, exchange: Exchange): void =>
      trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange, one);
    if (at(bodyOf(later), 'session_id') !== name)
      tell('conversation lost', `session_id ${brief(name)}`, later);
    else if (at(bodyOf(two), 'session_id') === name)
      tell('one conversation for all', 'another session_id', two);
  });
}

const TYPE = 'governance.upsertResourceType';

function typeCheck(facts: Facts): Check {
  const title = `${TYPE}: what is left out has the default of the contract`;
  return facts.run.check('P-60', { of: TYPE, title, operation: TYPE }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const value = {
      name: `${facts.own}-plain`,
      descriptorConfiguration: { resourceFilterField: 'version' },
      resolverConfiguration: { url: 'http://resolver.example.com' },
    };
    const stored = await askFor(facts, TYPE, 'a type with defaults', { value });
    needSuccess(stored);
    const read = await askFor(facts, 'governance.getResourceType', 'its defaults', {
      path: { resourceType: value.name },
    });
    trial.saw(stored, read);
    for (const [path, wanted] of [
      [['descriptorConfiguration', 'resourceNameField'], 'id'],
      [['resolverConfiguration', 'path'], 'v1/resolve'],
    ] as const) {
      const told = at(bodyOf(read), ...path);
      if (told === wanted || told === undefined) continue;
      const expected = `${path.join('.')} ${wanted}`;
      trial.violated({ symptom: 'another default', expected, actual: brief(told) }, read);
    }
  });
}

function own(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
