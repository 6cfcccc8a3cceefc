import { type Body, componentOf, findingsIn, isBody, type Job } from './adapter.ts';
import type { Mutant } from './mutant.ts';

const isPoll = (operation: string): boolean => /^get.*Status$/.test(operation);
const isStart = (operation: string): boolean =>
  !isPoll(operation) && operation !== 'validate' && operation !== 'terminateProvisioning';
const isOver = (seen: Body): boolean =>
  ['COMPLETED', 'FAILED', 'TERMINATED'].includes(String(seen['status']));
const running = { status: 'RUNNING' };
/** Times of the last start, by the adapter's own clock. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Wrong in what happens over time, between tasks, and between operations. */
export const taskMutants: readonly Mutant[] = [
  {
    name: 'token-lost',
    class: 'sequence',
    crime: 'hands out a token that its status path does not know',
    caughtBy: 'A-02',
    habits: { find: (_job, { operation }) => (isPoll(operation) ? undefined : _job) },
  },
  {
    name: 'token-known-late',
    class: 'sequence',
    crime: 'knows a token only some moments after it was handed out',
    caughtBy: 'A-02',
    habits: overlookingOnce(),
  },
  {
    name: 'unprovision-token-lost',
    class: 'linkage between operations',
    crime: 'does not know the token of unprovision at the provision status path',
    caughtBy: 'TA-23',
    habits: { find: (job) => (job?.operation === 'unprovision' ? undefined : job) },
  },
  {
    name: 'token-not-decoded',
    class: 'sequence',
    crime: 'compares tokens with the path as it stands, still percent-encoded',
    caughtBy: 'A-03',
    habits: { decode: (text) => text },
  },
  {
    name: 'never-ends',
    class: 'state over time',
    crime: 'never leaves RUNNING',
    caughtBy: 'A-07',
    habits: { look: (seen) => (isOver(seen) ? { ...seen, ...running } : seen) },
  },
  {
    name: 'acl-never-ends',
    class: 'state over time',
    crime: 'never ends a change of access',
    caughtBy: 'A-07',
    habits: { look: (seen, job) => (job.operation === 'updateacl' ? running : seen) },
  },
  {
    name: 'flips-back',
    class: 'state over time',
    crime: 'goes back to RUNNING on the second look at an end',
    caughtBy: 'A-08',
    habits: { look: (seen, { readsAfter }) => (readsAfter > 1 ? { ...seen, ...running } : seen) },
  },
  {
    name: 'reverse-flips-to-failed',
    class: 'state over time',
    crime: 'turns a completed reverse provisioning into a failed one when it is read again',
    caughtBy: 'A-08',
    habits: {
      look: (seen, { kind, readsAfter }) =>
        kind === 'reverse' && readsAfter > 1 ? { ...seen, status: 'FAILED' } : seen,
    },
  },
  {
    name: 'forgets-the-end',
    class: 'state over time',
    crime: 'forgets a task once its end has been read',
    caughtBy: 'A-09',
    habits: {
      find: (job, { operation }) =>
        job !== undefined && isPoll(operation) && job.readsAfter > 0 ? undefined : job,
    },
  },
  {
    name: 'info-read-once',
    class: 'state over time',
    crime: 'tells the information of an end on the first look only',
    caughtBy: 'CO-04',
    habits: {
      look: (seen, { kind, readsAfter }) =>
        kind === 'provisioning' && readsAfter > 1 && seen['status'] === 'COMPLETED'
          ? { ...seen, info: undefined }
          : seen,
    },
  },
  {
    name: 'begins-terminating',
    class: 'state over time',
    crime: 'shows TERMINATING before it runs, though nobody asked',
    caughtBy: 'TA-28',
    habits: {
      look: (seen, job) =>
        job.kind === 'provisioning' && job.reads === 1 && job.operation === 'provision'
          ? { status: 'TERMINATING' }
          : seen,
    },
  },
  {
    name: 'terminated-unasked',
    class: 'state over time',
    crime: 'ends as TERMINATED, though nobody asked',
    caughtBy: 'TA-28',
    habits: {
      look: (seen, job) =>
        job.operation === 'updateacl' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    },
  },
  {
    name: 'validation-terminates',
    class: 'state over time',
    crime: 'ends a validation as TERMINATED',
    caughtBy: 'TA-02',
    habits: {
      look: (seen, job) =>
        job.kind === 'validation' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    },
  },
  {
    name: 'stop-ignored',
    class: 'state over time',
    crime: 'accepts a request to stop and goes on running to its natural end',
    caughtBy: 'TA-27',
    habits: {
      work: 300,
      look: (seen, job, now) => {
        if (job.stopAskedAt === undefined) return seen;
        return now - job.startedAt < 300 ? running : job.end;
      },
    },
  },
  {
    name: 'terminating-for-ever',
    class: 'state over time',
    crime: 'stays in TERMINATING after a request to stop',
    caughtBy: 'A-07',
    habits: {
      work: 300,
      look: (seen) => (seen['status'] === 'TERMINATED' ? { ...seen, status: 'TERMINATING' } : seen),
    },
  },
  {
    name: 'terminating-runs-again',
    class: 'state over time',
    crime: 'goes from TERMINATING back to RUNNING before it ends',
    caughtBy: 'A-06',
    habits: {
      work: 300,
      look: (seen, job) =>
        job.stopAskedAt !== undefined && job.reads === 2
          ? running
          : job.stopAskedAt !== undefined && job.reads === 1
            ? { status: 'TERMINATING' }
            : seen,
    },
  },
  {
    name: 'late-stop-rewrites',
    class: 'linkage between operations',
    crime: 'rewrites a completed provisioning to TERMINATED on a late request to stop',
    caughtBy: 'TA-29',
    habits: {
      work: 300,
      answer: (reply, { operation }, job) => {
        if (operation === 'terminateProvisioning' && job !== undefined) job.stopAskedAt ??= 0;
        return reply;
      },
    },
  },
  {
    name: 'stop-declined-now-and-then',
    class: 'linkage between operations',
    crime: 'declines termination with 501 for tasks that have ended, and accepts it for others',
    caughtBy: 'X-16',
    habits: {
      work: 300,
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && job !== undefined && job.stopAskedAt === undefined
          ? { status: 501, body: { error: 'not supported' } }
          : reply,
    },
  },
  {
    name: 'stop-not-found',
    class: 'linkage between operations',
    crime: 'answers a request to stop with 404 where termination is not supported',
    caughtBy: 'X-01',
    habits: {
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    },
  },
  {
    name: 'one-token-for-all',
    class: 'identity and isolation',
    crime: 'hands the same token to every caller',
    caughtBy: 'A-04',
    habits: { token: ({ kind }) => `${kind}-token` },
  },
  {
    name: 'token-by-descriptor',
    class: 'identity and isolation',
    crime: 'makes the token from the request, so that equal requests share it',
    caughtBy: 'A-04',
    habits: { token: ({ operation, input }) => `${operation}-${JSON.stringify(input).length}` },
  },
  {
    name: 'last-validation-wins',
    class: 'identity and isolation',
    crime: 'answers every validation with the outcome of the newest one',
    caughtBy: 'A-14',
    habits: {
      find: (job, _call, jobs) => (job?.kind === 'validation' ? newest(jobs, 'validation', job) : job),
    },
  },
  {
    name: 'kinds-share-tokens',
    class: 'identity and isolation',
    crime: 'accepts any token on any status path',
    caughtBy: 'A-13',
    habits: { find: (job, { token }, jobs) => job ?? jobs.get(token) },
  },
  {
    name: 'token-matched-loosely',
    class: 'identity and isolation',
    crime: 'finds a task by the beginning of the token',
    caughtBy: 'CO-09',
    habits: {
      find: (job, { token }, jobs) => job ?? [...jobs.values()].find((one) => token.startsWith(one.token)),
    },
  },
  {
    name: 'works-when-asked',
    class: 'state over time',
    crime: 'works on only while somebody polls',
    caughtBy: 'A-10',
    habits: {
      look: (seen, { reads, kind }) => (isOver(seen) && kind === 'validation' && reads < 4 ? running : seen),
    },
  },
  {
    name: 'validation-ignores-newest',
    class: 'linkage between operations',
    crime: 'finds nothing wrong in the asynchronous validation, whatever the synchronous one finds',
    caughtBy: 'CO-02',
    habits: {
      finish: (end, { operation }) =>
        operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: true } } } : end,
    },
  },
  {
    name: 'enriched-changes-validation',
    class: 'linkage between operations',
    crime: 'validates against the enriched descriptor',
    caughtBy: 'TA-19',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && input['latestEnrichedDescriptor'] !== undefined
          ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['already deployed'] } } } }
          : end,
    },
  },
  {
    name: 'enriched-refused',
    class: 'linkage between operations',
    crime: 'refuses an unprovision that carries the enriched descriptor',
    caughtBy: 'TA-18',
    habits: {
      refuse: ({ operation, input }, found) =>
        operation === 'unprovision' && isBody(input) && 'latestEnrichedDescriptor' in input
          ? [{ field: 'latestEnrichedDescriptor', message: 'not expected' }]
          : found,
    },
  },
  {
    name: 'unknown-component-provisioned',
    class: 'linkage between operations',
    crime: 'reports success for a component that the descriptor does not hold',
    caughtBy: 'TA-20',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'provision' && findingsIn(input).length > 0
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    },
  },
  {
    name: 'valid-then-refused',
    class: 'linkage between operations',
    crime: 'finds a descriptor valid and then refuses to provision it',
    caughtBy: 'TA-12',
    habits: {
      refuse: ({ operation }, found) =>
        operation === 'provision'
          ? [{ field: 'descriptor', message: 'the descriptor is not supported' }]
          : found,
    },
  },
  {
    name: 'invalid-then-provisioned',
    class: 'linkage between operations',
    crime: 'finds a descriptor invalid and provisions it all the same',
    caughtBy: 'CO-01',
    habits: {
      finish: (end, { operation }) => {
        const verdict = { valid: false, error: { errors: ['the schema is not known'] } };
        return operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: verdict } }
          : operation === 'validate'
            ? verdict
            : end;
      },
    },
  },
  {
    name: 'second-provision-fails',
    class: 'linkage between operations',
    crime: 'fails to provision what is provisioned already',
    caughtBy: 'TA-25',
    habits: counting('provision', (end, count) =>
      count > 2 && end['status'] === 'COMPLETED' ? failed('exists already') : end,
    ),
  },
  {
    name: 'second-grant-fails',
    class: 'linkage between operations',
    crime: 'fails when the same access list is set again',
    caughtBy: 'CO-03',
    habits: counting('updateacl', (end, count) => (count > 1 ? failed('already granted') : end)),
  },
  {
    name: 'nothing-to-remove-breaks',
    class: 'linkage between operations',
    crime: 'answers 500 when there is nothing to unprovision',
    caughtBy: 'TA-24',
    habits: {
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
    },
  },
  {
    name: 'removes-data-unasked',
    class: 'cross-field meaning',
    crime: 'removes data when removeData is left out',
    caughtBy: 'TA-21',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && input['removeData'] === undefined
          ? { ...end, result: 'data removed' }
          : end,
    },
  },
  {
    name: 'remove-data-required',
    class: 'negatives',
    crime: 'takes removeData for a required member',
    caughtBy: 'TA-21',
    habits: {
      refuse: ({ operation, input }, found) =>
        isStart(operation) && isBody(input) && 'descriptor' in input && !('removeData' in input)
          ? [...found, { field: 'removeData', message: 'removeData is required' }]
          : found,
    },
  },
  {
    name: 'answers-after-work',
    class: 'promptness',
    crime: 'answers with the token only after a long while',
    caughtBy: 'A-15',
    habits: {
      answer: async (reply, { operation }) =>
        operation === 'provision' ? pause(2_500).then(() => reply) : reply,
    },
  },
  {
    name: 'status-waits',
    class: 'promptness',
    crime: 'holds the answer about a state back for a long while',
    caughtBy: 'CO-07',
    habits: {
      answer: async (reply, { operation }) =>
        operation === 'getReverseProvisioningStatus' ? pause(2_500).then(() => reply) : reply,
    },
  },
  {
    name: 'stops-everything',
    class: 'identity and isolation',
    crime: 'ends all running work when one task is asked to stop',
    caughtBy: 'TA-28',
    habits: {
      work: 300,
      find(job, { operation }, jobs) {
        if (operation !== 'terminateProvisioning' || job === undefined) return job;
        const running = [...jobs.values()].filter(
          (one) => one.kind === 'provisioning' && performance.now() - one.startedAt < 300,
        );
        for (const one of running) one.stopAskedAt ??= performance.now();
        return job;
      },
    },
  },
  {
    name: 'flips-after-some-looks',
    class: 'state over time',
    crime: 'turns COMPLETED into FAILED on the fourth look at an end',
    caughtBy: 'A-08',
    habits: {
      look: (seen, { readsAfter }) =>
        readsAfter > 3 && seen['status'] === 'COMPLETED' ? { ...seen, status: 'FAILED' } : seen,
    },
  },
  {
    name: 'flips-after-a-while',
    class: 'state over time',
    crime: 'goes back to RUNNING some time after the end',
    caughtBy: 'A-08',
    habits: {
      look: (seen, job, now) => (job.kind === 'validation' && now - job.startedAt > 350 ? running : seen),
    },
  },
  {
    name: 'cannot-remove',
    class: 'linkage between operations',
    crime: 'fails to unprovision what it has provisioned',
    caughtBy: 'CO-10',
    habits: {
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && input['latestEnrichedDescriptor'] !== undefined
          ? failed('still in use')
          : end,
    },
  },
  {
    name: 'removes-data-that-is-there',
    class: 'cross-field meaning',
    crime: 'removes data when removeData is left out and there is some',
    caughtBy: 'TA-21',
    habits: removingWhatIsThere(),
  },
];

