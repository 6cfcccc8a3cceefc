import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { FAULTS, faultyBodies } from '../../checks/faulty-bodies.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { isObject, type JsonObject } from '../../suite/json.ts';
import type { Call } from '../../suite/request.ts';
import { ambiguousBodies, oneEmptyText, unboundedBodies } from './bounds.ts';
import { type Facts, nobodyKnown } from './facts.ts';
import { changesState, isOurChoice, kinOf, placesOf } from './knowledge.ts';
import { lastThing } from './naming.ts';
import { isCut } from './pages.ts';
import { ENVIRONMENT } from './samples.ts';
import { isNew, namesOf, newName } from './taking.ts';

/** Requests that a platform must refuse: bodies, parameters, names and methods that the contract does not allow. */
export function refusalChecks(facts: Facts): Check[] {
  return facts.operations.flatMap((operation) => [
    ...(operation.body === undefined ? [] : bodyChecks(facts, operation)),
    ...parameterChecks(facts, operation),
    ...pathChecks(facts, operation),
    ...unknownNameChecks(facts, operation),
    ...kinChecks(facts, operation),
    ...unreadableChecks(facts, operation),
    ...methodChecks(facts, operation),
  ]);
}

type Ask = (trial: Trial, label: string, more: Partial<Call>) => Promise<Exchange>;

/** A check that sends the valid request of an operation with one change. */
function altered(
  facts: Facts,
  requirement: string,
  { id }: OperationEntry,
  of: string,
  title: string,
  judge: (trial: Trial, ask: Ask, operation: OperationEntry) => Promise<void>,
): Check {
  return facts.run.check(
    requirement,
    { of: `${id}.${of}`, title: `${id}: ${title}`, operation: id },
    async (trial) => {
      const operation = facts.operations.find((one) => one.id === id);
      if (operation === undefined) throw new NotApplicable('the operation does not exist');
      const named = await facts.nameAll(operation);
      const ask: Ask = async (asked, label, more) => {
        const exchange = await facts.run.session.call(facts.compose(operation, named, { label, ...more }));
        asked.saw(exchange);
        // For an unknown thing a platform may return 404 before it validates the rest.
        if (statusOf(exchange) === 404 && named.invented.length > 0)
          throw nobodyKnown(facts, named.invented[0] ?? '');
        return exchange;
      };
      await judge(trial, ask, operation);
    },
  );
}

