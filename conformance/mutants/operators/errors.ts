import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isOurChoice } from '../../src/suite/contract.ts';
import { isObject } from '../../src/suite/json.ts';
import { onStatus } from './answers.ts';
import type { Derived, Operator, Subject } from './subject.ts';
import { bodyOf, jsonReply, type Reply, withJson } from './tampering.ts';

/*
 * Operators on rejections. Their places: every operation that rejects requests with 400, as far as its error schema has
 * the member.
 */

/** What a framework returns for an invalid request by default. */
const FRAMEWORK = { detail: [{ loc: ['body'], msg: 'field required', type: 'value_error.missing' }] };

const HTML = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  text: '<!doctype html><h1>Internal Server Error</h1>',
};

const TRACE = 'TypeError: x is undefined\n    at Handler.read (/srv/app/handler.js:12:7)';

/** An operator with one place for each operation that rejects requests: by default, those that require a body. */
const onRejections =
  (
    derive: (subject: Subject, operation: OperationEntry) => readonly Fault[],
    isPlace: (operation: OperationEntry) => boolean = ({ body }) => body?.required === true,
  ): Operator =>
  (subject) =>
    subject.operations
      .filter((operation) => isPlace(operation) && '400' in operation.responses)
      .flatMap((operation) =>
        derive(subject, operation).map(
          ([caughtBy, words, change]): Derived => ({
            caughtBy,
            defect: `${operation.id}: ${words}`,
            tamper: () => onStatus(operation.id, '400', change),
          }),
        ),
      );

type Fault = readonly [caughtBy: string, words: string, change: (reply: Reply) => Reply];

const changing = (change: (body: Record<string, unknown>) => unknown) => (reply: Reply) => {
  const body = bodyOf(reply);
  return isObject(body) ? withJson(reply, change({ ...body })) : reply;
};

const otherRejection = onRejections(({ general, mayAnswerFindings }, { id }) => [
  [general.invalidBody, 'rejects with 422 as a framework does', () => jsonReply(422, FRAMEWORK)],
  ...(mayAnswerFindings(id)
    ? []
    : [
        [general.invalidBody, 'crashes instead of rejecting a request', () => jsonReply(500, crash)] as const,
      ]),
]);

const crash = {
  error: 'no value',
  errors: ['no value'],
  userMessage: 'Something broke.',
  moreInfo: { problems: [], solutions: [] },
};

const htmlError = onRejections(({ contract, general }) => [
  [
    contract === 'platform' ? general.json : 'X-07',
    'crashes with an HTML page instead of rejecting',
    () => HTML,
  ],
]);

/** Members of error bodies: the requirement that owns the place, or the one on error schemas. */
const wrongErrors = onRejections((subject, operation) => {
  const { properties } = subject.schemas.named(operation.responses['400']?.schema ?? '');
  const members = isObject(properties) ? properties : {};
  const { chosen } = operation.responses['400'] ?? {};
  /** Empty where this project chose what the fault violates. */
  const owned = (member: string, keyword: string): string =>
    chosen === 'body' || chosen === keyword || (chosen !== undefined && isOurChoice(operation, 400))
      ? ''
      : (subject.ownerOf(operation.id, '400', `/${member}`, keyword) ?? subject.general.errorSchema);
  const faults: Record<string, readonly Fault[]> = {
    errors: [
      [owned('errors', 'required'), 'omits errors from a 400', changing(({ errors: _, ...rest }) => rest)],
      [
        owned('errors', 'type'),
        'returns errors as one string',
        changing((body) => ({ ...body, errors: 'no' })),
      ],
    ],
    error: [
      [owned('error', 'required'), 'omits error from a 400', changing(({ error: _, ...rest }) => rest)],
      [owned('error', 'type'), 'returns error as a number', changing((body) => ({ ...body, error: 17 }))],
    ],
    moreInfo: [
      [
        owned('moreInfo/problems', 'type'),
        'returns the problems of moreInfo as one string',
        changing((body) => ({ ...body, moreInfo: { problems: 'no', solutions: [] } })),
      ],
    ],
  };
  return Object.keys(members)
    .flatMap((member) => faults[member] ?? [])
    .filter(([caughtBy]) => caughtBy !== '');
});

/** Members that a register asks for without a schema that requires them. */
const membersNotRequired = (subject: Subject, { body, responses }: OperationEntry): readonly Fault[] => {
  const { properties } = subject.schemas.named(responses['400']?.schema ?? '');
  const has = (member: string, requirement: string): boolean =>
    isObject(properties) && member in properties && subject.canFail(requirement);
  return [
    ...(has('errors', 'X-05')
      ? [['X-05', 'returns an empty list of errors', changing((body) => ({ ...body, errors: [] }))] as const]
      : []),
    ...(has('userMessage', 'X-06')
      ? [['X-06', 'omits userMessage from a 400', changing(({ userMessage: _, ...rest }) => rest)] as const]
      : []),
    ...(body !== undefined && has('inputErrorField', 'X-10')
      ? [
          [
            'X-10',
            'names a field that the request does not have',
            changing((body) => ({ ...body, inputErrorField: 'request.payload.x' })),
          ] as const,
        ]
      : []),
    ...(has('errors', subject.general.leak)
      ? [
          [
            subject.general.leak,
            'returns a stack trace as the error',
            changing((body) => ({ ...body, errors: [TRACE] })),
          ] as const,
        ]
      : []),
  ];
};

const emptyErrors = onRejections(membersNotRequired);

/** The same for operations that reject a query only. */
export const queryRejections = onRejections(
  membersNotRequired,
  ({ body, parameters }) =>
    body?.required !== true && parameters.some((one) => one.in === 'query' && one.required),
);

/** The lists of an explanation have a format even where the error schema does not name it. */
export const unlistedExplanations = onRejections(
  (subject, { responses }) => {
    const { properties } = subject.schemas.named(responses['400']?.schema ?? '');
    return subject.contract === 'platform' || (isObject(properties) && 'moreInfo' in properties)
      ? []
      : [['X-09', 'returns the problems of an explanation as one string', wrongExplanation]];
  },
  () => true,
);

const wrongExplanation = changing((body) => ({ ...body, moreInfo: { problems: 'no', solutions: [] } }));

/** What only the register of the platform requires: an unknown name in a path returns the 4xx that the operation lists. */
const unknownNames: Operator = ({ contract, operations }) =>
  operations
    .filter(({ path, responses }) => contract === 'platform' && path.includes('{') && '404' in responses)
    .flatMap(({ id }) => [
      {
        caughtBy: 'P-15',
        defect: `${id}: crashes on an unknown name`,
        tamper: () => onStatus(id, '404', () => jsonReply(500, crash)),
      },
      {
        caughtBy: 'P-15',
        defect: `${id}: returns an empty object for an unknown name`,
        tamper: () => onStatus(id, '404', () => jsonReply(200, {})),
      },
    ]);

export const ERROR_OPERATORS: readonly Operator[] = [
  unknownNames,
  otherRejection,
  htmlError,
  wrongErrors,
  emptyErrors,
];
