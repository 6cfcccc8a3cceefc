import { expectTaken, expectTerminal } from '../checks/good-requests.ts';
import type { Statement, Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at, brief, canonical, isObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Ended } from '../suite/tasks.ts';
import { isTaken, type Work } from '../suite/work.ts';

/*
 * A request describes a desired state. Repeating it ends the same, whether that state exists already or not.
 */

/** Removing what does not exist succeeds. A rejection that the contract lists is not recommended. */
export async function expectNothingToRemove(trial: Trial, { contract }: Run, removal: Work): Promise<void> {
  const started = await removal.start();
  const { kind, exchange } = started;
  const { id, responses } = operationOf(contract, exchange.operation);
  const expected = 'COMPLETED: the desired state exists already';
  if (kind === 'refused' && Object.hasOwn(responses, String(statusOf(exchange)))) {
    trial.note(
      { symptom: `${id} without an effect is rejected`, expected, actual: describeAnswer(exchange) },
      exchange,
    );
    return;
  }
  expectTaken(trial, started);
  if (!isTaken(started)) return;
  const ended = await removal.end();
  trial.saw(ended.exchange);
  if (kind === 'finished') expectTerminal(trial, ended);
  if (ended.state !== 'FAILED') return;
  trial.wrongAnswer(`${id} without an effect fails`, expected, ended.exchange, exchange);
}

/** Work succeeds, as the work before it did. */
export async function expectSuccess(trial: Trial, before: Ended, work: Work, symptom: string): Promise<void> {
  const started = await work.start();
  const ended = isTaken(started) ? await work.end() : undefined;
  const shown = ended?.exchange ?? started.exchange;
  trial.saw(before.exchange, shown);
  if (before.state !== 'COMPLETED' || ended?.state === 'COMPLETED') return;
  trial.wrongAnswer(symptom, 'COMPLETED, as the request before it', shown, before.exchange);
}

/** A stored thing has what was sent; a server may add members. */
export function expectHeld(trial: Trial, exchange: Exchange, sent: object, symptom: string): void {
  trial.saw(exchange);
  if (succeeded(exchange) && holds(bodyOf(exchange), sent)) return;
  trial.wrongAnswer(symptom, brief(sent), exchange);
}

/** The same, member by member: the first that differs is reported. An absent member is equivalent to an empty value. */
export function expectSent(trial: Trial, exchange: Exchange, sent: unknown, what: string): void {
  trial.saw(exchange);
  const lost = Object.entries(isObject(sent) ? sent : {}).find(([key, value]) => {
    const told = at(bodyOf(exchange), key);
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    return !holds(told, value) && !(told === undefined && isEmpty);
  });
  if (lost === undefined) return;
  const [key, value] = lost;
  trial.wrongValue(`${key} differs`, `${key} ${brief(value)} (${what})`, at(bodyOf(exchange), key), exchange);
}

/** Storing a thing again replaces all of it: each answer has the second content, and nothing else of the first. */
export function expectReplaced(
  trial: Trial,
  answers: readonly Exchange[],
  first: object,
  second: object,
): void {
  for (const answer of answers) {
    expectHeld(trial, answer, second, 'replaced but not stored');
    expectGone(trial, answer, first, second);
  }
}

/** A replacement is not a merge: members that the second request omits are gone. */
export function expectGone(trial: Trial, answer: Exchange, first: object, second: object): void {
  for (const [member, before] of Object.entries(first)) {
    const told = at(bodyOf(answer), member);
    if (member in second || told === undefined || canonical(told) !== canonical(before)) continue;
    trial.wrongValue('merged instead of replaced', `no ${member}, which the replacement omits`, told, answer);
  }
}

/** Whether an answer contains a value as it was sent; members may have been added, at any depth. */
export function holds(answered: unknown, sent: unknown): boolean {
  if (isObject(sent))
    return (
      isObject(answered) &&
      Object.entries(sent).every(([key, value]) => value === undefined || holds(answered[key], value))
    );
  if (!Array.isArray(sent)) return canonical(answered) === canonical(sent);
  const list = listOf(answered);
  return list.length === sent.length && sent.every((one: unknown, index) => holds(list[index], one));
}

/** A request for the same state as another one is accepted like it, whatever its form and however often it is sent. */
export function expectAccepted(
  trial: Trial,
  usual: Exchange,
  same: Exchange,
  symptom: string,
  as: string,
): void {
  trial.saw(usual, same);
  if (!succeeded(usual) || succeeded(same)) return;
  trial.wrongAnswer(symptom, `${statusOf(usual)}, as ${as}`, same, usual);
}

/** The same request again ends the same, with the same information, and creates nothing new. */
export function expectSameEnd(trial: Trial, first: Ended, again: Ended): void {
  trial.saw(first.exchange, again.exchange);
  const [expected, actual] = [shapeOf(first), shapeOf(again)];
  const [known, repeated] = [duplicatesIn(first), duplicatesIn(again)];
  const tell = (statement: Statement): void => trial.violated(statement, again.exchange, first.exchange);
  const symptom = 'the same request has another result';
  if (expected !== actual) tell({ symptom, expected, actual });
  else if (repeated > known)
    // Information that each request repeats grows without limit.
    tell({ symptom, expected: `${known} duplicate identities`, actual: `${repeated}` });
  const grown = findGrown(publicInfoIn(first), publicInfoIn(again));
  if (grown === undefined) return;
  tell({ symptom: 'repeating creates something new', ...grown, difference: '/info/publicInfo' });
}

/** The state, and the names of the public information: its values may change, for example a date. */
function shapeOf(ended: Ended): string {
  return `${ended.state} with ${canonical(namesIn(publicInfoIn(ended)))}`;
}

/** The names of all members outside display entries, whose optional members may vary. */
function namesIn(value: unknown): unknown {
  if (!isObject(value) || typeof value['type'] === 'string') return true;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, namesIn(member)]));
}

/** How often the response repeats an identity. */
function duplicatesIn({ body }: Ended): number {
  const identities = listOf(at(body, 'info', 'aclInfo')).map((one) => canonical(at(one, 'identity')));
  return identities.length - new Set(identities).size;
}

function publicInfoIn({ body }: Ended): unknown {
  return at(body, 'info', 'publicInfo');
}

/** A name with at least two letters that is now part of a longer one: that of another resource. */
function findGrown(before: unknown, after: unknown): Omit<Statement, 'symptom'> | undefined {
  if (typeof before === 'string' && typeof after === 'string') {
    const isGrown = after.length > before.length && after.includes(before) && /\p{L}{2}/u.test(before);
    return isGrown ? { expected: `${brief(before)}, as before`, actual: brief(after) } : undefined;
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  for (const [name, value] of Object.entries(before)) {
    const grown = findGrown(value, after[name]);
    if (grown !== undefined) return grown;
  }
  return undefined;
}
