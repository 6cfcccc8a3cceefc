import { componentOf, findingsIn } from './descriptors.ts';
import { counting, failed, failingAfterARefusal, newest, numbered, slowTables, withBody } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Habits, isBody, type Job } from './server.ts';

/** Mutants that confuse one task or operation with another. */
export const betweenTasksMutants: readonly Mutant[] = [
  mutant('TA-23', 'does not know the token of unprovision at the provision status path', () => ({
    find: (job) => (job?.operation === 'unprovision' ? undefined : job),
  })),
  mutant('TA-29', 'changes a completed provisioning to TERMINATED on a late termination request', () => ({
    work: 300,
    answer: (reply, { operation }, job) => {
      if (operation === 'terminateProvisioning' && job !== undefined) job.stopAskedAt ??= 0;
      return reply;
    },
  })),
  mutant('X-16', 'returns 501 for the termination of finished tasks, and accepts it for others', () => ({
    work: slowTables,
    answer: (reply, { operation }, job) =>
      operation === 'terminateProvisioning' && job !== undefined && job.stopAskedAt === undefined
        ? { status: 501, body: { error: 'not supported' } }
        : reply,
  })),
  mutant('X-01', 'returns 404 for a termination request when termination is not supported', () => ({
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning' ? { status: 404, body: { detail: 'Not Found' } } : reply,
  })),
  mutant('A-04', 'derives the token from the request, so that equal requests share it', () => ({
    token: ({ operation, input }) => `${operation}-${JSON.stringify(input).length}`,
  })),
  mutant('A-14', 'returns the outcome of the newest validation for every validation', () => ({
    find: (job, _call, jobs) => (job?.kind === 'validation' ? newest(jobs, 'validation', job) : job),
  })),
  mutant('CO-09', 'finds a task by the start of its token', () => ({
    find: (job, { token }, jobs) => job ?? [...jobs.values()].find((one) => token.startsWith(one.token)),
  })),
  mutant('CO-02', 'never finds an error in the asynchronous validation', () => ({
    finish: (end, { operation }) =>
      operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: true } } } : end,
  })),
  mutant('CO-02', 'reports a workload as invalid asynchronously, and as valid synchronously', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && componentOf(input)?.endsWith(':daily-load') === true
        ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['no such kind'] } } } }
        : end,
  })),
  mutant('TA-19', 'validates against the enriched descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && input['latestEnrichedDescriptor'] !== undefined
        ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['already deployed'] } } } }
        : end,
  })),
  mutant('TA-18', 'rejects an unprovision with an enriched descriptor', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'unprovision' && isBody(input) && 'latestEnrichedDescriptor' in input
        ? [{ field: 'latestEnrichedDescriptor', message: 'not expected' }]
        : found,
  })),
  mutant('TA-20', 'reports success for a component that is not in the descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && findingsIn(input).length > 0
        ? { status: 'COMPLETED', result: 'done' }
        : end,
  })),
  mutant('TA-12', 'reports a descriptor as valid, and then rejects its provision', () => ({
    refuse: ({ operation }, found) =>
      operation === 'provision'
        ? [{ field: 'descriptor', message: 'the descriptor is not supported' }]
        : found,
  })),
  mutant('CO-01', 'reports a descriptor as invalid, and provisions it anyway', () => ({
    finish: (end, { operation }) => {
      const verdict = { valid: false, error: { errors: ['the schema is not known'] } };
      return operation === 'asyncValidate'
        ? { ...end, info: { publicInfo: verdict } }
        : operation === 'validate'
          ? verdict
          : end;
    },
  })),
  mutant('TA-25', 'fails to provision a component that is already provisioned', () =>
    counting('provision', (end, count) =>
      count > 1 && end['status'] === 'COMPLETED' ? failed('exists already') : end,
    ),
  ),
  mutant('TA-25', 'creates another resource with a number in its name when a provision is repeated', () =>
    counting('provision', numbered),
  ),
  mutant('CO-03', 'fails when the same access list is set again', () =>
    counting('updateacl', (end, count) => (count > 1 ? failed('already granted') : end)),
  ),
  mutant('TA-24', 'returns 500 for an unprovision of a component that is not provisioned', () => ({
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
  })),
  mutant('TA-28', 'terminates all running work when one task is terminated', () => ({
    work: 2_500,
    find(job, { operation }, jobs) {
      if (operation !== 'terminateProvisioning' || job === undefined) return job;
      const running = [...jobs.values()].filter(
        (one) => one.kind === 'provisioning' && performance.now() - one.startedAt < 2_500,
      );
      for (const one of running) one.stopAskedAt ??= performance.now();
      return job;
    },
  })),
  mutant('TA-29', 'does not know the tokens of other operations in termination requests', () => ({
    find: (job, { operation }) =>
      operation === 'terminateProvisioning' && job?.operation !== 'provision' ? undefined : job,
  })),
  mutant('A-08', 'forgets the updates of a finished reverse provisioning when another one starts', () =>
    forgettingUpdates(),
  ),
  mutant('CO-10', 'fails to unprovision a component that it provisioned', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && input['latestEnrichedDescriptor'] !== undefined
        ? failed('still in use')
        : end,
  })),
  mutant('X-16', 'returns 501 for the termination of running tasks, and 200 for finished ones', () => ({
    work: slowTables,
    answer: (reply, { operation }, job) => {
      if (operation !== 'terminateProvisioning' || job === undefined) return reply;
      if (performance.now() - job.startedAt > slowTables(job)) return { status: 200, body: job.end };
      delete job.stopAskedAt;
      return { status: 501, body: { error: 'not supported' } };
    },
  })),
  mutant('A-13', 'accepts the token of a validation for the termination of a provision', () => ({
    find: (job, { operation, token }, jobs) =>
      operation === 'terminateProvisioning' ? jobs.get(token) : job,
  })),
  mutant('TA-25', 'fails every provision after it rejected one', () => failingAfterARefusal()),
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
