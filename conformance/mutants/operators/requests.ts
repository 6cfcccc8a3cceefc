import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { KEYWORDS } from '../../src/checks/invalid-parameters.ts';
import { at, isObject, type JsonObject, listOf } from '../../src/suite/json.ts';
import type { Fault } from '../../src/suite/run.ts';
import { changedAt, type Derived, type Operator, type Subject } from './subject.ts';
import {
  type Asked,
  jsonReply,
  membersOf,
  type Next,
  queryOf,
  type Reply,
  type Tamper,
  withInput,
  withQuery,
} from './tampering.ts';

/*
 * Operators on requests. A server that accepts an invalid request answers it as if its member were that of the
 * contract's example. Places: the required members of every request body, and the optional ones whose faults the
 * register claims; parameters of queries alike.
 */

/** A member of a request, at its path. */
interface Member {
  readonly keys: readonly string[];
  readonly schema: JsonObject;
  readonly required: boolean;
}

const FAULTS: Readonly<Partial<Record<Fault, string>>> = {
  missing: 'without',
  null: 'with null as',
  type: 'with the wrong type of',
  enum: 'with an unlisted value of',
  below: 'with too small a',
  above: 'with too large a',
  negative: 'with a negative',
  fraction: 'with a fraction as',
};

const acceptsInvalidBody: Operator = (subject) =>
  subject.operations.flatMap((operation) => {
    const example = subject.exampleOf(operation.id);
    const { body } = operation;
    if (body === undefined || !isObject(example)) return [];
    return membersIn(subject, subject.schemas.named(body.schema), example, []).flatMap((member) =>
      faultsOf(member).flatMap((fault): Derived[] => {
        const name = member.keys.join('.');
        const claim = subject.claimOf(operation, body.schema, name, fault);
        if (claim?.tolerates !== undefined || (claim === undefined && !member.required)) return [];
        const good = at(example, ...member.keys);
        return [
          {
            caughtBy: claim?.requirement ?? subject.general.invalidBody,
            defect: `${operation.id}: accepts a body ${FAULTS[fault]} ${name}`,
            tamper: () => async (asked, next) => {
              if (asked.operation !== operation.id || !hasFault(asked.input, member, fault))
                return next(asked);
              const [inner, last = ''] = [member.keys.slice(0, -1), member.keys.at(-1)];
              const repair = (old: unknown): unknown => (isObject(old) ? { ...old, [last]: good } : old);
              return next(withInput(asked, changedAt(asked.input, inner, repair)));
            },
          },
        ];
      }),
    );
  });

/** The members of a body, and those inside required objects. */
function membersIn(
  subject: Subject,
  schema: JsonObject,
  example: JsonObject,
  keys: readonly string[],
): Member[] {
  const needed = listOf(schema['required']);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([key, reference]) => {
    const member = {
      keys: [...keys, key],
      schema: subject.schemas.resolve(reference),
      required: needed.includes(key),
    };
    const inner = example[key];
    if (inner === undefined) return [];
    return [
      member,
      ...(member.required && isObject(inner) ? membersIn(subject, member.schema, inner, member.keys) : []),
    ];
  });
}

function faultsOf({ schema, required }: Member): Fault[] {
  return [
    ...(required ? (['missing', 'null'] as const) : []),
    ...(typeof schema['type'] === 'string' ? (['type'] as const) : []),
    ...(listOf(schema['enum']).length > 0 ? (['enum'] as const) : []),
  ];
}

