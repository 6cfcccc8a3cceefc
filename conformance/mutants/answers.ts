import { type Body, componentOf, findingsIn, isBody, type Reply } from './adapter.ts';
import type { Mutant } from './mutant.ts';

const bodyOf = (reply: Reply): Body => (isBody(reply.body) ? reply.body : {});
const withBody = (reply: Reply, change: Body): Reply => ({ ...reply, body: { ...bodyOf(reply), ...change } });
/** Answers 2xx where a request should have been refused. */
const accepts = (operation: string, field: string): Mutant['habits'] => ({
  refuse: (call, found) =>
    call.operation === operation ? found.filter((one) => one.field !== field) : found,
});

/** Wrong in a single answer: its shape, what its fields say together, and what is refused. */
export const answerMutants: readonly Mutant[] = [
  {
    name: 'validate-answers-200',
    class: 'shape',
    crime: 'answers the start of a validation with 200',
    caughtBy: 'TA-01',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'asyncValidate' && reply.status === 202 ? { ...reply, status: 200 } : reply,
    },
  },
  {
    name: 'status-missing',
    class: 'shape',
    crime: 'leaves status out of a provisioning status',
    caughtBy: 'X-02',
    habits: {
      look: (seen, { operation }) => (operation === 'provision' ? { ...seen, status: undefined } : seen),
    },
  },
  {
    name: 'done-for-completed',
    class: 'shape',
    crime: 'calls the end DONE',
    caughtBy: 'X-13',
    habits: { finish: (end) => (end['status'] === 'COMPLETED' ? { ...end, status: 'DONE' } : end) },
  },
  {
    name: 'bare-token-with-200',
    class: 'shape',
    crime: 'answers provision with 200 and a bare token',
    caughtBy: 'TA-12',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'provision' && reply.status === 202 ? { ...reply, status: 200 } : reply,
    },
  },
  {
    name: 'empty-token',
    class: 'shape',
    crime: 'hands out an empty token for reverse provisioning',
    caughtBy: 'A-01',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'runReverseProvisioning' && reply.status === 202 ? { ...reply, body: '' } : reply,
    },
  },
  {
    name: 'token-in-an-object',
    class: 'shape',
    crime: 'wraps the token into an object',
    caughtBy: 'A-01',
    habits: { answer: (reply) => (reply.status === 202 ? { ...reply, body: { token: reply.body } } : reply) },
  },
  {
    name: 'token-is-a-number',
    class: 'shape',
    crime: 'hands out numbers for tokens',
    caughtBy: 'A-01',
    habits: {
      token: ({ count }) => String(4100 + count),
      answer: (reply) => (reply.status === 202 ? { ...reply, body: Number(reply.body) } : reply),
    },
  },
  {
    name: 'text-plain-status',
    class: 'shape',
    crime: 'labels a status as text/plain',
    caughtBy: 'X-03',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'getStatus' ? { ...reply, headers: { 'content-type': 'text/plain' } } : reply,
    },
  },
  {
    name: 'unprocessable',
    class: 'shape',
    crime: 'refuses with 422 where 400 is due',
    caughtBy: 'X-12',
    habits: { answer: (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply) },
  },
  {
    name: 'fastapi-default',
    class: 'shape',
    crime: 'lets the default validation error of a framework through',
    caughtBy: 'X-12',
    habits: {
      answer: (reply, { input }) =>
        reply.status === 400 && input !== undefined
          ? {
              status: 422,
              body: {
                detail: [{ loc: ['body', 'descriptor'], msg: 'field required', type: 'value_error.missing' }],
              },
            }
          : reply,
    },
  },
  {
    name: 'refusal-without-errors',
    class: 'shape',
    crime: 'leaves errors out of a 400',
    caughtBy: 'X-05',
    habits: { answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: undefined }) : reply) },
  },
  {
    name: 'refusal-with-empty-errors',
    class: 'shape',
    crime: 'refuses with an empty list of errors',
    caughtBy: 'X-05',
    habits: { answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [] }) : reply) },
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    crime: 'leaves userMessage out of a 400',
    caughtBy: 'X-06',
    habits: {
      answer: (reply) => (reply.status === 400 ? withBody(reply, { userMessage: undefined }) : reply),
    },
  },
  {
    name: 'html-fault',
    class: 'shape',
    crime: 'answers bad input with an HTML page and 500',
    caughtBy: 'X-07',
    habits: {
      answer: (reply) =>
        reply.status === 400
          ? {
              status: 500,
              raw: '<!doctype html><h1>Internal Server Error</h1>',
              headers: { 'content-type': 'text/html' },
            }
          : reply,
    },
  },
  {
    name: 'fault-without-explanation',
    class: 'shape',
    crime: 'answers a termination with a bare 500',
    caughtBy: 'X-08',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' ? { status: 500, body: { error: 'boom' } } : reply,
    },
  },
  {
    name: 'declines-without-error',
    class: 'shape',
    crime: 'declines termination with a 501 that has no error string',
    caughtBy: 'X-07',
    habits: {
      termination: false,
      answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
    },
  },
  {
    name: 'more-info-is-text',
    class: 'shape',
    crime: 'writes the solutions of moreInfo as one text',
    caughtBy: 'X-09',
    habits: {
      answer: (reply) =>
        reply.status === 400
          ? withBody(reply, { moreInfo: { problems: ['x'], solutions: 'read the manual' } })
          : reply,
    },
  },
  {
    name: 'field-leads-nowhere',
    class: 'cross-field meaning',
    crime: 'names an input field that is not there',
    caughtBy: 'X-10',
    habits: {
      answer: (reply) =>
        reply.status === 400 ? withBody(reply, { inputErrorField: 'request.payload.descriptor' }) : reply,
    },
  },
  {
    name: 'log-level-warn',
    class: 'shape',
    crime: 'logs with the level WARN',
    caughtBy: 'X-14',
    habits: {
      finish: (end) => ({
        ...end,
        ...(Array.isArray(end['logs'])
          ? { logs: end['logs'].map((log: object) => ({ ...log, level: 'WARN' })) }
          : {}),
      }),
    },
  },
  {
    name: 'log-without-timestamp',
    class: 'shape',
    crime: 'logs without a timestamp',
    caughtBy: 'X-14',
    habits: {
      finish: (end, { kind }) =>
        kind === 'reverse' ? { ...end, logs: [{ level: 'INFO', message: 'done' }] } : end,
    },
  },
  {
    name: 'log-runs-backwards',
    class: 'cross-field meaning',
    crime: 'lists the newest log entry first',
    caughtBy: 'X-15',
    habits: {
      finish: (end, { operation }) =>
        operation === 'provision' && Array.isArray(end['logs'])
          ? {
              ...end,
              logs: ['2025-06-02T09:31:00Z', '2025-06-02T09:30:00Z'].map((timestamp) => ({
                timestamp,
                level: 'INFO',
                message: 'step',
              })),
            }
          : end,
    },
  },
  {
    name: 'log-in-local-words',
    class: 'shape',
    crime: 'writes timestamps for people',
    caughtBy: 'X-15',
    habits: {
      finish: (end, { operation }) =>
        operation === 'updateacl'
          ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
          : end,
    },
  },
  {
    name: 'not-implemented-everywhere',
    class: 'shape',
    crime: 'answers 501 for changes of access',
    caughtBy: 'X-16',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'updateacl' ? { status: 501, body: { error: 'not implemented' } } : reply,
    },
  },
  {
    name: 'unknown-members-refused',
    class: 'negatives',
    crime: 'refuses a provision with a member that it does not know',
    caughtBy: 'X-17',
    habits: {
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && 'notInTheContract' in input
          ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
          : found,
    },
  },
  {
    name: 'invalid-without-errors',
    class: 'cross-field meaning',
    crime: 'says valid: false and not why',
    caughtBy: 'TA-04',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length > 0
          ? { ...end, info: { publicInfo: { valid: false } } }
          : end,
    },
  },
  {
    name: 'valid-with-errors',
    class: 'cross-field meaning',
    crime: 'says valid: true beside a list of errors',
    caughtBy: 'TA-05',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'validate' && findingsIn(input).length === 0
          ? { valid: true, error: { errors: ['owner is missing'] } }
          : end,
    },
  },
  {
    name: 'completed-without-verdict',
    class: 'cross-field meaning',
    crime: 'completes a validation without saying whether the descriptor is valid',
    caughtBy: 'TA-03',
    habits: {
      finish: (end, { operation }) => (operation === 'asyncValidate' ? { status: 'COMPLETED' } : end),
    },
  },
  {
    name: 'always-valid',
    class: 'cross-field meaning',
    crime: 'finds every descriptor valid',
    caughtBy: 'TA-06',
    habits: {
      finish: (end, { operation }) =>
        operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: { valid: true } } }
          : operation === 'validate'
            ? { valid: true }
            : end,
    },
  },
  {
    name: 'failed-without-a-word',
    class: 'cross-field meaning',
    crime: 'fails without a log or a message',
    caughtBy: 'TA-16',
    habits: {
      finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
    },
  },
  {
    name: 'info-without-private-half',
    class: 'shape',
    crime: 'leaves privateInfo out of info',
    caughtBy: 'TA-14',
    habits: {
      finish: (end) =>
        end['info'] !== undefined && 'result' in end ? { ...end, info: { publicInfo: {} } } : end,
    },
  },
  {
    name: 'locked-is-text',
    class: 'shape',
    crime: 'writes locked of aclInfo as text',
    caughtBy: 'TA-15',
    habits: {
      finish: (end) =>
        'result' in end && isBody(end['info'])
          ? { ...end, info: { ...end['info'], aclInfo: [{ identity: 'user:a', locked: 'yes' }] } }
          : end,
    },
  },
  {
    name: 'everything-in-result',
    class: 'cross-field meaning',
    crime: 'squeezes its information into the deprecated result',
    caughtBy: 'TA-17',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'provision' && end['status'] === 'COMPLETED'
          ? { status: 'COMPLETED', result: JSON.stringify({ view: componentOf(input) }) }
          : end,
    },
  },
  {
    name: 'display-entry-without-label',
    class: 'shape',
    crime: 'leaves the label out of a display entry',
    caughtBy: 'TA-39',
    habits: {
      finish: (end) =>
        'result' in end && isBody(end['info'])
          ? {
              ...end,
              info: {
                ...end['info'],
                publicInfo: { view: { type: 'string', value: 'x', href: 'https://example.com' } },
              },
            }
          : end,
    },
  },
  {
    name: 'completed-without-updates',
    class: 'shape',
    crime: 'completes a reverse provisioning without updates',
    caughtBy: 'TA-37',
    habits: { finish: (end, { kind }) => (kind === 'reverse' ? { status: 'COMPLETED' } : end) },
  },
  {
    name: 'empty-path-segment',
    class: 'shape',
    crime: 'names an update by a path with an empty segment',
    caughtBy: 'TA-38',
    habits: {
      finish: (end, { kind }) =>
        kind === 'reverse' ? { ...end, updates: { 'spec..tableName': 'SHIPMENTS' } } : end,
    },
  },
  {
    name: 'finished-at-once-and-running',
    class: 'cross-field meaning',
    crime: 'answers 200 with a provisioning that is still RUNNING',
    caughtBy: 'TA-12',
    habits: {
      mode: 'sync',
      finish: (end, { operation }) =>
        operation === 'provision' && end['status'] === 'COMPLETED' ? { ...end, status: 'RUNNING' } : end,
    },
  },
  {
    name: 'unknown-token-breaks',
    class: 'negatives',
    crime: 'answers an unknown token with 500',
    caughtBy: 'A-11',
    habits: {
      answer: (reply, { operation }, job) =>
        operation === 'getStatus' && job === undefined
          ? {
              status: 500,
              body: { error: 'KeyError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    },
  },
  {
    name: 'unknown-token-failed',
    class: 'negatives',
    crime: 'answers an unknown token with 200 and FAILED',
    caughtBy: 'A-11',
    habits: {
      answer: (reply, { operation }, job) =>
        operation === 'getReverseProvisioningStatus' && job === undefined && reply.status === 400
          ? { status: 200, body: { status: 'FAILED', updates: {} } }
          : reply,
    },
  },
  {
    name: 'unknown-word-breaks',
    class: 'negatives',
    crime: 'answers a token that is no UUID with 500',
    caughtBy: 'A-11',
    habits: {
      answer: (reply, { operation, token }) =>
        operation === 'getValidationStatus' && token.startsWith('unknown-')
          ? {
              status: 500,
              body: { error: 'bad UUID', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    },
  },
  {
    name: 'descriptor-not-required',
    class: 'negatives',
    crime: 'starts a validation without a descriptor',
    caughtBy: 'TA-07',
    habits: accepts('asyncValidate', 'descriptor'),
  },
  {
    name: 'descriptor-not-named',
    class: 'negatives',
    crime: 'refuses a request without saying that the descriptor is missing',
    caughtBy: 'TA-07',
    habits: {
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input)
          ? { status: 400, body: { errors: ['bad request'], userMessage: 'The request cannot be accepted.' } }
          : reply,
    },
  },
  {
    name: 'number-for-descriptor',
    class: 'negatives',
    crime: 'takes a number for a descriptor',
    caughtBy: 'TA-08',
    habits: {
      refuse: ({ input }, found) =>
        isBody(input) && typeof input['descriptor'] === 'number'
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
    },
  },
  {
    name: 'any-kind',
    class: 'negatives',
    crime: 'takes any descriptorKind on unprovision',
    caughtBy: 'TA-09',
    habits: accepts('unprovision', 'descriptorKind'),
  },
  {
    name: 'any-remove-data',
    class: 'negatives',
    crime: 'takes any value for removeData',
    caughtBy: 'TA-22',
    habits: accepts('provision', 'removeData'),
  },
  {
    name: 'not-yaml-breaks',
    class: 'negatives',
    crime: 'answers a descriptor that is not YAML with 500',
    caughtBy: 'TA-10',
    habits: {
      answer: (reply, { operation, input }) =>
        operation === 'validate' &&
        isBody(input) &&
        findingsIn(input)[0] === 'descriptor is not YAML' &&
        reply.status === 200
          ? {
              status: 500,
              body: { error: 'ScannerError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    },
  },
  {
    name: 'malformed-json-breaks',
    class: 'negatives',
    crime: 'answers malformed JSON with 500',
    caughtBy: 'X-11',
    habits: {
      answer: (reply, { operation, input }) =>
        operation === 'updateacl' && input === undefined && reply.status === 400
          ? {
              status: 500,
              body: { error: 'SyntaxError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    },
  },
  {
    name: 'refs-not-required',
    class: 'negatives',
    crime: 'changes access without refs',
    caughtBy: 'TA-31',
    habits: accepts('updateacl', 'refs'),
  },
  {
    name: 'provision-info-not-required',
    class: 'negatives',
    crime: 'changes access without provisionInfo',
    caughtBy: 'TA-31',
    habits: accepts('updateacl', 'provisionInfo'),
  },
  {
    name: 'provision-result-not-required',
    class: 'negatives',
    crime: 'changes access without the result of the provisioning',
    caughtBy: 'X-12',
    habits: accepts('updateacl', 'provisionInfo.result'),
  },
  {
    name: 'any-identity',
    class: 'negatives',
    crime: 'takes an identity that is neither a user nor a group',
    caughtBy: 'TA-32',
    habits: accepts('updateacl', 'refs.0'),
  },
  {
    name: 'fixed-access-fields',
    class: 'negatives',
    crime: 'refuses accessControlFields that it does not know',
    caughtBy: 'TA-33',
    habits: {
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && 'accessControlFields' in input
          ? [...found, { field: 'accessControlFields', message: 'unknown field' }]
          : found,
    },
  },
  {
    name: 'environment-not-required',
    class: 'negatives',
    crime: 'reads back without an environment',
    caughtBy: 'TA-35',
    habits: accepts('runReverseProvisioning', 'environment'),
  },
  {
    name: 'empty-access-refused',
    class: 'negatives',
    crime: 'refuses to take all access away',
    caughtBy: 'CO-06',
    habits: {
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' &&
        isBody(input) &&
        Array.isArray(input['refs']) &&
        input['refs'].length === 0
          ? [{ field: 'refs', message: 'refs is empty' }]
          : found,
    },
  },
  {
    name: 'nameless-component-provisioned',
    class: 'cross-field meaning',
    crime: 'provisions a component descriptor that names no component',
    caughtBy: 'CO-05',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'provision' && findingsIn(input)[0] === 'componentIdToProvision is missing'
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    },
  },
  {
    name: 'redirects',
    class: 'shape',
    crime: 'redirects a path of the contract to one with a slash',
    caughtBy: 'TA-34',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'runReverseProvisioning'
          ? { status: 307, raw: '', headers: { location: '/v1/reverse-provisioning/' } }
          : reply,
    },
  },
  {
    name: 'reverse-missing',
    class: 'sequence',
    crime: 'has no reverse provisioning',
    caughtBy: 'TA-34',
    habits: {
      answer: (reply, { operation }) =>
        /everse/.test(operation) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    },
  },
  {
    name: 'object-for-descriptor',
    class: 'negatives',
    crime: 'takes an object for a descriptor',
    caughtBy: 'TA-08',
    habits: {
      refuse: ({ input }, found) =>
        isBody(input) && isBody(input['descriptor'])
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
    },
  },
  {
    name: 'kind-in-any-case',
    class: 'negatives',
    crime: 'takes descriptorKind in lower case',
    caughtBy: 'TA-09',
    habits: {
      refuse: ({ input }, found) =>
        isBody(input) && /^[a-z_]+$/.test(String(input['descriptorKind']))
          ? found.filter(({ field }) => field !== 'descriptorKind')
          : found,
    },
  },
  {
    name: 'first-identity-only',
    class: 'negatives',
    crime: 'looks at the first identity only',
    caughtBy: 'TA-32',
    habits: {
      refuse: ({ input }, found) =>
        isBody(input) && Array.isArray(input['refs']) && String(input['refs'][0]).startsWith('user:')
          ? found.filter(({ field }) => field !== 'refs.0')
          : found,
    },
  },
  {
    name: 'findings-end-as-failed',
    class: 'cross-field meaning',
    crime: 'ends the validation of an invalid descriptor as FAILED',
    caughtBy: 'TA-06',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length > 0 ? { status: 'FAILED' } : end,
    },
  },
];
