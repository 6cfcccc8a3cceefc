import type { OperationEntry, SteadyEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { at, brief, canonical, isObject, listOf, pointerKeys } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Session } from '../suite/session.ts';
import { readYaml } from '../suite/yaml.ts';

/** Sends its request once, and resolves to that response every time; rejects when the request is not possible. */
export type Fact = () => Promise<Exchange>;

/** The requirements that the parts of the law report under. */
export interface Reported {
  readonly again: string;
  /** Next to other requests; default: as `again`. */
  readonly aside?: string;
  /** After a rejected request; default: as `again`. */
  readonly refused?: string;
}

/** Rounds of concurrent requests, and in how many of them responses must be mixed up, if the responses may vary. */
const ROUNDS = 6;
const MOST_ROUNDS = 5;

/** Whether the law is about an operation: a request to it changes nothing, and its response is the result. */
export function isSteady({ method, safe, longRunning }: OperationEntry): boolean {
  return (method === 'GET' || safe === true) && longRunning === undefined;
}

/**
 * The checks that a request gets the same response when it is repeated, next to other requests, and after a rejected one.
 * @param usual The requests to an operation with `x-dp-steady`, each sent once before
 */
export function steadinessChecks(
  run: Run,
  { again, aside = again, refused = again }: Reported,
  operation: string,
  usual: readonly Fact[],
): Check[] {
  const { check, session } = run;
  const entry = operationOf(run.contract, operation);
  const last = { operation, phase: 'last' } as const;
  return [
    check(
      again,
      { ...last, of: operation, title: `${operation} returns the same response to the same request` },
      async (trial) => {
        const known = await knownOf(entry, usual);
        // Forward and backward, so that a request comes after each of its neighbors.
        const asked = entry.steady?.usually === true ? known : [...known, ...known.toReversed()];
        for (const one of asked) {
          const later = await session.repeat(one, 'the same request again');
          expectSame(trial, one, later, `${operation} changes its response`, readingOf(entry));
        }
      },
    ),
    check(
      aside,
      { ...last, of: `${operation}.aside`, title: `${operation}: concurrent requests share nothing` },
      (trial) => expectApart(trial, run, entry, usual),
    ),
    check(
      refused,
      { ...last, of: `${operation}.refused`, title: `${operation}: a rejected request affects no other` },
      async (trial) => {
        const [first, between] = await knownOf(entry, usual);
        if (first === undefined) return;
        await expectUnharmed(trial, {
          refuse: async () => {
            if (between !== undefined) await session.repeat(between, 'another request, in between');
            return sendNothing(session, operation);
          },
          ask: () => session.repeat(first, 'a request after a rejected one'),
          usual: first,
          read: entry.steady?.usually === true ? availability : readingOf(entry),
        });
      },
    ),
    ...spellingChecks(run, again, entry, usual),
  ];
}

/** Percent-encoding all characters of a parameter is equivalent. */
function spellingChecks(
  { check, session }: Run,
  requirement: string,
  entry: OperationEntry,
  usual: readonly Fact[],
): Check[] {
  const texts = entry.parameters.filter((one) => one.in === 'query' && one.type === 'string');
  if (texts.length === 0) return [];
  const of = `${entry.id}.spelling`;
  const title = `${entry.id}: percent-encoding of a parameter makes no difference`;
  return [
    check(requirement, { of, title, operation: entry.id }, async (trial) => {
      const known = await knownOf(entry, usual);
      const isTold = ({ sent }: Exchange) => texts.some(({ name }) => sent.path.includes(`${name}=`));
      const one = known.findLast((exchange) => isTold(exchange) && succeeded(exchange));
      if (one === undefined) throw new NotApplicable('no response to a request with a text is known');
      const spelled = await session.repeat(one, 'the same, percent-encoded', { spelledOut: true });
      expectSame(trial, one, spelled, 'encoding makes a difference', readingOf(entry));
    }),
  ];
}

/** How often a request is repeated: a failure of every few requests shows. */
const REPEATED = 4;

/** Repeats a request to an operation that changes nothing immediately: all else may change over time. */
export async function expectRepeatable(trial: Trial, run: Run, first: Exchange): Promise<void> {
  for (let count = 0; count < REPEATED; count += 1) await expectAgain(trial, run, first);
}

async function expectAgain(trial: Trial, run: Run, first: Exchange): Promise<void> {
  const entry = operationOf(run.contract, first.operation);
  const second = await run.session.repeat(first, 'the same again', { patient: true });
  trial.saw(first, second);
  // The thing may exist by now: this run creates things.
  if (!succeeded(first)) return;
  // And removes them: a search without results may return 404.
  const isSearch = entry.pagination !== undefined && Object.hasOwn(entry.responses, '404');
  if (isSearch && statusOf(second) === 404) return;
  if (statusOf(first) === statusOf(second) && isAlike(bodyOf(first), bodyOf(second))) return;
  const [symptom, expected] = [`${entry.id} changes its response`, describeAnswer(first)];
  trial.wrongAnswer(symptom, expected, second, first);
}

/** Work may continue between two reads and add or remove optional members, but not change the type of the body. */
function isAlike(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right))
    return typeof left === typeof right && Array.isArray(left) === Array.isArray(right);
  const [mine, yours] = [Object.keys(left), Object.keys(right)];
  return mine.every((key) => key in right) || yours.every((key) => key in left);
}

/** The responses of the facts that are possible, each requested after the other. A model may have been unavailable. */
async function knownOf({ steady }: OperationEntry, facts: readonly Fact[]): Promise<Exchange[]> {
  const known: Exchange[] = [];
  let reason: unknown;
  for (const fact of facts) {
    try {
      const exchange = await fact();
      if (steady?.usually !== true || statusOf(exchange) < 500) known.push(exchange);
    } catch (cause) {
      reason ??= cause;
    }
  }
  if (known.length === 0 && reason !== undefined) throw reason;
  return known;
}

