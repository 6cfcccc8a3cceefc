import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { expectSent } from '../../laws/desired-state.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Call } from '../../suite/request.ts';
import { boundaryBodies } from './bounds.ts';
import type { Facts } from './facts.ts';
import { asksForNobody, saysNothing } from './knowledge.ts';
import { leastOf, neededOf } from './needed.ts';
import { isProse, plainBody, plainLists } from './plain.ts';

/** A request that differs from the valid one in something that the contract allows. */
interface Allowed {
  readonly of: string;
  readonly what: string;
  readonly value?: unknown;
  readonly parameters?: Call['parameters'];
  /** The body with another value of the usual size, which is equally unknown. */
  readonly usual?: JsonObject;
}

/** The maximum 32-bit signed integer, which every client can read. */
const GREAT = 2 ** 31 - 1;

/** The platform accepts what the contract allows, and returns stored data as it was sent. */
export function takingChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) =>
    asksForNobody(operation)
      ? choicesOf(facts, operation).map((one) => knownCheck(facts, operation, one))
      : [
          ...allowedBy(facts, operation).map((one) => takenCheck(facts, operation, one)),
          ...(answersWhatWasSent(facts, operation) ? [echoCheck(facts, operation)] : []),
        ],
  );
}

/** Operations that remove or end things get an unknown name: a valid value must not change that answer. */
function knownCheck(facts: Facts, operation: OperationEntry, { of, what, parameters }: Allowed): Check {
  const { id } = operation;
  const scope = { of: `${id}.${of}`, title: `${id}: ${what} is accepted`, operation: id };
  return facts.run.check('P-66', scope, async (trial) => {
    const good = await facts.good(id);
    if (statusOf(good) === 400)
      throw new NotApplicable('the platform does not distinguish unknown users from invalid requests');
    const named = await facts.nameNobody(operation);
    const query = { ...facts.goodQuery(operation), ...parameters?.query };
    const exchange = await facts.run.session.call(
      facts.compose(operation, named, { label: what, parameters: { path: named.path, query } }),
    );
    trial.saw(exchange);
    if (statusOf(exchange) !== 400) return;
    trial.wrongAnswer(
      `refused: ${of}`,
      `the same response as without it, ${describeAnswer(good)}`,
      exchange,
      good,
    );
  });
}

/** The valid request is accepted and this one differs from it in one thing: a refusal concerns that thing. */
function takenCheck(facts: Facts, operation: OperationEntry, allowed: Allowed): Check {
  const { id } = operation;
  const { of, what } = allowed;
  const scope = { of: `${id}.${of}`, title: `${id}: ${what} is accepted`, operation: id };
  return facts.run.check('P-66', scope, async (trial) => {
    needGood(await facts.good(id));
    const exchange = await facts.inTurn(id, () => send(facts, operation, what, allowed));
    trial.saw(exchange);
    // Accepted data is stored unchanged: a long text is not truncated.
    if (succeeded(exchange) && answersWhatWasSent(facts, operation) && !saysNothing(operation, exchange))
      expectSent(trial, exchange, exchange.sent.value, what);
    // Another check may have removed the thing in the meantime.
    if (succeeded(exchange) || [404, 409, 422].includes(statusOf(exchange))) return;
    const { usual } = allowed;
    if (usual !== undefined && !succeeded(await send(facts, operation, 'a plain value', { value: usual })))
      throw new NotApplicable('the response depends on which names are known');
    trial.wrongAnswer(`refused: ${of}`, `success: ${what}`, exchange, await facts.good(id));
  });
}

/** Another check reports a refusal of the valid request. */
function needGood(exchange: Exchange): void {
  if (!succeeded(exchange)) throw new NotApplicable('the valid request itself is rejected');
}

async function send(
  facts: Facts,
  operation: OperationEntry,
  label: string,
  { value, parameters }: Pick<Allowed, 'value' | 'parameters'>,
): Promise<Exchange> {
  const named = await facts.nameAll(operation);
  const more = {
    ...(await facts.takenOver(operation.id)),
    ...(isNew(operation) ? newName(facts, value) : {}),
  };
  return facts.run.session.call(
    facts.compose(operation, named, {
      label,
      ...(value === undefined ? {} : { value: isObject(value) ? { ...value, ...more } : value }),
      parameters: {
        path: { ...named.path, ...parameters?.path },
        query: { ...facts.goodQuery(operation), ...parameters?.query },
      },
    }),
  );
}

/** Names must be unique. */
export function newName({ run }: Facts, value: unknown): JsonObject {
  return typeof at(value, 'name') === 'string' ? { name: run.invent('word') } : {};
}

