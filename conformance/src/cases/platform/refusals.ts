import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { FAULTS, faultIn, faultyBodies } from '../../checks/faulty-bodies.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { changesState, isOurChoice } from '../../suite/contract.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Call } from '../../suite/request.ts';
import { ambiguousBodies, oneEmptyText, unboundedBodies } from './bounds.ts';
import { type Facts, nobodyKnown } from './facts.ts';
import { kinOf, placesOf } from './knowledge.ts';
import { nameDeployed } from './live-unit.ts';
import { lastThing, type Named } from './naming.ts';
import { isCut } from './pages.ts';
import { ENVIRONMENT } from './samples.ts';
import { isNew, namesOf, newName } from './taking.ts';

/** Requests that a platform must refuse: bodies, parameters, names and methods that the contract does not allow. */
export function refusalChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => [
    ...[
      ...bodyFaults(facts, operation),
      ...queryFaults(facts, operation),
      ...pathFaults(facts, operation),
      ...descriptorFaults(facts, operation),
    ].map((fault) => faultCheck(facts, operation, fault)),
    ...unknownNameChecks(facts, operation),
    ...kinChecks(facts, operation),
    ...methodChecks(facts, operation),
  ]);
}

/** A request that differs from the valid one in one fault. */
interface Fault {
  readonly requirement: string;
  readonly of: string;
  readonly title: string;
  /** Where the fault is. */
  readonly place: string;
  readonly call: Partial<Call>;
  /** Whether an answer besides 400 is correct. */
  readonly allows?: (status: number) => boolean;
  /** The schema of the faulty value. */
  readonly property?: JsonObject;
}

function faultCheck(facts: Facts, operation: OperationEntry, fault: Fault): Check {
  const { id, method, responses } = operation;
  const { requirement, of, title, place, call, allows = () => false, property = {} } = fault;
  const scope = { of: `${id}.${of}`, title: `${id}: ${title}`, operation: id };
  return facts.run.check(requirement, scope, async (trial) => {
    const isRead = method === 'GET';
    const { path, invented } = await (isRead ? nameDeployed(facts, operation) : facts.nameAll(operation));
    const { value, parameters } = call;
    const exchange = await facts.run.session.call(
      facts.compose(
        operation,
        { path, invented },
        {
          label: title,
          intent: 'invalid',
          ...call,
          ...(isObject(value) ? { value: await withTakenOver(facts, operation, place, value) } : {}),
          parameters: {
            path: { ...path, ...parameters?.path },
            query: { ...facts.goodQuery(operation), ...parameters?.query },
          },
        },
      ),
    );
    trial.saw(exchange);
    // For an unknown thing a platform may return 404 before it validates the rest.
    if (statusOf(exchange) === 404 && invented.length > 0) throw nobodyKnown(facts, invented[0] ?? '');
    if (statusOf(exchange) === 400 || allows(statusOf(exchange))) return;
    if (isCut(exchange, property)) {
      const expected = '400, or the maximum limit, applied and returned';
      trial.note({ symptom: 'limit clamped', expected, actual: describeAnswer(exchange) }, exchange);
      return;
    }
    const symptom = succeeded(exchange) ? `accepted: ${place}` : `rejected with ${statusOf(exchange)}`;
    trial.wrongAnswer(symptom, '400' in responses ? '400' : 'a 4xx that the contract lists', exchange);
  });
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

function bodyFaults(facts: Facts, operation: OperationEntry): Fault[] {
  if (operation.body === undefined) return [];
  const { schemas } = facts.run.session;
  const { schema } = operation.body;
  const good = facts.goodBody(operation.id);
  const turn = facts.operations.indexOf(operation);
  // One fault of each kind for a member: a platform has many bodies.
  const faults = isObject(good) ? faultyBodies(schemas, schema, good, { turn, everyType: false }) : [];
  const inMembers = [
    ...faults
      .filter(({ kind, value }) => kind === '' && !schemas.isValid(schema, value))
      .map((one) => ({
        member: one.member,
        of: one.fault,
        what: FAULTS[one.fault],
        call: { value: one.value, ...faultIn(one) },
      })),
    ...[...oneEmptyText(unboundedBodies(schemas, schema, good), turn), ...ambiguousIn(facts, operation)].map(
      ({ member, what, value }) => ({ member, of: what, what, call: { value } }),
    ),
  ];
  const whole = [
    ['text', 'a string as the body', '"text"'],
    ['list', 'a list as the body', '[]'],
    ['null', 'null as the body', 'null'],
  ] as const;
  const p11 = { requirement: 'P-11' };
  return [
    ...inMembers.map(({ member, of, what, call }) => ({
      ...p11,
      of: `${member}.${of}`,
      title: `a body in which ${member || 'the list'} ${what} returns 400`,
      place: member,
      call,
    })),
    ...whole
      .filter(([, , text]) => !schemas.isValid(schema, JSON.parse(text)))
      .map(([of, what, text]) => ({
        ...p11,
        of,
        title: `${what} returns 400`,
        place: of,
        call: { value: undefined, text },
      })),
    {
      ...p11,
      of: 'no-body',
      title: 'a missing body returns 400',
      place: 'no-body',
      call: { value: undefined },
      // Without a body there is no media type either: a server may check that first.
      allows: (status) => [411, 415].includes(status),
    },
    {
      requirement: 'P-12',
      of: 'json',
      title: 'malformed JSON returns 400',
      place: 'malformed JSON',
      call: { value: undefined, text: '{"id": ' },
    },
    {
      requirement: 'P-13',
      of: 'media',
      title: 'another media type is rejected',
      place: 'another media type',
      call: { intent: 'stray', value: undefined, text: 'id=none', mediaType: 'text/plain' },
      allows: isClientError,
    },
  ];
}

/** Of the examples of an operation, because the valid body omits optional members. Each place once. */
function ambiguousIn(facts: Facts, { id, body }: OperationEntry) {
  const good = facts.goodBody(id);
  const { contract, session } = facts.run;
  const examples = Object.values(contract.fixtures[id]?.request ?? {}).map(({ value }) =>
    isObject(value) && isObject(good) ? { ...value, ...namesOf(good, value) } : value,
  );
  const found = examples.flatMap((one) => ambiguousBodies(session.schemas, body?.schema ?? '', one));
  return [...new Map(found.map((one) => [one.member, one])).values()];
}

/** A faulty body for the thing in the path, so that only its fault can be refused. */
async function withTakenOver(
  facts: Facts,
  operation: OperationEntry,
  member: string,
  value: JsonObject,
): Promise<JsonObject> {
  const [top] = member.split('.');
  // A duplicate name would be refused for that reason.
  const taken = {
    ...(await facts.takenOver(operation.id)),
    ...(isNew(operation) ? newName(facts, value) : {}),
  };
  const more = Object.entries(taken).filter(([key]) => key !== top);
  return { ...value, ...Object.fromEntries(more) };
}

function queryFaults({ run }: Facts, { id, responses }: OperationEntry): Fault[] {
  if (!Object.hasOwn(responses, '400')) return [];
  const { properties, required } = run.session.schemas.members(`${id}.query`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const missing: [string, unknown][] = required.includes(key) ? [['missing', undefined]] : [];
    return [...missing, ...wrongValues(property)].map(([fault, value]) => ({
      requirement: 'P-14',
      of: `${key}.${fault}`,
      title: `a query in which ${key} is ${fault} returns 400`,
      place: `query ${key}`,
      call: {
        // Text formats are not part of the proof that a request is invalid.
        ...(fault === 'not a time' ? { intent: 'stray' as const } : {}),
        parameters: { query: { [key]: value } },
      },
      property,
    }));
  });
}