function hasFault(input: unknown, { keys, schema }: Member, fault: Fault): boolean {
  const owner = at(input, ...keys.slice(0, -1));
  const value = at(input, ...keys);
  if (!isObject(owner)) return false;
  if (fault === 'missing') return value === undefined;
  if (fault === 'null') return value === null;
  if (value === undefined || value === null) return false;
  const isTyped = isOfType(value, String(schema['type']));
  return fault === 'type' ? !isTyped : isTyped && !listOf(schema['enum']).includes(value);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const acceptsInvalidQuery: Operator = (subject) =>
  subject.operations.flatMap((operation) => {
    const { properties, required } = querySchemaOf(subject, operation);
    return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, reference]) => {
      const schema = subject.schemas.resolve(reference);
      const isRequired = listOf(required).includes(name);
      return queryFaults(schema, isRequired).flatMap(([fault, hasIt]): Derived[] => {
        const claim = subject.claimOf(operation, `${operation.id}.query`, name, fault);
        const chosen = operation.parameters.find((one) => one.name === name)?.chosen ?? [];
        if (chosen.includes(KEYWORDS[fault] ?? '')) return [];
        const isGeneral = subject.contract === 'platform' || (isRequired && /missing|type/.test(fault));
        if (claim === undefined && !isGeneral) return [];
        return [
          {
            caughtBy: claim?.requirement ?? subject.general.invalidQuery,
            defect: `${operation.id}: accepts a query ${FAULTS[fault]} ${name}`,
            tamper: () => {
              let good = String(schema['minimum'] ?? 0);
              return async (asked, next) => {
                if (asked.operation !== operation.id) return next(asked);
                const given = queryOf(asked).get(name);
                if (hasIt(given)) return next(withQuery(asked, (query) => query.set(name, good)));
                const reply = await next(asked);
                if (given !== null && reply.status === 200) good = given;
                return reply;
              };
            },
          },
        ];
      });
    });
  });

function querySchemaOf({ schemas }: Subject, { id, parameters }: OperationEntry): JsonObject {
  return parameters.some((one) => one.in === 'query') ? schemas.named(`${id}.query`) : {};
}

type QueryFault = readonly [fault: Fault, hasIt: (value: string | null) => boolean];

function queryFaults({ type, minimum, maximum }: JsonObject, required: boolean): readonly QueryFault[] {
  const isNumber = type === 'integer' || type === 'number';
  const numbers: readonly QueryFault[] = [
    ['type', (value) => value !== null && Number.isNaN(numberOf(value))],
    ['below', (value) => numberOf(value) < Number(minimum) && numberOf(value) >= 0],
    ['negative', (value) => numberOf(value) < Math.min(Number(minimum), 0)],
    ['above', (value) => numberOf(value) > Number(maximum)],
    ['fraction', (value) => type === 'integer' && numberOf(value) % 1 !== 0],
  ];
  return [
    ...(required ? [['missing', (value: string | null) => value === null] as const] : []),
    ...numbers.filter(
      ([fault]) =>
        isNumber &&
        (fault !== 'below' || Number(minimum) > 0) &&
        (fault !== 'negative' || minimum !== undefined) &&
        (fault !== 'above' || maximum !== undefined),
    ),
  ];
}

const numberOf = (value: string | null): number =>
  value === null || value === '' ? Number.NaN : Number(value);

/** Bodies that are invalid as a whole, and what the server reads instead. */
const acceptsOtherBodies: Operator = (subject) =>
  subject.operations.flatMap((operation) => {
    const example = subject.exampleOf(operation.id);
    if (operation.body?.required !== true || !isObject(example)) return [];
    const accepting = (words: string, caughtBy: string, isInvalid: (asked: Asked) => boolean): Derived => ({
      caughtBy,
      defect: `${operation.id}: accepts ${words}`,
      tamper: () => async (asked, next) =>
        next(asked.operation === operation.id && isInvalid(asked) ? withInput(asked, example) : asked),
    });
    const { malformed, invalidBody } = subject.general;
    return [
      accepting('malformed JSON', malformed, isMalformed),
      accepting('a list instead of an object', invalidBody, ({ input }) => Array.isArray(input)),
      accepting('a missing body', invalidBody, ({ text }) => text === ''),
    ];
  });

const BROKEN = jsonReply(500, {
  error: 'no value',
  errors: ['no value'],
  userMessage: 'Something broke.',
  moreInfo: { problems: ['no value'], solutions: [] },
});

