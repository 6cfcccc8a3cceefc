import { expectHeld, holds } from '../../laws/desired-state.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, brief, canonical, isObject, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import { ANSWERERS } from './cast.ts';
import { type Facts, nobodyKnown } from './facts.ts';
import { deployedUnit } from './live-unit.ts';
import { lifeOf } from './lives.ts';
import { needSuccess } from './rules.ts';

/** Relations between things: log entries and their plan, models and their use, answers and their conversation. */
export function linkageChecks(facts: Facts): Check[] {
  return [
    logCheck(facts),
    modelCheck(facts),
    taskCheck(facts),
    ...ANSWERERS.map((id) => aloneCheck(facts, id)),
    typeCheck(facts),
  ];
}

/** It is not specified whether a level is a minimum or exact: entries below it match neither. */
function logCheck(facts: Facts): Check {
  const { cast } = facts;
  const logs = cast.link(cast.deploy, 'logs').operation;
  const kind = cast.kindOf(logs);
  // The contract lists the levels in rising order.
  const { schemas } = facts.run.session;
  const levelsOf = (name: string): readonly unknown[] =>
    listOf(schemas.members(`${logs}.query`).properties[name]?.['enum']);
  const level = cast.parameter(logs, ({ name }) => levelsOf(name).length > 0);
  const task = cast.parameter(logs, ({ name }) => levelsOf(name).length === 0);
  const title = `${logs}: entries below the level, and of other tasks, are omitted`;
  return facts.run.check('P-57', { of: logs, title, operation: logs }, async (trial) => {
    // A finished plan has log entries; another one may not have any yet.
    const deployed = await deployedUnit(facts);
    const plan = deployed === undefined ? await facts.known(kind) : tokenOf(deployed.start);
    if (plan === undefined) throw nobodyKnown(facts, kind);
    const about = [plan];
    const all = await askFor(facts, logs, 'the log of a plan', { about });
    const worst = levelsOf(level).at(-1);
    const severe = await askFor(facts, logs, 'errors only', { about, query: { [level]: worst } });
    const strange = await askFor(facts, logs, `an unknown task`, {
      about,
      query: { [task]: facts.run.invent('word') },
    });
    trial.saw(severe, strange);
    const entries = (exchange: Exchange): unknown[] => {
      const body = bodyOf(exchange);
      return Array.isArray(body) ? body : [];
    };
    // P-03 reports a level that the contract does not have.
    const isUsable = (one: unknown): boolean =>
      typeof at(one, 'task') === 'string' && levelsOf(level).includes(at(one, 'severity'));
    const told = succeeded(all) ? entries(all).find(isUsable) : undefined;
    if (told !== undefined) {
      const query = { [task]: at(told, 'task'), [level]: at(told, 'severity') };
      const narrow = await askFor(facts, logs, 'the log of one of its tasks', { about, query });
      trial.saw(all, narrow);
      const isLost = entries(narrow).every((one) => at(one, 'message') !== at(told, 'message'));
      if (isLost) trial.wrongAnswer('an entry is missing', brief(told), narrow, all);
    }
    const mild = entries(severe).find((one) => at(one, 'severity') !== worst);
    if (mild !== undefined) trial.wrongValue(`${level} is ignored`, `${String(worst)} only`, mild, severe);
    const [other] = entries(strange);
    if (other !== undefined) trial.wrongValue(`${task} is ignored`, 'no entries', other, strange);
  });
}

/** The two models are configured independently, and no answer shows a key. */
function modelCheck(facts: Facts): Check {
  const setters = facts.cast.secretSetters();
  const [first = ''] = setters;
  const title = `${first}: each model configuration is read as it was set, without its key`;
  return facts.run.check('P-58', { of: 'assistant.models', title, operation: first }, async (trial) => {
    const answers: Exchange[] = [];
    for (const set of setters) answers.push(await facts.good(set));
    const left = await askFor(facts, facts.cast.sibling(first, 'GET'), 'read the one that was set first');
    const other = { ...own(facts.goodBody(first)), model: facts.own };
    const changed = await askFor(facts, first, 'set another one', { value: other });
    const now = await askFor(facts, facts.cast.sibling(first, 'GET'), 'read the other one');
    trial.saw(changed, now);
    if (succeeded(changed) && at(bodyOf(now), 'model') !== facts.own)
      trial.wrongAnswer('wrong model', `model ${facts.own}, which was set last`, now, changed);
    // Again, so that each model is set after the other one.
    await askFor(facts, first, 'set it again', { value: facts.goodBody(first) });
    const read: Exchange[] = [];
    for (const set of setters) read.push(await askFor(facts, facts.cast.sibling(set, 'GET'), 'read again'));
    trial.saw(...answers, left, ...read);
    for (const [index, set] of setters.entries()) {
      const { api_key: key, ...told } = own(facts.goodBody(set));
      const exchange = read[index];
      if (exchange === undefined || answers[index] === undefined || !succeeded(answers[index])) continue;
      const wrong = [exchange, ...(set === first ? [left] : [])].find((one) => !holds(bodyOf(one), told));
      if (wrong !== undefined) trial.wrongAnswer('wrong model', `the values set: ${brief(told)}`, wrong);
      tellKeyPart(trial, String(key), [exchange, answers[index]]);
    }
  });
}

/** Maximum number of consecutive characters of a key that an answer may show. */
const GLIMPSE = 4;