/** Says what it removed only where something was provisioned before. */
function removingWhatIsThere(): Mutant['habits'] {
  const there = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const name = componentOf(input) ?? '';
      if (operation === 'provision' && end['status'] === 'COMPLETED') there.add(name);
      if (operation !== 'unprovision' || !there.delete(name)) return end;
      return { ...end, result: input['removeData'] === false ? 'data kept' : 'data removed' };
    },
  };
}

/** Does not find a task when it is asked about it for the first time. */
function overlookingOnce(): Mutant['habits'] {
  const known = new Set<Job>();
  return {
    find(job, { operation }) {
      if (job === undefined || !isPoll(operation) || known.has(job)) return job;
      known.add(job);
      return undefined;
    },
  };
}

function failed(message: string): Body {
  return {
    status: 'FAILED',
    result: message,
    logs: [{ timestamp: new Date().toISOString(), level: 'ERROR', message }],
  };
}

/** Counts the work of one operation, by what was asked. */
function counting(only: string, change: (end: Body, count: number) => Body): Mutant['habits'] {
  const counts = new Map<string, number>();
  return {
    finish(end, { operation, input }) {
      if (operation !== only) return end;
      const key = String(input['descriptor'] ?? JSON.stringify(input['refs']));
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return change(end, count);
    },
  };
}

function newest(jobs: ReadonlyMap<string, Job>, kind: string, own: Job): Job {
  return (
    [...jobs.values()].findLast((one) => one.kind === kind && performance.now() - one.startedAt > 60) ?? own
  );
}
