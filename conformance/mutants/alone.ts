import { componentOf, findingsIn } from './descriptors.ts';
import { withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Habits, isBody, type Job } from './server.ts';
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

/** Accepts a request without the member, and still rejects an invalid value. */
export const withoutAsking = (operation: string, field: string): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation && isBody(call.input) && call.input[field] === undefined
      ? found.filter((one) => one.field !== field)
      : found,
});

/** Returns "not found" for the first poll of a validation. */
function overlookingValidations(): Partial<Habits> {
  const known = new Set<Job>();
  return {
    find(job) {
      if (job === undefined || job.kind !== 'validation' || known.has(job)) return job;
      known.add(job);
      return undefined;
    },
  };
}

/** Mutants with a single defect that tech adapters and data catalog plugins can share. */
export const sharedAloneMutants: readonly Mutant[] = [
  {
    name: 'malformed-json-taken',
    class: 'negatives',
    defect: 'treats malformed JSON as an empty request',
    caughtBy: 'X-11',
    habits: () => takingMalformedJson('provision', { status: 202, body: 'taken-without-reading' }),
  },
  {
    name: 'validation-token-late',
    class: 'sequence',
    defect: 'knows the token of a validation only from the second poll on',
    caughtBy: 'A-02',
    habits: () => overlookingValidations(),
  },
  {
    name: 'missing-kind-refused-without-errors',
    class: 'shape',
    defect: 'omits errors when it rejects a request without descriptorKind',
    caughtBy: 'X-05',
    habits: () => ({
      answer: (reply, { input }) =>
        reply.status === 400 &&
        isBody(input) &&
        input['descriptorKind'] === undefined &&
        'descriptor' in input
          ? { ...reply, body: { userMessage: 'The request cannot be accepted.' } }
          : reply,
    }),
  },
  {
    name: 'errors-say-nothing',
    class: 'shape',
    defect: 'rejects with a list of one empty error',
    caughtBy: 'X-05',
    habits: () => ({
      answer: (reply) => (reply.status === 400 ? withBody(reply, { errors: [''] }) : reply),
    }),
  },
  {
    name: 'input-is-the-request',
    class: 'shape',
    defect: 'returns the input as an object instead of text in an error',
    caughtBy: 'X-02',
    habits: () => ({
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input) ? withBody(reply, { input }) : reply,
    }),
  },
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
  {
    name: 'validation-declined',
    class: 'linkage between operations',
    defect: 'rejects in the asynchronous validation what the synchronous one reports as valid',
    caughtBy: 'TA-01',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'asyncValidate' && reply.status === 202 ? declined : reply,
    }),
  },
  {
    name: 'verdict-left-out-when-good',
    class: 'cross-field meaning',
    defect: 'omits a positive verdict from a validation task',
    caughtBy: 'TA-03',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length === 0 ? { status: 'COMPLETED' } : end,
    }),
  },
  {
    name: 'kind-of-any-name',
    class: 'negatives',
    defect: 'accepts any word as a descriptorKind',
    caughtBy: 'TA-09',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && typeof input['descriptorKind'] === 'string'
          ? found.filter(({ field }) => field !== 'descriptorKind')
          : found,
    }),
  },
  {
    name: 'sync-validation-declined',
    class: 'linkage between operations',
    defect: 'rejects in the synchronous validation what the asynchronous one reports as valid',
    caughtBy: 'TA-11',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && reply.status === 200 && isBody(input) && findingsIn(input).length === 0
          ? declined
          : reply,
    }),
  },
  {
    name: 'component-of-any-name',
    class: 'linkage between operations',
    defect: 'reports success for a component name that is not in the descriptor',
    caughtBy: 'TA-20',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && componentOf(input) !== undefined && end['status'] === 'FAILED'
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    }),
  },
  {
    name: 'grants-one-by-one',
    class: 'negatives',
    defect: 'rejects an access request with more than one identity',
    caughtBy: 'TA-30',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'updateacl' && reply.status < 300 && isBody(input) && manyIn(input['refs'])
          ? declined
          : reply,
    }),
  },
  {
    name: 'access-change-gives-up',
    class: 'state over time',
    defect: 'returns TERMINATED for a change of access without a termination request',
    caughtBy: 'TA-28',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'updateacl' && reply.status === 202
          ? { status: 200, body: { ...job?.end, status: 'TERMINATED' } }
          : reply,
    }),
  },
  {
    name: 'refs-left-out',
    class: 'negatives',
    defect: 'changes access without an identity',
    caughtBy: 'TA-31',
    habits: () => withoutAsking('updateacl', 'refs'),
  },
  {
    name: 'reverse-breaks',
    class: 'linkage between operations',
    defect: 'crashes on a reverse provisioning',
    caughtBy: 'TA-34',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'runReverseProvisioning' && reply.status === 202 ? breakDown('no reader') : reply,
    }),
  },
  {
    name: 'empty-is-valid',
    class: 'negatives',
    defect: 'reports an empty descriptor as valid',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && isBody(input) && input['descriptor'] === ''
          ? { status: 200, body: { valid: true } }
          : reply,
    }),
  },
  {
    name: 'nothing-to-remove-fails',
    class: 'state over time',
    defect: 'fails to remove a component that was never provisioned',
    caughtBy: 'TA-24',
    habits: () => failingOverNothing(),
  },
  {
    name: 'deploys-once',
    class: 'state over time',
    defect: 'rejects a second deployment of the same component',
    caughtBy: 'TA-25',
    habits: () => deployingOnce(),
  },
  {
    name: 'reverse-needs-what-is-optional',
    class: 'negatives',
    defect: 'crashes on a reverse provisioning without optional fields',
    caughtBy: 'TA-34',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'runReverseProvisioning' &&
        reply.status === 202 &&
        isBody(input) &&
        !('params' in input)
          ? breakDown('no params')
          : reply,
    }),
  },
  {
    name: 'environment-left-out',
    class: 'negatives',
    defect: 'accepts a reverse provisioning without an environment',
    caughtBy: 'TA-35',
    habits: () => withoutAsking('runReverseProvisioning', 'environment'),
  },
];

function manyIn(refs: unknown): boolean {
  return Array.isArray(refs) && refs.length > 1;
}