/** A part of a key is not recommended to be readable; the whole key is the subject of another check. */
function tellKeyPart(trial: Trial, key: string, answers: readonly Exchange[]): void {
  const parts = Array.from({ length: Math.max(0, key.length - GLIMPSE + 1) }, (_, index) =>
    key.slice(index, index + GLIMPSE),
  );
  for (const one of answers) {
    const told = String(at(bodyOf(one), 'api_key') ?? '');
    if (!parts.some((part) => told.includes(part))) continue;
    const actual = 'a part of the key';
    trial.note({ symptom: 'key shown', expected: 'asterisks, or no key', actual }, one);
    return;
  }
}

function taskCheck(facts: Facts): Check {
  const runs = facts.cast.conversation;
  const title = `${runs}: a conversation keeps its session id, and others have different ones`;
  return facts.run.check('P-59', { of: runs, title, operation: runs }, async (trial) => {
    const ask = (label: string, more: object): Promise<Exchange> =>
      askFor(facts, runs, label, { value: { ...own(facts.goodBody(runs)), ...more } });
    const said = facts.run.invent('word');
    const message = `${String(own(facts.goodBody(runs))['message'])} (${said})`;
    const [one, two] = [await ask('a conversation', { message }), await ask('another conversation', {})];
    const name = at(bodyOf(one), 'session_id');
    needSuccess(one);
    if (name === undefined) throw new NotApplicable('the answer names no conversation');
    const later = await ask('the first one again', { session_id: name });
    const tell = (symptom: string, expected: string, exchange: Exchange): void =>
      trial.wrongAnswer(symptom, expected, exchange, one);
    trial.saw(one, two, later);
    const excuse = at(bodyOf(one), 'error_message');
    if (at(bodyOf(one), 'result') === 'success' && typeof excuse === 'string' && excuse.trim() !== '')
      tell('success with an error message', 'no error_message with a success', one);
    if (at(bodyOf(later), 'session_id') !== name)
      tell('session id changes', `session_id ${brief(name)}`, later);
    else if (at(bodyOf(two), 'session_id') === name)
      tell('one session id for all conversations', 'another session_id', two);
    else tellOverheard(trial, two, said, one);
  });
}

/** A unique word from another conversation does not occur in an answer. */
function tellOverheard(trial: Trial, answer: Exchange, said: string, where: Exchange): void {
  if (!String(answer.received?.text).includes(said)) return;
  trial.wrongAnswer(
    'overheard',
    `a response without ${said}, which is from another conversation`,
    answer,
    where,
  );
}

/** A conversation shows no questions of other users. */
function aloneCheck(facts: Facts, id: string): Check {
  const title = `${id}: each question is independent of others`;
  return facts.run.check('P-59', { of: id, title, operation: id }, async (trial) => {
    const { query, ...rest } = own(facts.goodBody(id));
    const said = facts.run.invent('word');
    const value = { ...rest, query: `${String(query)} (${said})` };
    const one = await askFor(facts, id, 'a question', { value });
    const two = await askFor(facts, id, 'another question', { value: { ...rest, query } });
    trial.saw(one, two);
    if (succeeded(one) && succeeded(two)) tellOverheard(trial, two, said, one);
  });
}

/** Two types of the run: one with all members set, the other without any that has a default. */
function typeCheck(facts: Facts): Check {
  const { create: store, read: typeRead } = lifeOf(facts, 'resource-types');
  const title = `${store}: an omitted setting has the default of the contract`;
  const { schemas } = facts.run.session;
  const schema = facts.operations.find(({ id }) => id === store)?.body?.schema ?? '';
  const defaults = ['descriptorConfiguration', 'resolverConfiguration'].flatMap((part) => {
    const inner = schemas.resolve(at(schemas.named(schema), 'properties', part));
    return Object.entries(own(inner['properties'])).flatMap(([member, one]) => {
      const usual = schemas.resolve(one)['default'];
      return usual === undefined ? [] : [{ part, member, usual }];
    });
  });
  return facts.run.check('P-60', { of: store, title, operation: store }, async (trial) => {
    const url = 'http://resolver.example.com';
    const value = {
      name: `${facts.own}-plain`,
      descriptorConfiguration: {},
      resolverConfiguration: { url },
    };
    // Settings of the other type, which differ from the defaults.
    const settings = { resourceNameField: 'key', resourceFilterField: 'edition' };
    const other = {
      name: `${facts.own}-other`,
      descriptorConfiguration: { ...settings, resourceDisplayNameFields: ['title'] },
      resolverConfiguration: { url, path: 'v2/find' },
    };
    const told = await askFor(facts, store, 'a type without defaults', { value: other });
    needSuccess(told);
    expectHeld(trial, told, other, 'stored with other values');
    const stored = await askFor(facts, store, 'a type with defaults', { value });
    needSuccess(stored);
    const namesOf = (exchange: Exchange) => listOf(bodyOf(exchange)).map((one) => at(one, 'name'));
    const look = () => askFor(facts, facts.cast.sibling(store, 'GET'), 'the list with both types');
    const list = await lookAgain(facts, look, (one) => namesOf(one).includes(value.name));
    trial.saw(list);
    const names = namesOf(list);
    if (succeeded(list) && !names.includes(value.name))
      trial.wrongValue('stored but not listed', value.name, names, list);
    const read = await askFor(facts, typeRead, 'its defaults', {
      about: [value.name],
    });
    trial.saw(stored, read);
    for (const { part, member, usual } of defaults) {
      const told = at(bodyOf(read), part, member);
      if (canonical(told) === canonical(usual)) continue;
      trial.wrongValue('wrong default', `${part}.${member} ${brief(usual)}`, told, read);
    }
  });
}

function own(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
