import { expectSent } from '../../laws/desired-state.ts';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { isOurChoice, operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { saysNothing } from './knowledge.ts';
import { type Life, livesOf, type Setting, type Step, settingsOf } from './lives.ts';

/** Written things can be read, listed, changed and removed. Only when the run may write. */
export function readBackChecks(facts: Facts): Check[] {
  return [
    ...livesOf(facts.operations).flatMap((life) => {
      const lived = live(facts, life);
      return [
        ...createdCheck(facts, lived),
        ...readCheck(facts, lived),
        ...changedCheck(facts, lived),
        ...removedCheck(facts, lived),
      ];
    }),
    ...settingsOf(facts.operations).map((one) => settingCheck(facts, one)),
  ];
}

type Lived = ReturnType<typeof live>;

/** The life cycle of one thing, each step requested once, in order. */
function live(facts: Facts, life: Life) {
  const { run } = facts;
  const { create, name: member } = life;
  const step = ({ operation, place }: Step, name: string, value?: unknown): Promise<Exchange> =>
    run.session.call({
      operation,
      label: `${operation.split('.').at(-1)} of the created resource`,
      intent: 'valid',
      parameters: { path: { [place]: name } },
      ...(value === undefined ? {} : { value }),
    });
  const created = memo(async () => {
    const good = facts.goodBody(create);
    // Names must be unique: a thing of another check may have the usual one.
    const own = isObject(good) ? { ...good, ...renamed(good, member, 'name') } : good;
    const call = { operation: create, label: 'create', intent: 'valid', value: own } as const;
    const exchange = await run.session.call(call);
    const name = at(bodyOf(exchange), member);
    if (!succeeded(exchange) || typeof name !== 'string')
      throw new NotTestable(
        `${create} returned ${describeAnswer(exchange)}; pass a valid body with --body ${create}=FILE`,
      );
    return { exchange, name, sent: own };
  });
  const readAs = async (name: string): Promise<Exchange> => {
    if (life.read === undefined) throw new NotApplicable('no operation reads it');
    return step(life.read, name);
  };
  const read = memo(async () => readAs((await created()).name));
  const change = life.change && { ...life.change, value: facts.goodBody(life.change.operation) };
  const changed = memo(async () => {
    const { name } = await created();
    await read().catch(() => undefined);
    if (change === undefined) throw new NotApplicable('no operation changes it');
    return step(change, name, change.value);
  });
  const removed = memo(async () => {
    const { name } = await created();
    await read().catch(() => undefined);
    if (change !== undefined) await changed().catch(() => undefined);
    if (life.remove === undefined) throw new NotApplicable('no operation removes it');
    const { body } = life.remove;
    const [first, second] = [await step(life.remove, name, body), await step(life.remove, name, body)];
    const asked =
      life.read === undefined && change !== undefined ? step(change, name, change.value) : readAs(name);
    return { first, second, asked: await asked };
  });
  return { life, created, read, change, changed, removed };
}

/** No check if no operation does that with the thing. */
function lifeCheck(
  facts: Facts,
  { life }: Lived,
  [requirement, step, title]: readonly [string, { readonly operation: string } | undefined, string],
  judge: (trial: Trial) => Promise<void>,
): Check[] {
  if (step === undefined) return [];
  const scope = { of: step.operation, title: `${step.operation}: ${title}`, operation: life.create };
  return [facts.run.check(requirement, scope, judge)];
}

function createdCheck(facts: Facts, lived: Lived): Check[] {
  const what = [
    'P-26',
    { operation: lived.life.create },
    'a created resource is returned as it was sent',
  ] as const;
  return lifeCheck(facts, lived, what, async (trial) => {
    const { exchange, sent } = await lived.created();
    const operation = operationOf(facts.run.contract, exchange.operation);
    if (saysNothing(operation, exchange)) throw new NotApplicable('the answer only names what was created');
    expectSent(trial, exchange, sent, 'what was sent');
  });
}

function readCheck(facts: Facts, lived: Lived): Check[] {
  const what = ['P-27', lived.life.read, 'a created resource can be read'] as const;
  return lifeCheck(facts, lived, what, async (trial) => {
    const { sent, exchange } = await lived.created();
    const read = await lived.read();
    trial.saw(exchange, read);
    if (succeeded(read)) return expectSent(trial, read, sent, 'what was created');
    trial.wrongAnswer('created but not found', 'what was created', read, exchange);
  });
}

function changedCheck(facts: Facts, lived: Lived): Check[] {
  const what = ['P-29', lived.change, 'a partial update changes only the fields in it'] as const;
  return lifeCheck(facts, lived, what, async (trial) => {
    const { sent, name } = await lived.created();
    const exchange = await lived.changed();
    trial.saw(exchange);
    if (!succeeded(exchange)) {
      trial.wrongAnswer('change rejected', 'success', exchange);
      return;
    }
    const { value } = lived.change ?? {};
    const whole = isObject(sent) && isObject(value) ? { ...sent, ...value } : sent;
    const told = at(bodyOf(exchange), lived.life.name);
    const operation = operationOf(facts.run.contract, exchange.operation);
    if (!saysNothing(operation, exchange))
      expectSent(trial, exchange, whole, 'the values sent, with the change');
    if (told === undefined || told === name) return;
    trial.wrongValue('another resource returned', brief(name), told, exchange);
  });
}

/** A removed thing is unknown; one that only changes to its last status cannot be changed any more. */
function removedCheck(facts: Facts, lived: Lived): Check[] {
  const { read: reading, change, remove } = lived.life;
  if (reading === undefined && change === undefined) return [];
  const what = ['P-30', remove, 'a removed resource is gone'] as const;
  return lifeCheck(facts, lived, what, async (trial) => {
    const { first, second, asked } = await lived.removed();
    if (reading === undefined) {
      // The allowed transitions are not specified.
      if (!succeeded(first)) throw new NotApplicable(`not deleted: ${describeAnswer(first)}`);
      trial.saw(first, asked);
      if (succeeded(asked)) trial.wrongAnswer('deleted but changed', 'a 4xx: it is deleted', asked, first);
      return;
    }
    trial.saw(first, second, asked);
    const isUnknown =
      statusOf(asked) === 404 ||
      isOurChoice(operationOf(facts.run.contract, asked.operation), statusOf(asked));
    const gone = isUnknown && !succeeded(asked) && !succeeded(second);
    if (succeeded(first) && gone) return;
    trial.violated(
      {
        symptom: 'removal',
        expected: 'success, then 404 for a second removal and for a read',
        actual: [first, second, asked].map(statusOf).join(', '),
      },
      gone ? first : succeeded(second) ? second : asked,
    );
  });
}

/** The members that name a thing, with other names, in upper and lower case. */
function renamed(good: JsonObject, ...members: readonly string[]): JsonObject {
  const own = members.filter((member) => typeof good[member] === 'string');
  return Object.fromEntries(own.map((member) => [member, `${String(good[member])}-Kept-read-back`]));
}

/** Sets another value, and then restores the previous one. */
function settingCheck(facts: Facts, { read, write, place, member }: Setting): Check {
  const { schemas } = facts.run.session;
  const values = listOf(schemas.members(`${write}.path`).properties[place]?.['enum']);
  const title = `${write}: the ${member} is read as it was set`;
  return facts.run.check('P-29', { of: write, title, operation: write }, async (trial) => {
    const before = await facts.good(read);
    const level = at(bodyOf(before), member);
    if (typeof level !== 'string') throw new NotTestable(`${read} returned ${describeAnswer(before)}`);
    // Neither the first nor the last level: a service may not support logging everything or nothing.
    const other = values.slice(1, -1).find((one) => one !== level);
    const set = (to: unknown): Promise<Exchange> =>
      facts.run.session.call({
        operation: write,
        label: `set the ${member}`,
        intent: 'valid',
        parameters: { path: { [place]: to } },
      });
    const look = () =>
      facts.run.session.call({ operation: read, label: `read the ${member}`, intent: 'valid' });
    const { answer, looks } = await facts.inTurn(write, async () => {
      const answered = await set(other);
      // Twice: the value must not change between reads.
      const both = [await look(), await look()];
      await set(level);
      return { answer: answered, looks: both };
    });
    trial.saw(before, answer, ...looks);
    const told = at(bodyOf(answer), member);
    // The answer to a write is not always specified, but a value in it must be correct.
    const isUntrue = succeeded(answer) && typeof told === 'string' && told !== other;
    const odd = isUntrue ? answer : looks.find((one) => at(bodyOf(one), member) !== other);
    if (odd === undefined) return;
    trial.wrongAnswer(`${member} not set`, String(other), odd, answer);
  });
}
