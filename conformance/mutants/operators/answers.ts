import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isOurChoice } from '../../src/suite/contract.ts';
import { listOf } from '../../src/suite/json.ts';
import { pause } from '../reply.ts';
import { LISTS } from './general.ts';
import { changedAt, type Derived, type Operator, type Place, type Subject } from './subject.ts';
import { bodyOf, jsonReply, type Reply, type Tamper, withJson } from './tampering.ts';

/*
 * Operators on success responses. Their places: the success response of every operation; for operators on members, those that every valid response has, or that an example of the contract shows.
 */

/** Longer than any promptness that a bench configures, in milliseconds. */
const LATE = 3_000;

/** The success status of an operation: the first one, unless only a task that finishes at once has it. */
const successOf = ({ responses, longRunning }: OperationEntry): string | undefined =>
  Object.keys(responses).find((status) => status < '300' && status !== longRunning?.finishedStatus);

/** Changes the responses of one operation with one status. */
export const onStatus =
  (operation: string, status: string, change: (reply: Reply) => Reply): Tamper =>
  async (asked, next) => {
    const reply = await next(asked);
    return asked.operation === operation && reply.status === Number(status) ? change(reply) : reply;
  };

/** Changes one member of the responses of one operation with one status. */
const onMember = (
  operation: string,
  status: string,
  { keys, example }: Place,
  change: (old: unknown) => unknown,
): Tamper =>
  onStatus(operation, status, (reply) => withJson(reply, changedAt(bodyOf(reply), keys, change, example)));

type OnResponse = (
  subject: Subject,
  operation: OperationEntry,
  status: string,
  schema: string | undefined,
) => Derived[];

/** An operator with one place for each success response. */
const onEverySuccess =
  (derive: OnResponse): Operator =>
  (subject) =>
    subject.operations.flatMap((operation) => {
      const status = successOf(operation);
      return status === undefined
        ? []
        : derive(subject, operation, status, operation.responses[status]?.schema);
    });

/** A success that no contract lists. */
const UNLISTED = 203;

/** Where this project chose the status, another one is only noted. */
const otherStatus = onEverySuccess(({ general }, operation, status) =>
  isOurChoice(operation, UNLISTED)
    ? []
    : [
        {
          caughtBy: general.status,
          defect: `${operation.id}: returns ${UNLISTED} instead of ${status}`,
          tamper: () => onStatus(operation.id, status, (reply) => ({ ...reply, status: UNLISTED })),
        },
      ],
);

/** What is wrong with a JSON body beside its content, in words, and the change of the response. */
const BROKEN_JSON: readonly (readonly [
  words: (status: string) => string,
  change: (reply: Reply) => Reply,
])[] = [
  [
    (status) => `labels the body of a ${status} as HTML`,
    (reply) => ({ ...reply, headers: { 'content-type': 'text/html' } }),
  ],
  [
    (status) => `omits the last character of the JSON of a ${status}`,
    (reply) => ({ ...reply, text: reply.text.slice(0, -1) }),
  ],
  [
    (status) => `starts the JSON of a ${status} with a byte order mark`,
    (reply) => ({ ...reply, text: `\uFEFF${reply.text}` }),
  ],
];

const brokenJson = BROKEN_JSON.map(([words, change]) =>
  onEverySuccess(({ general }, { id }, status, schema) =>
    schema === undefined || schema.endsWith('Token')
      ? []
      : [
          {
            caughtBy: general.json,
            defect: `${id}: ${words(status)}`,
            tamper: () => onStatus(id, status, change),
          },
        ],
  ),
);

const bodyWithoutContent = onEverySuccess(({ general }, { id }, status) =>
  status !== '204'
    ? []
    : [
        {
          caughtBy: general.noBody,
          defect: `${id}: announces a body with a 204`,
          tamper: () => onStatus(id, status, (reply) => ({ ...reply, headers: { 'content-length': '2' } })),
        },
      ],
);

const notImplemented: Operator = ({ contract, operations, general }) =>
  operations
    .filter(({ capability }) => capability === undefined)
    .map(({ id }) => ({
      caughtBy: contract === 'platform' ? general.status : 'X-16',
      defect: `${id}: returns 501 for every request`,
      tamper: () => async (asked, next) =>
        asked.operation === id ? jsonReply(501, { error: 'not implemented' }) : next(asked),
    }));

const missingMember: Operator = memberOperator(
  ({ required }) => required,
  'required',
  'without',
  () => undefined,
);

const wrongType: Operator = memberOperator(
  ({ schema }) => typeof schema['type'] === 'string' && schema['type'] in OTHERS,
  'type',
  'with the wrong type of',
  (old) => OTHERS[Array.isArray(old) ? 'array' : typeof old] ?? old,
);

/** A value of another type, for each type. */
const OTHERS: Readonly<Record<string, unknown>> = {
  string: 17,
  boolean: 'yes',
  number: 'many',
  integer: 'many',
  array: {},
  object: 'a text',
};

const unlistedValue: Operator = memberOperator(
  ({ schema }) => listOf(schema['enum']).length > 0,
  'enum',
  'with an unlisted value of',
  () => 'UNLISTED',
);

/** An operator with one place for each member that fits; its requirement owns the schema keyword at that place. */
function memberOperator(
  fits: (place: Place) => boolean,
  keyword: string,
  words: string,
  change: (old: unknown) => unknown,
): Operator {
  return (subject) =>
    onEverySuccess((_subject, operation, status) =>
      subject
        .answerPlaces(operation, status)
        .filter(fits)
        .filter((place) => keyword !== 'required' || !subject.maySkip(operation.id, status, place))
        .map((place) => ({
          caughtBy: subject.ownerOf(operation.id, status, place.pointer, keyword) ?? subject.general.schema,
          defect: `${operation.id}: returns a ${status} ${words} ${place.pointer}`,
          tamper: () => onMember(operation.id, status, place, change),
        })),
    )(subject);
}

/** Operations whose register limits the time of a response: those that start or read tasks have task operators. */
const late: Operator = ({ contract, operations }) => {
  const { prompt, promptRefusal } = LISTS[contract] ?? {};
  const waiting =
    (id: string, isLate: (reply: Reply) => boolean): Tamper =>
    async (asked, next) => {
      const reply = await next(asked);
      if (asked.operation === id && isLate(reply)) await pause(LATE);
      return reply;
    };
  return operations.flatMap(({ id, method }) => [
    ...(prompt === undefined || (contract === 'platform' && method !== 'GET')
      ? []
      : [
          {
            caughtBy: prompt,
            defect: `${id}: takes three seconds for a success`,
            tamper: () => waiting(id, ({ status }) => status < 300),
          },
        ]),
    ...(promptRefusal === undefined
      ? []
      : [
          {
            caughtBy: promptRefusal,
            defect: `${id}: takes three seconds to reject a request`,
            tamper: () => waiting(id, ({ status }) => status === 400),
          },
        ]),
  ]);
};

export const ANSWER_OPERATORS: readonly Operator[] = [
  otherStatus,
  ...brokenJson,
  bodyWithoutContent,
  notImplemented,
  missingMember,
  wrongType,
  unlistedValue,
  late,
];
