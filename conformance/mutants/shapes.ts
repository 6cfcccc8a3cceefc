import { type Mutant, mutant } from './mutant.ts';
import { isBody } from './server.ts';

/** Mutants with a wrong format in a single response. */
export const shapeMutants: readonly Mutant[] = [
  mutant('TA-01', 'returns 200 for the start of a validation', () => ({
    answer: (reply, { operation }) =>
      operation === 'asyncValidate' && reply.status === 202 ? { ...reply, status: 200 } : reply,
  })),
  mutant('TA-12', 'returns 200 and a token for provision', () => ({
    answer: (reply, { operation }) =>
      operation === 'provision' && reply.status === 202 ? { ...reply, status: 200 } : reply,
  })),
  mutant('A-01', 'returns numbers as tokens', () => ({
    token: ({ count }) => String(4100 + count),
    answer: (reply) => (reply.status === 202 ? { ...reply, body: Number(reply.body) } : reply),
  })),
  mutant('X-08', 'returns a plain-text 500 for a termination request', () => ({
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning' ? { status: 500, body: { error: 'boom' } } : reply,
  })),
  mutant('X-07', 'returns a 501 without an error string for a termination request', () => ({
    termination: false,
    answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
  })),
  mutant('X-15', 'writes timestamps in a local format', () => ({
    finish: (end, { operation }) =>
      operation === 'updateacl'
        ? { ...end, logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }] }
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
];