function allowedBy(facts: Facts, operation: OperationEntry): Allowed[] {
  return [
    ...boundsOf(facts, operation),
    ...choicesOf(facts, operation),
    ...listedNames(facts, operation),
    ...(isBusy(facts, operation) || operation.body === undefined ? [] : bodiesOf(facts, operation)),
    ...leastOf(facts, operation, answersWhatWasSent(facts, operation)),
  ];
}

/** Whether its work on the one unit of the valid request may still be running. */
function isBusy({ work }: Facts, { id }: OperationEntry): boolean {
  return [...work.building, ...work.ending].includes(id);
}

/** Query numbers at their bounds. */
function boundsOf({ run }: Facts, { id }: OperationEntry): Allowed[] {
  return Object.entries(run.session.schemas.members(`${id}.query`).properties).flatMap(([name, property]) =>
    ['minimum', 'maximum'].flatMap((end) => {
      const bound = property[end];
      if (typeof bound !== 'number') return [];
      return [
        {
          of: `${name}.${end}`,
          what: `${name} at its ${end}, ${bound},`,
          parameters: { query: { [name]: bound } },
        },
      ];
    }),
  );
}

/** Each value of an enumeration in the query, except the one that means no value. */
function choicesOf({ run }: Facts, { id, parameters }: OperationEntry): Allowed[] {
  return Object.entries(run.session.schemas.members(`${id}.query`).properties).flatMap(([name, property]) => {
    const usual = parameters.find((one) => one.in === 'query' && one.name === name)?.default;
    return listOf(property['enum'])
      .filter((value) => value !== usual)
      .map((value) => ({
        of: `${name}.${String(value)}`,
        what: `${name} ${String(value)}`,
        parameters: { query: { [name]: value } },
      }));
  });
}

/** Each listed name for a path parameter. */
function listedNames({ run }: Facts, operation: OperationEntry): Allowed[] {
  const { properties } = run.session.schemas.members(`${operation.id}.path`);
  return Object.entries(properties).flatMap(([name, property]) =>
    listOf(property['enum']).map((value) => ({
      of: `${name}.${String(value)}`,
      what: `${name} ${String(value)}`,
      parameters: { path: { [name]: value } },
    })),
  );
}

/** Numbers at their bounds, texts of maximum length, and additional members where the schema allows any. */
function bodiesOf(facts: Facts, { id, body }: OperationEntry): Allowed[] {
  const { schemas } = facts.run.session;
  const good = facts.goodBody(id);
  if (body === undefined) return [];
  if (Array.isArray(good)) return plainLists(schemas, body.schema, good);
  if (!isObject(good)) return [];
  const atEnds = boundaryBodies(schemas, body.schema, good).map(({ member, what, value }) => ({
    of: `${member}.${what}`,
    what: `${member} at its ${what}`,
    value,
  }));
  const others = Object.entries(schemas.members(body.schema).properties).flatMap(([name, property]) => {
    const longest = property['maxLength'];
    const isFree = isFreeForm(property);
    const tried: Allowed[] = [];
    // A number without bounds is an identifier; its distance from the usual value means nothing.
    const isName = property['minimum'] === undefined && property['maximum'] === undefined;
    if (property['type'] === 'integer' && isName && name in good)
      tried.push({
        of: `${name}.great`,
        what: `${name} ${GREAT}`,
        value: { ...good, [name]: GREAT },
        usual: { ...good, [name]: 31_007 },
      });
    if (typeof longest === 'number' && property['pattern'] === undefined) {
      // Characters of two bytes each: a platform that counts bytes accepts only half of them.
      const value = { ...good, [name]: 'ü'.repeat(longest) };
      tried.push({ of: `${name}.longest`, what: `${name} of ${longest} characters`, value });
    }
    if (isFree) {
      const held = good[name];
      // If the schema does not describe the members, they may still be of one type: a copy of the first is safe.
      const [like] = property['additionalProperties'] === true || !isObject(held) ? [] : Object.values(held);
      const own = like ?? { deep: [1, 'two'] };
      const value = { ...good, [name]: { ...(isObject(held) ? held : {}), own } };
      tried.push({ of: `${name}.free`, what: `${name} with additional fields`, value });
    }
    return tried.filter(({ value }) => schemas.isValid(body.schema, value));
  });
  return [...atEnds, ...others];
}