function bodyChecks(facts: Facts, operation: OperationEntry): Check[] {
  const { schemas } = facts.run.session;
  const schema = operation.body?.schema ?? '';
  const good = facts.goodBody(operation.id);
  const turn = facts.operations.indexOf(operation);
  const faults = isObject(good) ? faultyBodies(schemas, schema, good, { turn, everyType: false }) : [];
  // One fault of each kind for a member: a platform has many bodies.
  const proven = faults.filter(({ kind, value }) => kind === '' && !schemas.isValid(schema, value));
  const beyond = oneEmptyText(unboundedBodies(schemas, schema, good), turn);
  const unbounded = [...beyond, ...ambiguousIn(facts, operation)].map(({ member, what, value }) =>
    altered(
      facts,
      'P-11',
      operation,
      `${member} ${what}`,
      `a body in which ${member || 'the list'} ${what} returns 400`,
      async (trial, ask) => {
        const exchange = await ask(trial, `${member} ${what}`, {
          intent: 'invalid',
          value: isObject(value) ? await withTakenOver(facts, operation, member, value) : value,
        });
        expectRefusal(trial, exchange, operation, `accepted: ${member}`);
      },
    ),
  );
  const whole: readonly (readonly [string, string, Partial<Call>])[] = [
    ['text', 'a string as the body returns 400', { value: undefined, text: '"text"' }],
    ['list', 'a list as the body returns 400', { value: undefined, text: '[]' }],
    ['null', 'null as the body returns 400', { value: undefined, text: 'null' }],
    ['no-body', 'a missing body returns 400', { value: undefined }],
  ];
  return [
    ...proven.map(({ member, fault, value }) =>
      altered(
        facts,
        'P-11',
        operation,
        `${member}.${fault}`,
        `a body in which ${member} ${FAULTS[fault]} returns 400`,
        async (trial, ask) => {
          const faulty = isObject(value) ? await withTakenOver(facts, operation, member, value) : value;
          const exchange = await ask(trial, `${member} ${FAULTS[fault]}`, {
            intent: 'invalid',
            value: faulty,
          });
          expectRefusal(trial, exchange, operation, `accepted: ${member}`);
        },
      ),
    ),
    ...unbounded,
    ...whole
      .filter(([, , { text }]) => text === undefined || !schemas.isValid(schema, JSON.parse(text)))
      .map(([name, title, call]) =>
        altered(facts, 'P-11', operation, name, title, async (trial, ask) => {
          const exchange = await ask(trial, title, { intent: 'invalid', ...call });
          // Without a body there is no media type either: a server may check that first.
          if (name === 'no-body' && [411, 415].includes(statusOf(exchange))) return;
          expectRefusal(trial, exchange, operation, `accepted: ${name}`);
        }),
      ),
    altered(facts, 'P-12', operation, 'json', 'malformed JSON returns 400', async (trial, ask) => {
      const exchange = await ask(trial, 'malformed JSON', {
        intent: 'invalid',
        value: undefined,
        text: '{"id": ',
      });
      expectRefusal(trial, exchange, operation, 'malformed JSON accepted');
    }),
    altered(facts, 'P-13', operation, 'media', 'another media type is rejected', async (trial, ask) => {
      const exchange = await ask(trial, 'another media type', {
        intent: 'stray',
        value: undefined,
        text: 'id=none',
        mediaType: 'text/plain',
      });
      if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
      say(trial, exchange, 'another media type', '415 or 400');
    }),
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

function parameterChecks(facts: Facts, operation: OperationEntry): Check[] {
  if (!Object.hasOwn(operation.responses, '400')) return [];
  const { properties, required } = facts.run.session.schemas.members(`${operation.id}.query`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const missing: [string, unknown][] = required.includes(key) ? [['missing', undefined]] : [];
    return [...missing, ...wrongValues(property)].map(([fault, value]) =>
      altered(
        facts,
        'P-14',
        operation,
        `${key}.${fault}`,
        `a query in which ${key} is ${fault} returns 400`,
        async (trial, ask) => {
          const query = { ...facts.goodQuery(operation), [key]: value };
          const { path } = await facts.nameAll(operation);
          const exchange = await ask(trial, `${key} is ${fault}`, {
            // Text formats are not part of the proof that a request is invalid.
            intent: fault === 'not a time' ? 'stray' : 'invalid',
            parameters: { query, path },
          });
          if (isCut(exchange, property)) {
            const expected = '400, or the maximum limit, applied and returned';
            trial.note({ symptom: 'limit clamped', expected, actual: describeAnswer(exchange) }, exchange);
          } else expectRefusal(trial, exchange, operation, `accepted: query ${key}`);
        },
      ),
    );
  });
}

/** A name in a path may be any text, unless the contract lists the values. */
function pathChecks(facts: Facts, operation: OperationEntry): Check[] {
  const { properties } = facts.run.session.schemas.members(`${operation.id}.path`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const listed = property['enum'];
    if (!Array.isArray(listed)) return [];
    // Begins like a listed value, to detect a comparison of prefixes.
    const outside = `${String(listed[1] ?? listed[0])}-not-in-the-contract`;
    const title = `a path in which ${key} is outside its enumeration returns 400`;
    return [
      altered(facts, 'P-14', operation, `${key}.outside its enumeration`, title, async (trial, ask) => {
        const { path } = await facts.nameAll(operation);
        const parameters = { path: { ...path, [key]: outside } };
        const exchange = await ask(trial, `${key} is not listed`, { intent: 'invalid', parameters });
        expectRefusal(trial, exchange, operation, `accepted: path ${key}`);
      }),
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

function unknownNameChecks(facts: Facts, operation: OperationEntry): Check[] {
  const place = lastThing(operation);
  const statuses = ['404', '400'].filter((status) => Object.hasOwn(operation.responses, status));
  const [expected] = statuses;
  // If 404 is not listed, only tokens are certain to be unknown.
  if (place === undefined || place.kind === ENVIRONMENT) return [];
  const { id } = operation;
  const isListed = pathChecks(facts, operation).length > 0;
  if (isListed) return [];
  if (expected === undefined) return [strangerCheck(facts, operation, place.name)];
  if (expected !== '404' && place.name !== 'token' && place.kind !== 'provisioningplan')
    return [strangerCheck(facts, operation, place.name)];
  const title = `${id}: an unknown ${place.name} returns ${expected}`;
  return [
    facts.run.check('P-15', { of: id, title, operation: id }, async (trial) => {
      const named = await facts.nameNobody(operation);
      const exchange = await facts.run.session.call(
        facts.compose(operation, named, { label: `unknown ${place.name}` }),
      );
      trial.saw(exchange);
      if (String(statusOf(exchange)) === expected) return;
      // If 404 is not listed, the published contract, and not this project, chose the listed refusal.
      const isListed = expected === '404';
      if (isListed && statusOf(exchange) >= 400 && isOurChoice(operation, statusOf(exchange))) return;
      say(trial, exchange, succeeded(exchange) ? 'unknown name accepted' : 'unknown name', expected);
    }),
  ];
}

/** If the contract has no status for an unknown name, any answer except a server error is accepted. */
function strangerCheck(facts: Facts, operation: OperationEntry, name: string): Check {
  const { id } = operation;
  const scope = { of: id, title: `${id}: an unknown ${name} causes no system error`, operation: id };
  return facts.run.check('P-15', scope, async (trial) => {
    const named = await facts.nameNobody(operation);
    const label = `unknown ${name}`;
    const exchange = await facts.run.session.call(facts.compose(operation, named, { label }));
    trial.saw(exchange);
    if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
    say(trial, exchange, 'unknown name', 'a response that is not a system error');
  });
}

/** Kinds with the same operations have names of the same form: the name of a metric must not work for a policy. */
function kinChecks(facts: Facts, operation: OperationEntry): Check[] {
  const [place] = placesOf(operation).slice(-1);
  const kin = place === undefined ? undefined : kinOf(facts.operations, place.kind);
  const { id } = operation;
  if (place === undefined || kin === undefined || !Object.hasOwn(operation.responses, '404')) return [];
  const title = `${id}: the name of one of the ${kin} is unknown`;
  return [
    facts.run.check('P-15', { of: `${id}.${kin}`, title, operation: id }, async (trial) => {
      const other = await facts.known(kin);
      if (other === undefined) throw nobodyKnown(facts, kin);
      const exchange = await facts.run.session.call(
        facts.compose(
          operation,
          { path: { [place.name]: other }, invented: [] },
          { label: `one of the ${kin}` },
        ),
      );
      trial.saw(exchange);
      // The platform may reject the body for that kind before it looks up the name.
      if ([404, 400].includes(statusOf(exchange))) return;
      if (statusOf(exchange) >= 400 && isOurChoice(operation, statusOf(exchange))) return;
      say(trial, exchange, succeeded(exchange) ? 'unknown name accepted' : 'unknown name', '404');
    }),
  ];
}

/** Bodies with an unreadable descriptor. */
function unreadableChecks(facts: Facts, operation: OperationEntry): Check[] {
  const { id, body } = operation;
  const good = facts.goodBody(id);
  if (body === undefined || !isObject(good) || typeof good['descriptor'] !== 'string') return [];
  const title = `${id}: a descriptor that is not YAML is rejected or reported as invalid`;
  return [
    altered(facts, 'P-70', operation, 'unreadable', title, async (trial, ask) => {
      const value = { ...good, descriptor: 'components: [unclosed\n  - {' };
      const exchange = await ask(trial, 'a descriptor that is not YAML', { value });
      const status = statusOf(exchange);
      // An operation that only reads it may report the problem in its findings.
      if (status === 400 || status === 422 || (succeeded(exchange) && !changesState(operation))) return;
      const expected = changesState(operation) ? '400' : '400, or findings';
      say(trial, exchange, succeeded(exchange) ? 'accepted unparsed' : 'fails on a descriptor', expected);
    }),
  ];
}

/** A method that only reads, so that it is harmless if a server implements it. */
const OTHER_METHOD = 'PROPFIND';

/** The first operation of a path represents the path. */
function methodChecks(facts: Facts, operation: OperationEntry): Check[] {
  const here = facts.operations.filter(({ path }) => path === operation.path);
  if (here[0] !== operation || operation.path.includes('{')) return [];
  const { id } = operation;
  const title = `${id}: ${OTHER_METHOD}, which the contract does not list, is rejected`;
  return [
    facts.run.check('P-16', { of: id, title }, async (trial) => {
      const exchange = await facts.run.session.call({
        operation: id,
        label: `${OTHER_METHOD} instead of ${operation.method}`,
        intent: 'stray',
        method: OTHER_METHOD,
        path: operation.path,
        patient: true,
      });
      trial.saw(exchange);
      if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
      if (statusOf(exchange) === 501) return;
      trial.wrongAnswer('another method is accepted', '405 or 404', exchange);
    }),
  ];
}

/** Exactly 400, if the operation lists it. */
function expectRefusal(trial: Trial, exchange: Exchange, operation: OperationEntry, accepted: string): void {
  if (statusOf(exchange) === 400) return;
  const listed = Object.hasOwn(operation.responses, '400') ? '400' : 'a 4xx that the contract lists';
  trial.wrongAnswer(succeeded(exchange) ? accepted : `rejected with ${statusOf(exchange)}`, listed, exchange);
}

function say(trial: Trial, exchange: Exchange, what: string, expected: string): void {
  trial.wrongAnswer(`${what}: ${statusOf(exchange)}`, expected, exchange);
}
