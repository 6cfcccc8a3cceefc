import { componentOf, findingsIn } from './descriptors.ts';
import { counting, failed, failingAfterARefusal, newest, numbered, slowTables, withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Habits, isBody, type Job } from './server.ts';

/** Mutants that confuse one task or operation with another. */
export const betweenTasksMutants: readonly Mutant[] = [
  {
    name: 'unprovision-token-lost',
    class: 'linkage between operations',
    defect: 'does not know the token of unprovision at the provision status path',
    caughtBy: 'TA-23',
    habits: () => ({ find: (job) => (job?.operation === 'unprovision' ? undefined : job) }),
  },
  {
    name: 'late-stop-rewrites',
    class: 'linkage between operations',
    defect: 'changes a completed provisioning to TERMINATED on a late termination request',
    caughtBy: 'TA-29',
    habits: () => ({
      work: 300,
      answer: (reply, { operation }, job) => {
        if (operation === 'terminateProvisioning' && job !== undefined) job.stopAskedAt ??= 0;
        return reply;
      },
    }),
  },
  {
    name: 'stop-declined-now-and-then',
    class: 'linkage between operations',
    defect: 'returns 501 for the termination of finished tasks, and accepts it for others',
    caughtBy: 'X-16',
    habits: () => ({
      work: slowTables,
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && job !== undefined && job.stopAskedAt === undefined
          ? { status: 501, body: { error: 'not supported' } }
          : reply,
    }),
  },
  {
    name: 'stop-not-found',
    class: 'linkage between operations',
    defect: 'returns 404 for a termination request when termination is not supported',
    caughtBy: 'X-01',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    }),
  },
  {
    name: 'one-token-for-all',
    class: 'identity and isolation',
    defect: 'returns the same token to every caller',
    caughtBy: 'A-04',
    habits: () => ({ token: ({ kind }) => `${kind}-token` }),
  },
  {
    name: 'token-by-descriptor',
    class: 'identity and isolation',
    defect: 'derives the token from the request, so that equal requests share it',
    caughtBy: 'A-04',
    habits: () => ({ token: ({ operation, input }) => `${operation}-${JSON.stringify(input).length}` }),
  },
  {
    name: 'last-validation-wins',
    class: 'identity and isolation',
    defect: 'returns the outcome of the newest validation for every validation',
    caughtBy: 'A-14',
    habits: () => ({
      find: (job, _call, jobs) => (job?.kind === 'validation' ? newest(jobs, 'validation', job) : job),
    }),
  },
  {
    name: 'kinds-share-tokens',
    class: 'identity and isolation',
    defect: 'accepts any token on any status path',
    caughtBy: 'A-13',
    habits: () => ({ find: (job, { token }, jobs) => job ?? jobs.get(token) }),
  },
  {
    name: 'token-matched-loosely',
    class: 'identity and isolation',
    defect: 'finds a task by the start of its token',
    caughtBy: 'CO-09',
    habits: () => ({
      find: (job, { token }, jobs) => job ?? [...jobs.values()].find((one) => token.startsWith(one.token)),
    }),
  },
  {
    name: 'validation-ignores-newest',
    class: 'linkage between operations',
    defect: 'never finds an error in the asynchronous validation',
    caughtBy: 'CO-02',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: true } } } : end,
    }),
  },
  {
    name: 'validation-task-knows-the-first-alone',
    class: 'linkage between operations',
    defect: 'reports a workload as invalid asynchronously, and as valid synchronously',
    caughtBy: 'CO-02',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && componentOf(input)?.endsWith(':daily-load') === true
          ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['no such kind'] } } } }
          : end,
    }),
  },
  {
    name: 'enriched-changes-validation',
    class: 'linkage between operations',
    defect: 'validates against the enriched descriptor',
    caughtBy: 'TA-19',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && input['latestEnrichedDescriptor'] !== undefined
          ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['already deployed'] } } } }
          : end,
    }),
  },
  {
    name: 'enriched-refused',
    class: 'linkage between operations',
    defect: 'rejects an unprovision with an enriched descriptor',
    caughtBy: 'TA-18',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'unprovision' && isBody(input) && 'latestEnrichedDescriptor' in input
          ? [{ field: 'latestEnrichedDescriptor', message: 'not expected' }]
          : found,
    }),
  },
  {
    name: 'unknown-component-provisioned',
    class: 'linkage between operations',
    defect: 'reports success for a component that is not in the descriptor',
    caughtBy: 'TA-20',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && findingsIn(input).length > 0
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    }),
  },
  {
    name: 'valid-then-refused',
    class: 'linkage between operations',
    defect: 'reports a descriptor as valid, and then rejects its provision',
    caughtBy: 'TA-12',
    habits: () => ({
      refuse: ({ operation }, found) =>
        operation === 'provision'
          ? [{ field: 'descriptor', message: 'the descriptor is not supported' }]
          : found,
    }),
  },
  {
    name: 'invalid-then-provisioned',
    class: 'linkage between operations',
    defect: 'reports a descriptor as invalid, and provisions it anyway',
    caughtBy: 'CO-01',
    habits: () => ({
      finish: (end, { operation }) => {
        const verdict = { valid: false, error: { errors: ['the schema is not known'] } };
        return operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: verdict } }
          : operation === 'validate'
            ? verdict
            : end;
      },
    }),
  },
  {
    name: 'second-provision-fails',
    class: 'linkage between operations',
    defect: 'fails to provision a component that is already provisioned',
    caughtBy: 'TA-25',
    habits: () =>
      counting('provision', (end, count) =>
        count > 1 && end['status'] === 'COMPLETED' ? failed('exists already') : end,
      ),
  },
  {
    name: 'second-provision-creates',
    class: 'linkage between operations',
    defect: 'creates another resource with a number in its name when a provision is repeated',
    caughtBy: 'TA-25',
    habits: () => counting('provision', numbered),
  },
  {
    name: 'second-grant-fails',
    class: 'linkage between operations',
    defect: 'fails when the same access list is set again',
    caughtBy: 'CO-03',
    habits: () => counting('updateacl', (end, count) => (count > 1 ? failed('already granted') : end)),
  },
  {
    name: 'nothing-to-remove-breaks',
    class: 'linkage between operations',
    defect: 'returns 500 for an unprovision of a component that is not provisioned',
    caughtBy: 'TA-24',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'unprovision' && reply.status === 202
          ? {
              status: 500,
              body: {
                error: 'no such resource',
                userMessage: 'x',
                moreInfo: { problems: [], solutions: [] },
              },
            }
          : reply,
    }),
  },
  {
    name: 'stops-everything',
    class: 'identity and isolation',
    defect: 'terminates all running work when one task is terminated',
    caughtBy: 'TA-28',
    habits: () => ({
      work: 2_500,
      find(job, { operation }, jobs) {
        if (operation !== 'terminateProvisioning' || job === undefined) return job;
        const running = [...jobs.values()].filter(
          (one) => one.kind === 'provisioning' && performance.now() - one.startedAt < 2_500,
        );
        for (const one of running) one.stopAskedAt ??= performance.now();
        return job;
      },
    }),
  },
  {
    name: 'stops-provisions-alone',
    class: 'linkage between operations',
    defect: 'does not know the tokens of other operations in termination requests',
    caughtBy: 'TA-29',
    habits: () => ({
      find: (job, { operation }) =>
        operation === 'terminateProvisioning' && job?.operation !== 'provision' ? undefined : job,
    }),
  },
  {
    name: 'updates-of-the-running-one',
    class: 'identity and isolation',
    defect: 'forgets the updates of a finished reverse provisioning when another one starts',
    caughtBy: 'A-08',
    habits: () => forgettingUpdates(),
  },
  {
    name: 'cannot-remove',
    class: 'linkage between operations',
    defect: 'fails to unprovision a component that it provisioned',
    caughtBy: 'CO-10',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && input['latestEnrichedDescriptor'] !== undefined
          ? failed('still in use')
          : end,
    }),
  },
  {
    name: 'stop-declined-while-running',
    class: 'linkage between operations',
    defect: 'returns 501 for the termination of running tasks, and 200 for finished ones',
    caughtBy: 'X-16',
    habits: () => ({
      work: slowTables,
      answer: (reply, { operation }, job) => {
        if (operation !== 'terminateProvisioning' || job === undefined) return reply;
        if (performance.now() - job.startedAt > slowTables(job)) return { status: 200, body: job.end };
        delete job.stopAskedAt;
        return { status: 501, body: { error: 'not supported' } };
      },
    }),
  },
  {
    name: 'stops-a-validation',
    class: 'identity and isolation',
    defect: 'accepts the token of a validation for the termination of a provision',
    caughtBy: 'A-13',
    habits: () => ({
      find: (job, { operation, token }, jobs) =>
        operation === 'terminateProvisioning' ? jobs.get(token) : job,
    }),
  },
  {
    name: 'fails-after-a-refusal',
    class: 'identity and isolation',
    defect: 'fails every provision after it rejected one',
    caughtBy: 'TA-25',
    habits: () => failingAfterARefusal(),
  },
];

function forgettingUpdates(): Partial<Habits> {
  let latest: Job | undefined;
  return {
    answer(reply, { operation }, job) {
      if (operation === 'runReverseProvisioning') latest = job;
      if (operation !== 'getReverseProvisioningStatus' || job === undefined || latest === undefined)
        return reply;
      return performance.now() - latest.startedAt < 60 ? withBody(reply, { updates: {} }) : reply;
    },
  };
}