/** Concurrent requests get the responses that they get alone. */
async function expectApart(
  trial: Trial,
  { session }: Run,
  entry: OperationEntry,
  usual: readonly Fact[],
): Promise<void> {
  const read = readingOf(entry);
  const known = await knownOf(entry, usual);
  if (new Set(known.map(read)).size < 2) {
    await Promise.all(usual.map((fact) => fact()));
    throw new NotApplicable('all known requests get the same response');
  }
  const asked = [...known, ...known];
  const atOnce = () => Promise.all(asked.map((one) => session.repeat(one, 'several requests at once')));
  const answers = await atOnce();
  if (entry.steady?.usually === true) {
    // Language models may be unavailable, especially for concurrent requests.
    const isOther = (one: Exchange, alone: Exchange) => statusOf(one) < 500 && read(one) !== read(alone);
    const isMixed = (some: readonly Exchange[]) =>
      some.some((one, index) => isOther(one, asked[index] ?? one));
    const isMixedApart = async (): Promise<boolean> => {
      // Each twice in a row: a model may also change its verdict with every request.
      for (const one of known.flatMap((each) => [each, each]))
        if (isOther(await session.repeat(one, 'one of them alone'), one)) return true;
      return false;
    };
    // A model may change its verdict by itself: shared state shows repeatedly, and only in concurrent requests.
    let mixed = 0;
    for (let round = 0; isMixed(answers) && round < ROUNDS && mixed < MOST_ROUNDS; round += 1) {
      // Twice: during the first one, requests of other checks may still be running.
      if ((await isMixedApart()) && (await isMixedApart()))
        throw new NotApplicable('repeated requests get different responses anyway');
      if (isMixed(await atOnce())) mixed += 1;
    }
    trial.saw(...answers);
    if (mixed < MOST_ROUNDS) return;
  }
  for (const [index, answer] of answers.entries()) {
    if (entry.steady?.usually === true && statusOf(answer) >= 500) continue;
    expectSame(trial, asked[index] ?? answer, answer, `${entry.id} mixes up responses`, read);
  }
}

/**
 * The same request gets the same response.
 * @param read The relevant part of a response
 */
export function expectSame(
  trial: Trial,
  before: Exchange,
  later: Exchange,
  symptom: string,
  read: (exchange: Exchange) => string,
): void {
  trial.saw(before, later);
  if (read(before) === read(later)) return;
  trial.wrongAnswer(symptom, `as before: ${brief(read(before))}`, later, before);
}

/** A rejected request, the one after it, and the expected response to that. */
export interface AfterRefusal {
  readonly refuse: () => Promise<Exchange>;
  readonly ask: () => Promise<Exchange>;
  readonly usual: Exchange;
  readonly read: (exchange: Exchange) => string;
}

/**
 * A rejected request has no side effects: the next request gets its usual response, and so does the next invalid one.
 * Checked twice, because other checks send requests at the same time.
 */
export async function expectUnharmed(trial: Trial, one: AfterRefusal): Promise<void> {
  let former: Exchange | undefined;
  for (let time = 0; time < 2; time += 1) {
    const refused = await one.refuse();
    const later = await one.ask();
    trial.saw(refused);
    if (former !== undefined && errorsIn(refused) > errorsIn(former)) {
      const [symptom, expected] = ['errors of earlier requests', `${errorsIn(former)} errors, as before`];
      return trial.wrongAnswer(symptom, expected, refused, former);
    }
    former = refused;
    expectSame(trial, one.usual, later, 'a rejected request affects the next one', one.read);
    if (one.read(one.usual) !== one.read(later)) return;
  }
}

/** How many errors a response lists. */
function errorsIn(exchange: Exchange): number {
  return listOf(at(bodyOf(exchange), 'errors')).length;
}

/** A request without content: every operation with a required member or parameter rejects it. */
export function sendNothing(
  session: Session,
  operation: string,
  label = 'an empty request',
): Promise<Exchange> {
  const { body } = operationOf(session.contract, operation);
  const value = body?.required === true ? { value: {} } : {};
  return session.call({ operation, label, intent: 'invalid', ...value, parameters: {}, patient: true });
}

/** A language model may be unavailable for one request and not for the next. */
function availability(exchange: Exchange): string {
  return statusOf(exchange) >= 500 ? '200' : String(statusOf(exchange));
}

/** Reads what a repeated request finds unchanged: the status, and the parts that `x-dp-steady` names. */
function readingOf({ steady }: { readonly steady?: SteadyEntry }): (exchange: Exchange) => string {
  return (exchange) => {
    const parts = (steady?.same ?? []).map((pointer): [string, unknown] => [
      pointer,
      partAt(bodyOf(exchange), pointerKeys(pointer)),
    ]);
    const seen = parts.filter(([, part]) => part !== undefined);
    return [statusOf(exchange), ...seen.map(([pointer, part]) => `${pointer} ${canonical(part)}`)].join(' ');
  };
}

/** The part of a body at a pointer with wildcards. Of objects and lists only the type counts. */
function partAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return isObject(value) ? {} : Array.isArray(value) ? [] : value;
  if (typeof value === 'string') {
    const document = readYaml(value);
    return isObject(document) && key in document ? partAt(document, [key, ...rest]) : value;
  }
  if (key !== '*') return partAt(at(value, key), rest);
  if (Array.isArray(value)) return value.map((item) => partAt(item, rest));
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, partAt(member, rest)]));
}