/** A name in a path may be any text, unless the contract lists the values. */
function pathFaults({ run }: Facts, { id }: OperationEntry): Fault[] {
  const { properties } = run.session.schemas.members(`${id}.path`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const listed = listOf(property['enum']);
    if (listed.length === 0) return [];
    // Begins like a listed value, to detect a comparison of prefixes.
    const outside = `${String(listed[1] ?? listed[0])}-not-in-the-contract`;
    const fault = 'outside its enumeration';
    return [
      {
        requirement: 'P-14',
        of: `${key}.${fault}`,
        title: `a path in which ${key} is ${fault} returns 400`,
        place: `path ${key}`,
        call: { parameters: { path: { [key]: outside } } },
      },
    ];
  });
}

/** Any text is valid in a query; numbers, lists of values and booleans can be invalid. */
function wrongValues(property: JsonObject): [string, unknown][] {
  const { type, minimum, maximum } = property;
  if (Array.isArray(property['enum']))
    return [['outside its enumeration', `${String(property['enum'][0])}-not-in-the-contract`]];
  if (type === 'boolean') return [['not a boolean', 'perhaps']];
  if (property['format'] === 'date-time') return [['not a time', 'the day before yesterday']];
  if (type !== 'integer' && type !== 'number') return [];
  const wrong: [string, unknown][] = [['not a number', 'many']];
  if (typeof minimum === 'number') wrong.push(['below its minimum', minimum - 1]);
  if (typeof maximum === 'number') wrong.push(['above its maximum', maximum + 1]);
  return wrong;
}