/** Whether an object may have any members: the schema says so, or describes none. */
function isFreeForm(property: JsonObject): boolean {
  const { type, additionalProperties } = property;
  const isTold = ['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => property[key] !== undefined);
  return type === 'object' && (additionalProperties ?? !isTold) === true;
}

/** Characters of several scripts, one of them outside the basic multilingual plane. */
const LETTERS = 'Übermaß, naïve façade, Ελλάδα, 日本, 🧩';
/** Characters that software often replaces: line breaks, blanks, and HTML special characters. */
const SIGNS = '\n\n- <b>R&D</b>  "100 %"';

/** Bodies with content that is easily lost: non-ASCII text, inverted booleans, all members that examples use. */
function tellingBodies(facts: Facts, operation: OperationEntry): [string, JsonObject][] {
  const { id, body, method } = operation;
  const { schemas } = facts.run.session;
  const good = facts.goodBody(id);
  if (!isObject(good) || body === undefined) return [];
  const properties = Object.entries(schemas.members(body.schema).properties);
  const texts = properties.filter(([name, one]) => isProse(name, one));
  const isPartial = method === 'PATCH';
  const switches = properties.filter(
    ([name, one]) => one['type'] === 'boolean' && (isPartial || name in good),
  );
  const usual = properties.filter(([, one]) => typeof one['default'] === 'boolean');
  const turned = new Map([
    ...switches.map(([name]) => [name, good[name] !== true] as const),
    ...usual.map(([name, one]) => [name, one['default'] !== true] as const),
  ]);
  const needed = neededOf(schemas, body.schema, good);
  const first: [string, JsonObject][] = texts.map(([name]) => [
    `${name} in many scripts`,
    // A displayed name has a single line.
    { ...needed, [name]: /description/i.test(name) ? LETTERS + SIGNS : LETTERS },
  ]);
  const spare = isPartial ? properties.map(([name]) => name) : Object.keys(good);
  const plain = plainBody(schemas, Object.fromEntries(properties), spare, good);
  const least: [string, JsonObject][] = canonical(plain) === canonical(good) ? [] : [['the minimum', plain]];
  const second: [string, JsonObject][] =
    turned.size === 0 ? [] : [['inverted switches', { ...good, ...Object.fromEntries(turned) }]];
  const examples = Object.entries(facts.run.contract.fixtures[id]?.request ?? {}).slice(1);
  const others: [string, JsonObject][] =
    facts.run.settings.bodies?.[id] === undefined
      ? examples.flatMap(([name, { value }]) =>
          isObject(value) ? [[`example ${name}`, { ...value, ...namesOf(good, value) }]] : [],
        )
      : [];
  return [...first, ...second, ...least, ...others].filter(([, value]) =>
    schemas.isValid(body.schema, value),
  );
}

/** Names in a body that the platform must know: those of the valid request are known. */
export function namesOf(good: JsonObject, other: JsonObject): JsonObject {
  const names = ['id', 'name', 'environment', 'resourceType', 'groupId'];
  return Object.fromEntries(
    names.filter((name) => name in good && name in other).map((name) => [name, good[name]]),
  );
}

function echoCheck(facts: Facts, operation: OperationEntry): Check {
  const { id } = operation;
  const scope = { of: id, title: `${id}: values are returned as they were sent`, operation: id };
  return facts.run.check('P-67', scope, async (trial) => {
    const bodies = tellingBodies(facts, operation);
    if (bodies.length === 0) throw new NotApplicable('its bodies have no values that could be lost');
    needGood(await facts.good(id));
    for (const [what, value] of bodies) {
      // The state of the thing in the answer may be read after another change of it.
      const exchange = await facts.inTurn(id, () => send(facts, operation, what, { value }));
      trial.saw(exchange);
      if (succeeded(exchange)) {
        if (!saysNothing(operation, exchange)) expectSent(trial, exchange, exchange.sent.value, what);
      } else if (statusOf(exchange) >= 500 || statusOf(exchange) === 0 || isNew(operation))
        trial.wrongAnswer(`refused: ${what}`, 'success', exchange);
    }
  });
}

/** Whether every request creates a separate thing. */
export function isNew({ method, path }: OperationEntry): boolean {
  return method === 'POST' && !path.includes('{');
}

/** Whether the successful answer of an operation has all members of its body, with the same schemas. */
function answersWhatWasSent(facts: Facts, { method, body, responses }: OperationEntry): boolean {
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].schema;
  if (body === undefined || schema === undefined || method === 'GET') return false;
  const { members } = facts.run.session.schemas;
  const [sent, answered] = [members(body.schema).properties, members(schema).properties];
  // An answer to a question has no separate name.
  if (method === 'POST' && answered['id'] === undefined && answered['name'] === undefined) return false;
  return Object.entries(sent).every(([name, one]) => {
    const other = answered[name];
    return other !== undefined && one['writeOnly'] !== true && shapeOf(one) === shapeOf(other);
  });
}

function shapeOf({ type, format, properties }: JsonObject): string {
  return canonical([type, format, isObject(properties) ? Object.keys(properties) : []]);
}
