import { withBody } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { isBody } from './server.ts';

/** Mutants with a wrong format in a single response. */
export const shapeMutants: readonly Mutant[] = [
  mutant('TA-01', 'returns 200 for the start of a validation', () => ({
    answer: (reply, { operation }) =>
      operation === 'asyncValidate' && reply.status === 202 ? { ...reply, status: 200 } : reply,
  })),
  mutant('TA-13', 'omits status from a provisioning status', () => ({
    look: (seen, { operation }) => (operation === 'provision' ? { ...seen, status: undefined } : seen),
  })),
  mutant('TA-13', 'reports the terminal state as DONE', () => ({
    finish: (end) => (end['status'] === 'COMPLETED' ? { ...end, status: 'DONE' } : end),
  })),
  mutant('TA-12', 'returns 200 and a token for provision', () => ({
    answer: (reply, { operation }) =>
      operation === 'provision' && reply.status === 202 ? { ...reply, status: 200 } : reply,
  })),
  mutant('A-01', 'returns an empty token for reverse provisioning', () => ({
    answer: (reply, { operation }) =>
      operation === 'runReverseProvisioning' && reply.status === 202 ? { ...reply, body: '' } : reply,
  })),
  mutant('A-01', 'wraps the token in an object', () => ({
    answer: (reply) => (reply.status === 202 ? { ...reply, body: { token: reply.body } } : reply),
  })),
  mutant('A-01', 'returns numbers as tokens', () => ({
    token: ({ count }) => String(4100 + count),
    answer: (reply) => (reply.status === 202 ? { ...reply, body: Number(reply.body) } : reply),
  })),
  mutant('X-03', 'returns a status as text/plain', () => ({
    answer: (reply, { operation }) =>
      operation === 'getStatus' ? { ...reply, headers: { 'content-type': 'text/plain' } } : reply,
  })),
  mutant('X-12', 'rejects with 422 instead of 400', () => ({
    answer: (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply),
  })),
  mutant('X-12', 'returns the default validation error of a framework', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && input !== undefined
        ? {
            status: 422,
            body: {
              detail: [{ loc: ['body', 'descriptor'], msg: 'field required', type: 'value_error.missing' }],
            },
          }
        : reply,
  })),
  mutant('X-05', 'omits errors from a 400', () => ({
    answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: undefined }) : reply),
  })),
  mutant('X-05', 'rejects with an empty list of errors', () => ({
    answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [] }) : reply),
  })),
  mutant('X-06', 'omits userMessage from a 400', () => ({
    answer: (reply) => (reply.status === 400 ? withBody(reply, { userMessage: undefined }) : reply),
  })),
  mutant('X-07', 'returns 500 and an HTML page for invalid input', () => ({
    answer: (reply) =>
      reply.status === 400
        ? {
            status: 500,
            raw: '<!doctype html><h1>Internal Server Error</h1>',
            headers: { 'content-type': 'text/html' },
          }
        : reply,
  })),
  mutant('X-08', 'returns a plain-text 500 for a termination request', () => ({
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning' ? { status: 500, body: { error: 'boom' } } : reply,
  })),
  mutant('X-07', 'returns a 501 without an error string for a termination request', () => ({
    termination: false,
    answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
  })),
  mutant('X-09', 'returns the solutions of moreInfo as one string', () => ({
    answer: (reply) =>
      reply.status === 400
        ? withBody(reply, { moreInfo: { problems: ['x'], solutions: 'read the manual' } })
        : reply,
  })),
  mutant('X-13', 'logs with the level WARN', () => ({
    finish: (end) => ({
      ...end,
      ...(Array.isArray(end['logs'])
        ? { logs: end['logs'].map((log: object) => ({ ...log, level: 'WARN' })) }
        : {}),
    }),
  })),
  mutant('X-14', 'logs without a timestamp', () => ({
    finish: (end, { kind }) =>
      kind === 'reverse' ? { ...end, logs: [{ level: 'INFO', message: 'done' }] } : end,
  })),
  mutant('X-15', 'writes timestamps in a local format', () => ({
    finish: (end, { operation }) =>
      operation === 'updateacl'
        ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
        : end,
  })),
  mutant('X-16', 'returns 501 for changes of access', () => ({
    answer: (reply, { operation }) =>
      operation === 'updateacl' ? { status: 501, body: { error: 'not implemented' } } : reply,
  })),
  mutant('TA-14', 'omits privateInfo from info', () => ({
    finish: (end) =>
      end['info'] !== undefined && 'result' in end ? { ...end, info: { publicInfo: {} } } : end,
  })),
  mutant('TA-15', 'returns locked of aclInfo as text', () => ({
    finish: (end) =>
      'result' in end && isBody(end['info'])
        ? { ...end, info: { ...end['info'], aclInfo: [{ identity: 'user:a', locked: 'yes' }] } }
        : end,
  })),
  mutant('TA-39', 'omits the label of a display entry', () => ({
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
  })),
  mutant('TA-37', 'completes a reverse provisioning without updates', () => ({
    finish: (end, { kind }) => (kind === 'reverse' ? { status: 'COMPLETED' } : end),
  })),
  mutant('TA-38', 'names an update by a path with an empty segment', () => ({
    finish: (end, { kind }) =>
      kind === 'reverse' ? { ...end, updates: { 'spec..tableName': 'SHIPMENTS' } } : end,
  })),
  mutant('TA-34', 'redirects a path of the contract to one with a trailing slash', () => ({
    answer: (reply, { operation }) =>
      operation === 'runReverseProvisioning'
        ? { status: 307, raw: '', headers: { location: '/v1/reverse-provisioning/' } }
        : reply,
  })),
  mutant('TA-13', 'returns the states of provisioning in lower case', () => ({
    look: (seen, { kind }) =>
      kind === 'provisioning' ? { ...seen, status: String(seen['status']).toLowerCase() } : seen,
  })),
  mutant('X-03', 'truncates the JSON of a status', () => ({
    answer: (reply, { operation }) =>
      operation === 'getValidationStatus'
        ? { ...reply, raw: JSON.stringify(reply.body).slice(0, -1) }
        : reply,
  })),
  mutant('X-02', 'returns the logs as one string', () => ({
    finish: (end) => ('logs' in end ? { ...end, logs: 'all went well' } : end),
  })),
];