/** Bodies with an unreadable descriptor. */
function descriptorFaults(facts: Facts, operation: OperationEntry): Fault[] {
  const good = facts.goodBody(operation.id);
  if (operation.body === undefined || !isObject(good) || typeof good['descriptor'] !== 'string') return [];
  return [
    {
      requirement: 'P-70',
      of: 'unreadable',
      title: 'a descriptor that is not YAML is rejected or reported as invalid',
      place: 'descriptor',
      call: { intent: 'valid', value: { ...good, descriptor: 'components: [unclosed\n  - {' } },
      // An operation that only reads it may report the problem in its findings.
      allows: (status) => status === 422 || (status >= 200 && status < 300 && !changesState(operation)),
    },
  ];
}

/** If the contract has no status for an unknown name, any answer except a server error is accepted. */
function unknownNameChecks(facts: Facts, operation: OperationEntry): Check[] {
  const place = lastThing(operation);
  if (place === undefined || place.kind === ENVIRONMENT || pathFaults(facts, operation).length > 0) return [];
  const expected = ['404', '400'].find((status) => Object.hasOwn(operation.responses, status));
  // If 404 is not listed, only tokens are certain to be unknown.
  const isSure = expected === '404' || place.name === 'token' || place.kind === 'provisioningplan';
  const of = operation.id;
  if (expected === undefined || !isSure)
    return [
      unknownCheck(facts, operation, {
        of,
        title: `an unknown ${place.name} causes no system error`,
        expected: 'a response that is not a system error',
        name: () => facts.nameNobody(operation),
        allows: (status) => status > 0 && status < 500,
      }),
    ];
  return [
    unknownCheck(facts, operation, {
      of,
      title: `an unknown ${place.name} returns ${expected}`,
      expected,
      name: () => facts.nameNobody(operation),
      // If 404 is not listed, the published contract, and not this project, chose the listed refusal.
      allows: (status) =>
        String(status) === expected ||
        (expected === '404' && status >= 400 && isOurChoice(operation, status)),
    }),
  ];
}

/** Two kinds that one parameter names have names of the same form: that of a metric must not work for a policy. */
function kinChecks(facts: Facts, operation: OperationEntry): Check[] {
  const [place] = placesOf(operation).slice(-1);
  const kin = place === undefined ? undefined : kinOf(facts.operations, place.kind);
  if (place === undefined || kin === undefined || !Object.hasOwn(operation.responses, '404')) return [];
  return [
    unknownCheck(facts, operation, {
      of: `${operation.id}.${kin}`,
      title: `the name of one of the ${kin} is unknown`,
      expected: '404',
      name: async () => {
        const other = await facts.known(kin);
        if (other === undefined) throw nobodyKnown(facts, kin);
        return { path: { [place.name]: other }, invented: [] };
      },
      // The platform may reject the body for that kind before it looks up the name.
      allows: (status) => [404, 400].includes(status) || (status >= 400 && isOurChoice(operation, status)),
    }),
  ];
}

/** A request that names something that the operation cannot know. */
interface Unknown {
  readonly of: string;
  readonly title: string;
  readonly expected: string;
  name(): Promise<Named>;
  allows(status: number): boolean;
}

function unknownCheck(facts: Facts, operation: OperationEntry, unknown: Unknown): Check {
  const { id } = operation;
  const { of, title, expected, name, allows } = unknown;
  return facts.run.check('P-15', { of, title: `${id}: ${title}`, operation: id }, async (trial) => {
    const call = facts.compose(operation, await name(), { label: title });
    const exchange = await facts.run.session.call(call);
    trial.saw(exchange);
    if (!allows(statusOf(exchange))) tell(trial, exchange, expected);
  });
}

function tell(trial: Trial, exchange: Exchange, expected: string): void {
  const symptom = succeeded(exchange) ? 'unknown name accepted' : 'unknown name';
  trial.wrongAnswer(`${symptom}: ${statusOf(exchange)}`, expected, exchange);
}

/** A method that only reads, so that it is harmless if a server implements it. */
const OTHER_METHOD = 'PROPFIND';

/** The first operation of a path represents the path. */
function methodChecks({ operations, run }: Facts, operation: OperationEntry): Check[] {
  const { id, path, method } = operation;
  if (operations.find((one) => one.path === path) !== operation || path.includes('{')) return [];
  const title = `${id}: ${OTHER_METHOD}, which the contract does not list, is rejected`;
  return [
    run.check('P-16', { of: id, title }, async (trial) => {
      const exchange = await run.session.call({
        operation: id,
        label: `${OTHER_METHOD} instead of ${method}`,
        intent: 'stray',
        method: OTHER_METHOD,
        path,
        patient: true,
      });
      trial.saw(exchange);
      if (isClientError(statusOf(exchange)) || statusOf(exchange) === 501) return;
      trial.wrongAnswer('another method is accepted', '405 or 404', exchange);
    }),
  ];
}
