import { withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { isBody } from './server.ts';

/** Mutants with a wrong format in a single response. */
export const shapeMutants: readonly Mutant[] = [
  {
    name: 'validate-answers-200',
    class: 'shape',
    defect: 'returns 200 for the start of a validation',
    caughtBy: 'TA-01',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'asyncValidate' && reply.status === 202 ? { ...reply, status: 200 } : reply,
    }),
  },
  {
    name: 'status-missing',
    class: 'shape',
    defect: 'omits status from a provisioning status',
    caughtBy: 'TA-13',
    habits: () => ({
      look: (seen, { operation }) => (operation === 'provision' ? { ...seen, status: undefined } : seen),
    }),
  },
  {
    name: 'done-for-completed',
    class: 'shape',
    defect: 'reports the terminal state as DONE',
    caughtBy: 'TA-13',
    habits: () => ({ finish: (end) => (end['status'] === 'COMPLETED' ? { ...end, status: 'DONE' } : end) }),
  },
  {
    name: 'bare-token-with-200',
    class: 'shape',
    defect: 'returns 200 and a token for provision',
    caughtBy: 'TA-12',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'provision' && reply.status === 202 ? { ...reply, status: 200 } : reply,
    }),
  },
  {
    name: 'empty-token',
    class: 'shape',
    defect: 'returns an empty token for reverse provisioning',
    caughtBy: 'A-01',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'runReverseProvisioning' && reply.status === 202 ? { ...reply, body: '' } : reply,
    }),
  },
  {
    name: 'token-in-an-object',
    class: 'shape',
    defect: 'wraps the token in an object',
    caughtBy: 'A-01',
    habits: () => ({
      answer: (reply) => (reply.status === 202 ? { ...reply, body: { token: reply.body } } : reply),
    }),
  },
  {
    name: 'token-is-a-number',
    class: 'shape',
    defect: 'returns numbers as tokens',
    caughtBy: 'A-01',
    habits: () => ({
      token: ({ count }) => String(4100 + count),
      answer: (reply) => (reply.status === 202 ? { ...reply, body: Number(reply.body) } : reply),
    }),
  },
  {
    name: 'text-plain-status',
    class: 'shape',
    defect: 'returns a status as text/plain',
    caughtBy: 'X-03',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'getStatus' ? { ...reply, headers: { 'content-type': 'text/plain' } } : reply,
    }),
  },
  {
    name: 'unprocessable',
    class: 'shape',
    defect: 'rejects with 422 instead of 400',
    caughtBy: 'X-12',
    habits: () => ({ answer: (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply) }),
  },
  {
    name: 'fastapi-default',
    class: 'shape',
    defect: 'returns the default validation error of a framework',
    caughtBy: 'X-12',
    habits: () => ({
      answer: (reply, { input }) =>
        reply.status === 400 && input !== undefined
          ? {
              status: 422,
              body: {
                detail: [{ loc: ['body', 'descriptor'], msg: 'field required', type: 'value_error.missing' }],
              },
            }
          : reply,
    }),
  },
  {
    name: 'refusal-without-errors',
    class: 'shape',
    defect: 'omits errors from a 400',
    caughtBy: 'X-05',
    habits: () => ({
      answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: undefined }) : reply),
    }),
  },
  {
    name: 'refusal-with-empty-errors',
    class: 'shape',
    defect: 'rejects with an empty list of errors',
    caughtBy: 'X-05',
    habits: () => ({ answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [] }) : reply) }),
  },
  {
    name: 'refusal-without-user-message',
    class: 'shape',
    defect: 'omits userMessage from a 400',
    caughtBy: 'X-06',
    habits: () => ({
      answer: (reply) => (reply.status === 400 ? withBody(reply, { userMessage: undefined }) : reply),
    }),
  },
  {
    name: 'html-fault',
    class: 'shape',
    defect: 'returns 500 and an HTML page for invalid input',
    caughtBy: 'X-07',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400
          ? {
              status: 500,
              raw: '<!doctype html><h1>Internal Server Error</h1>',
              headers: { 'content-type': 'text/html' },
            }
          : reply,
    }),
  },
  {
    name: 'fault-without-explanation',
    class: 'shape',
    defect: 'returns a plain-text 500 for a termination request',
    caughtBy: 'X-08',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' ? { status: 500, body: { error: 'boom' } } : reply,
    }),
  },
  {
    name: 'declines-without-error',
    class: 'shape',
    defect: 'returns a 501 without an error string for a termination request',
    caughtBy: 'X-07',
    habits: () => ({
      termination: false,
      answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
    }),
  },
  {
    name: 'more-info-is-text',
    class: 'shape',
    defect: 'returns the solutions of moreInfo as one string',
    caughtBy: 'X-09',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400
          ? withBody(reply, { moreInfo: { problems: ['x'], solutions: 'read the manual' } })
          : reply,
    }),
  },
  {
    name: 'log-level-warn',
    class: 'shape',
    defect: 'logs with the level WARN',
    caughtBy: 'X-13',
    habits: () => ({
      finish: (end) => ({
        ...end,
        ...(Array.isArray(end['logs'])
          ? { logs: end['logs'].map((log: object) => ({ ...log, level: 'WARN' })) }
          : {}),
      }),
    }),
  },
  {
    name: 'log-without-timestamp',
    class: 'shape',
    defect: 'logs without a timestamp',
    caughtBy: 'X-14',
    habits: () => ({
      finish: (end, { kind }) =>
        kind === 'reverse' ? { ...end, logs: [{ level: 'INFO', message: 'done' }] } : end,
    }),
  },
  {
    name: 'log-in-local-words',
    class: 'shape',
    defect: 'writes timestamps in a local format',
    caughtBy: 'X-15',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'updateacl'
          ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
          : end,
    }),
  },
  {
    name: 'not-implemented-everywhere',
    class: 'shape',
    defect: 'returns 501 for changes of access',
    caughtBy: 'X-16',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'updateacl' ? { status: 501, body: { error: 'not implemented' } } : reply,
    }),
  },
  {
    name: 'info-without-private-half',
    class: 'shape',
    defect: 'omits privateInfo from info',
    caughtBy: 'TA-14',
    habits: () => ({
      finish: (end) =>
        end['info'] !== undefined && 'result' in end ? { ...end, info: { publicInfo: {} } } : end,
    }),
  },
  {
    name: 'locked-is-text',
    class: 'shape',
    defect: 'returns locked of aclInfo as text',
    caughtBy: 'TA-15',
    habits: () => ({
      finish: (end) =>
        'result' in end && isBody(end['info'])
          ? { ...end, info: { ...end['info'], aclInfo: [{ identity: 'user:a', locked: 'yes' }] } }
          : end,
    }),
  },
  {
    name: 'display-entry-without-label',
    class: 'shape',
    defect: 'omits the label of a display entry',
    caughtBy: 'TA-39',
    habits: () => ({
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
    }),
  },
  {
    name: 'completed-without-updates',
    class: 'shape',
    defect: 'completes a reverse provisioning without updates',
    caughtBy: 'TA-37',
    habits: () => ({ finish: (end, { kind }) => (kind === 'reverse' ? { status: 'COMPLETED' } : end) }),
  },
  {
    name: 'empty-path-segment',
    class: 'shape',
    defect: 'names an update by a path with an empty segment',
    caughtBy: 'TA-38',
    habits: () => ({
      finish: (end, { kind }) =>
        kind === 'reverse' ? { ...end, updates: { 'spec..tableName': 'SHIPMENTS' } } : end,
    }),
  },
  {
    name: 'redirects',
    class: 'shape',
    defect: 'redirects a path of the contract to one with a trailing slash',
    caughtBy: 'TA-34',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'runReverseProvisioning'
          ? { status: 307, raw: '', headers: { location: '/v1/reverse-provisioning/' } }
          : reply,
    }),
  },
  {
    name: 'state-in-lower-case',
    class: 'shape',
    defect: 'returns the states of provisioning in lower case',
    caughtBy: 'TA-13',
    habits: () => ({
      look: (seen, { kind }) =>
        kind === 'provisioning' ? { ...seen, status: String(seen['status']).toLowerCase() } : seen,
    }),
  },
  {
    name: 'broken-json',
    class: 'shape',
    defect: 'truncates the JSON of a status',
    caughtBy: 'X-03',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'getValidationStatus'
          ? { ...reply, raw: JSON.stringify(reply.body).slice(0, -1) }
          : reply,
    }),
  },
  {
    name: 'logs-are-text',
    class: 'shape',
    defect: 'returns the logs as one string',
    caughtBy: 'X-02',
    habits: () => ({ finish: (end) => ('logs' in end ? { ...end, logs: 'all went well' } : end) }),
  },
];