/** Requests on which a server crashes, each with its requirement in the registers of extension points. */
const crashes: Operator = (subject) => {
  const whole = (
    words: string,
    caughtBy: string,
    isHit: (asked: Asked, reply: Reply) => boolean,
  ): Derived => ({
    caughtBy,
    defect: `crashes on ${words}`,
    tamper: () => async (asked, next) => {
      const reply = await next(asked);
      return isHit(asked, reply) ? BROKEN : reply;
    },
  });
  const paths = subject.operations.map(
    ({ path }) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  );
  const hasPath = ({ url }: Asked): boolean => paths.some((one) => one.test(url.replace(/\?.*/, '')));
  return [
    whole('an unknown path', 'X-18', (asked) => !hasPath(asked)),
    whole(
      'another method',
      subject.general.method,
      (asked) => asked.operation === undefined && hasPath(asked),
    ),
    whole('a body of a megabyte', 'X-20', ({ text }) => text.length > 1_000_000),
    whole('text that is not ASCII', 'X-21', ({ text }) => /[^\0-\x7f]/.test(text)),
    whole('a charset', 'X-22', ({ headers }) => headers['content-type']?.includes('charset') === true),
  ].filter(({ caughtBy }) => subject.canFail(caughtBy));
};

const crashesOnOtherMedia: Operator = bodyOperator(
  ({ general }) => general.otherMedia,
  'crashes on a body of another media type',
  async (asked, next) =>
    asked.headers['content-type']?.startsWith('application/json') === false ? BROKEN : next(asked),
);

const crashesOnMalformedJson: Operator = bodyOperator(
  ({ general }) => general.malformed,
  'crashes on malformed JSON',
  async (asked, next) => (isMalformed(asked) ? BROKEN : next(asked)),
);

const crashesOnMissingBody: Operator = bodyOperator(
  ({ general }) => general.invalidBody,
  'crashes on a missing body',
  async (asked, next) => (asked.text === '' ? BROKEN : next(asked)),
);

const isMalformed = ({ text, input, headers }: Asked): boolean =>
  headers['content-type']?.startsWith('application/json') === true && text !== '' && input === undefined;

const rejectsUnknownMembers: Operator = bodyOperator(
  ({ canFail }) => (canFail('X-17') ? 'X-17' : undefined),
  'rejects a body with an unknown member',
  async (asked, next) => {
    if (!('notInTheContract' in membersOf(asked))) return next(asked);
    const { notInTheContract: _, ...rest } = membersOf(asked);
    const reply = await next(withInput(asked, rest));
    return reply.status < 300 ? next(withInput(asked, 17)) : reply;
  },
);

/** Rejects as if a required parameter were absent, so that the error has the format of the contract. */
export const rejectsUnknownParameters: Operator = ({ operations, canFail }) =>
  operations.flatMap(({ id, parameters }) => {
    const needed = parameters.find((one) => one.in === 'query' && one.required)?.name;
    if (needed === undefined || !canFail('X-17')) return [];
    return [
      {
        caughtBy: 'X-17',
        defect: `${id}: rejects a query with an unknown parameter`,
        tamper: () => (asked, next) => {
          const isKnown = [...queryOf(asked).keys()].every((key) =>
            parameters.some(({ name }) => name === key),
          );
          const isHit = asked.operation === id && !isKnown;
          return next(isHit ? withQuery(asked, (query) => query.delete(needed)) : asked);
        },
      },
    ];
  });

/** An operator with one place for each operation that requires a body and must reject an invalid one. */
function bodyOperator(
  requirementOf: (subject: Subject) => string | undefined,
  words: string,
  change: (asked: Asked, next: Next) => Promise<Reply>,
): Operator {
  return (subject) => {
    const caughtBy = requirementOf(subject);
    if (caughtBy === undefined || !subject.canFail(caughtBy)) return [];
    return subject.operations
      .filter(({ id, body }) => body?.required === true && !subject.mayAnswerFindings(id))
      .map(({ id }) => ({
        caughtBy,
        defect: `${id}: ${words}`,
        tamper: (): Tamper => (asked, next) => (asked.operation === id ? change(asked, next) : next(asked)),
      }));
  };
}

export const REQUEST_OPERATORS: readonly Operator[] = [
  acceptsInvalidBody,
  acceptsInvalidQuery,
  acceptsOtherBodies,
  crashes,
  crashesOnOtherMedia,
  crashesOnMalformedJson,
  crashesOnMissingBody,
  rejectsUnknownMembers,
];
