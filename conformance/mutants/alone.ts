import { componentOf, findingsIn } from './descriptors.ts';
import { withBody } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Habits, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

const declined = refuse(400, ['not today']);

/** Treats malformed JSON as an empty request, and still rejects every other invalid request. */
const takingMalformedJson = (
  operation: string,
  taken: { status: number; body: unknown },
): Partial<Habits> => ({
  answer: (reply, call) => {
    const isSent = Number(call.headers['content-length'] ?? 0) > 0;
    const isJson = String(call.headers['content-type']).startsWith('application/json');
    return call.operation === operation && call.input === undefined && isSent && isJson ? taken : reply;
  },
});

/** Mutants with a single defect that tech adapters and data catalog plugins can share. */
export const sharedAloneMutants: readonly Mutant[] = [
  mutant('X-11', 'treats malformed JSON as an empty request', () =>
    takingMalformedJson('provision', { status: 202, body: 'taken-without-reading' }),
  ),
  mutant('X-05', 'omits errors when it rejects a request without descriptorKind', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && isBody(input) && input['descriptorKind'] === undefined && 'descriptor' in input
        ? { ...reply, body: { userMessage: 'The request cannot be accepted.' } }
        : reply,
  })),
  mutant('X-05', 'rejects with a list of one empty error', () => ({
    answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [''] }) : reply),
  })),
  mutant('X-02', 'returns the input as an object instead of text in an error', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && isBody(input) ? withBody(reply, { input }) : reply,
  })),
];

/** Remembers the components that it provisioned, and fails to unprovision any other component. */
function failingOverNothing(): Partial<Habits> {
  const there = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const name = componentOf(input) ?? '';
      if (operation === 'provision' && end['status'] === 'COMPLETED') there.add(name);
      if (operation !== 'unprovision' || end['status'] !== 'COMPLETED' || there.delete(name)) return end;
      const log = { timestamp: new Date().toISOString(), level: 'ERROR', message: 'there is nothing' };
      return { status: 'FAILED', result: 'there is nothing', logs: [log] };
    },
  };
}

/** Rejects a component that is deployed already. */
function deployingOnce(): Partial<Habits> {
  const there = new Set<string>();
  return {
    refuse({ operation, input }, found) {
      if (!isBody(input) || found.length > 0) return found;
      const name = componentOf(input) ?? '';
      if (operation === 'unprovision') there.delete(name);
      if (operation !== 'provision' || findingsIn(input).length > 0) return found;
      if (there.has(name)) return [{ field: 'descriptor', message: 'it is deployed already' }];
      there.add(name);
      return found;
    },
  };
}

/** Mutants with a single defect: each violates exactly one requirement. */
export const aloneMutants: readonly Mutant[] = [
  ...sharedAloneMutants,
  mutant('TA-01', 'rejects in the asynchronous validation what the synchronous one reports as valid', () => ({
    answer: (reply, { operation }) =>
      operation === 'asyncValidate' && reply.status === 202 ? declined : reply,
  })),
  mutant('TA-03', 'omits a positive verdict from a validation task', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && findingsIn(input).length === 0 ? { status: 'COMPLETED' } : end,
  })),
  mutant('TA-11', 'rejects in the synchronous validation what the asynchronous one reports as valid', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'validate' && reply.status === 200 && isBody(input) && findingsIn(input).length === 0
        ? declined
        : reply,
  })),
  mutant('TA-20', 'reports success for a component name that is not in the descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && componentOf(input) !== undefined && end['status'] === 'FAILED'
        ? { status: 'COMPLETED', result: 'done' }
        : end,
  })),
  mutant('TA-30', 'rejects an access request with more than one identity', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'updateacl' && reply.status < 300 && isBody(input) && manyIn(input['refs'])
        ? declined
        : reply,
  })),
  mutant('TA-28', 'returns TERMINATED for a change of access without a termination request', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'updateacl' && reply.status === 202
        ? { status: 200, body: { ...job?.end, status: 'TERMINATED' } }
        : reply,
  })),
  mutant('TA-34', 'crashes on a reverse provisioning', () => ({
    answer: (reply, { operation }) =>
      operation === 'runReverseProvisioning' && reply.status === 202 ? breakDown('no reader') : reply,
  })),
  mutant('TA-10', 'reports an empty descriptor as valid', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'validate' && isBody(input) && input['descriptor'] === ''
        ? { status: 200, body: { valid: true } }
        : reply,
  })),
  mutant('TA-24', 'fails to remove a component that was never provisioned', () => failingOverNothing()),
  mutant('TA-25', 'rejects a second deployment of the same component', () => deployingOnce()),
  mutant('TA-34', 'crashes on a reverse provisioning without optional fields', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'runReverseProvisioning' && reply.status === 202 && isBody(input) && !('params' in input)
        ? breakDown('no params')
        : reply,
  })),
];

function manyIn(refs: unknown): boolean {
  return Array.isArray(refs) && refs.length > 1;
}
