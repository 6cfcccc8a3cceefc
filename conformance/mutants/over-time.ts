import { isOver, isPoll, overlookingOnce, pause, running, slowTables, whileAnotherRuns } from './habits.ts';
import type { Mutant } from './mutant.ts';
import type { Habits, Job } from './server.ts';

const ASKED = { timestamp: new Date().toISOString(), level: 'INFO', message: 'asked' };

/** Mutants whose state changes incorrectly over time. */
export const overTimeMutants: readonly Mutant[] = [
  {
    name: 'token-lost',
    class: 'sequence',
    defect: 'returns a token that its status path does not know',
    caughtBy: 'A-02',
    habits: () => ({ find: (_job, { operation }) => (isPoll(operation) ? undefined : _job) }),
  },
  {
    name: 'token-known-late',
    class: 'sequence',
    defect: 'knows a token only some time after it was returned',
    caughtBy: 'A-02',
    habits: () => overlookingOnce(),
  },
  {
    name: 'token-not-decoded',
    class: 'sequence',
    defect: 'compares tokens without decoding the path',
    caughtBy: 'A-03',
    habits: () => ({ decode: (text) => text }),
  },
  {
    name: 'never-ends',
    class: 'state over time',
    defect: 'never leaves RUNNING',
    caughtBy: 'A-07',
    habits: () => ({ look: (seen) => (isOver(seen) ? { ...seen, ...running } : seen) }),
  },
  {
    name: 'acl-never-ends',
    class: 'state over time',
    defect: 'never finishes a change of access',
    caughtBy: 'A-07',
    habits: () => ({ look: (seen, job) => (job.operation === 'updateacl' ? running : seen) }),
  },
  {
    name: 'flips-back',
    class: 'state over time',
    defect: 'returns to RUNNING on the second read of a finished task',
    caughtBy: 'A-08',
    habits: () => ({ look: (seen, { readsAfter }) => (readsAfter > 1 ? { ...seen, ...running } : seen) }),
  },
  {
    name: 'reverse-flips-to-failed',
    class: 'state over time',
    defect: 'changes a completed reverse provisioning to FAILED on the second read',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { kind, readsAfter }) =>
        kind === 'reverse' && readsAfter > 1 ? { ...seen, status: 'FAILED' } : seen,
    }),
  },
  {
    name: 'forgets-the-end',
    class: 'state over time',
    defect: 'forgets a task after its terminal state has been read',
    caughtBy: 'A-09',
    habits: () => ({
      find: (job, { operation }) =>
        job !== undefined && isPoll(operation) && job.readsAfter > 0 ? undefined : job,
    }),
  },
  {
    name: 'forgets-what-runs',
    class: 'state over time',
    defect: 'forgets running changes of access after the first poll',
    caughtBy: 'A-09',
    habits: () => ({
      work: 600,
      find: (job, { operation }) =>
        job?.operation === 'updateacl' && isPoll(operation) && job.reads > 0 && job.readsAfter === 0
          ? undefined
          : job,
    }),
  },
  {
    name: 'info-read-once',
    class: 'state over time',
    defect: 'returns the information of a finished task on the first read only',
    caughtBy: 'CO-04',
    habits: () => ({
      look: (seen, { kind, readsAfter }) =>
        kind === 'provisioning' && readsAfter > 1 && seen['status'] === 'COMPLETED'
          ? { ...seen, info: undefined }
          : seen,
    }),
  },
  {
    name: 'begins-terminating',
    class: 'state over time',
    defect: 'reports TERMINATING before RUNNING, without a termination request',
    caughtBy: 'A-05',
    habits: () => ({
      look: (seen, job) =>
        job.kind === 'provisioning' && job.reads === 1 && job.operation === 'provision'
          ? { status: 'TERMINATING' }
          : seen,
    }),
  },
  {
    name: 'terminated-unasked',
    class: 'state over time',
    defect: 'ends as TERMINATED without a termination request',
    caughtBy: 'TA-28',
    habits: () => ({
      look: (seen, job) =>
        job.operation === 'updateacl' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    }),
  },
  {
    name: 'stops-what-it-declines-to-stop',
    class: 'state over time',
    defect: 'returns 501 for termination requests, and terminates the task anyway',
    caughtBy: 'A-05',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning'
          ? { status: 501, body: { error: 'termination is not supported' } }
          : reply,
    }),
  },
  {
    name: 'validation-terminates',
    class: 'state over time',
    defect: 'ends a validation as TERMINATED',
    caughtBy: 'TA-02',
    habits: () => ({
      look: (seen, job) =>
        job.kind === 'validation' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    }),
  },
  {
    name: 'stop-ignored',
    class: 'state over time',
    defect: 'accepts a termination request and completes the task anyway',
    caughtBy: 'TA-27',
    habits: () => ({
      work: slowTables,
      look: (seen, job, now) => {
        if (job.stopAskedAt === undefined) return seen;
        return now - job.startedAt < slowTables(job) ? running : job.end;
      },
    }),
  },
  {
    name: 'terminating-for-ever',
    class: 'state over time',
    defect: 'stays in TERMINATING after a termination request',
    caughtBy: 'A-07',
    habits: () => ({
      work: slowTables,
      look: (seen) => (seen['status'] === 'TERMINATED' ? { ...seen, status: 'TERMINATING' } : seen),
    }),
  },
  {
    name: 'terminating-runs-again',
    class: 'state over time',
    defect: 'returns from TERMINATING to RUNNING before it finishes',
    caughtBy: 'A-06',
    habits: () => ({
      work: slowTables,
      look: (seen, job) =>
        job.stopAskedAt !== undefined && job.reads === 2
          ? running
          : job.stopAskedAt !== undefined && job.reads === 1
            ? { status: 'TERMINATING' }
            : seen,
    }),
  },
  {
    name: 'works-when-asked',
    class: 'state over time',
    defect: 'makes progress only while it is polled',
    caughtBy: 'A-10',
    habits: () => ({
      look: (seen, { reads, kind }) => (isOver(seen) && kind === 'validation' && reads < 3 ? running : seen),
    }),
  },
  {
    name: 'answers-after-work',
    class: 'promptness',
    defect: 'returns the token only after a long time',
    caughtBy: 'A-15',
    habits: () => ({
      answer: async (reply, { operation }) =>
        operation === 'provision' ? pause(2_500).then(() => reply) : reply,
    }),
  },
  {
    name: 'status-waits',
    class: 'promptness',
    defect: 'delays the response to a poll for a long time',
    caughtBy: 'CO-07',
    habits: () => ({
      answer: async (reply, { operation }) =>
        operation === 'getReverseProvisioningStatus' ? pause(2_500).then(() => reply) : reply,
    }),
  },
  {
    name: 'flips-after-some-looks',
    class: 'state over time',
    defect: 'changes COMPLETED to FAILED on the fourth read',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { readsAfter }) =>
        readsAfter > 3 && seen['status'] === 'COMPLETED' ? { ...seen, status: 'FAILED' } : seen,
    }),
  },
  {
    name: 'flips-after-a-while',
    class: 'state over time',
    defect: 'returns to RUNNING some time after a terminal state',
    caughtBy: 'A-08',
    habits: () => flippingAfter(250),
  },
  {
    name: 'reverse-missing',
    class: 'sequence',
    defect: 'has no reverse provisioning',
    caughtBy: 'TA-34',
    habits: () => ({
      answer: (reply, { operation }) =>
        /everse/.test(operation) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    }),
  },
  {
    name: 'acl-begins-terminating',
    class: 'state over time',
    defect: 'starts a change of access as TERMINATING',
    caughtBy: 'A-05',
    habits: () => ({
      look: (seen, { operation, reads }) =>
        operation === 'updateacl' && reads === 1 ? { status: 'TERMINATING' } : seen,
    }),
  },
  {
    name: 'acl-begins-and-ends-terminating',
    class: 'state over time',
    defect: 'terminates every change of access at its start',
    caughtBy: 'A-05',
    habits: () => ({
      look: (seen, { operation, reads }) =>
        operation === 'updateacl' ? { status: reads === 1 ? 'TERMINATING' : 'TERMINATED' } : seen,
    }),
  },
  {
    name: 'reverse-terminates',
    class: 'state over time',
    defect: 'ends a reverse provisioning as TERMINATED',
    caughtBy: 'TA-36',
    habits: () => ({
      look: (seen, { kind }) =>
        kind === 'reverse' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    }),
  },
  {
    name: 'validates-only-as-a-task',
    class: 'sequence',
    defect: 'has no synchronous validation',
    caughtBy: 'TA-11',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'validate' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    }),
  },
  {
    name: 'one-state-for-all',
    class: 'state over time',
    defect: 'reports RUNNING for a finished provision while another one runs',
    caughtBy: 'A-08',
    habits: () => whileAnotherRuns(),
  },
  {
    name: 'ends-runs-and-ends',
    class: 'state over time',
    defect: 'reports COMPLETED once, then RUNNING for a short time, then COMPLETED again',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { operation, readsAfter }) =>
        operation === 'unprovision' && isOver(seen) && readsAfter === 2 ? running : seen,
    }),
  },
  {
    name: 'logs-every-question',
    class: 'state over time',
    defect: 'adds a line to the logs of a finished task on every read',
    caughtBy: 'CO-04',
    habits: () => ({
      look: (seen, { readsAfter }) =>
        isOver(seen) && Array.isArray(seen['logs'])
          ? { ...seen, logs: [...seen['logs'], ...Array.from({ length: readsAfter }, () => ASKED)] }
          : seen,
    }),
  },
];

/** @param rest Milliseconds that a terminal state stays stable after the first client has read it. */
function flippingAfter(rest: number): Partial<Habits> {
  const told = new Map<Job, number>();
  return {
    look: (seen, job, now) => {
      if (job.kind !== 'validation' || !isOver(seen)) return seen;
      const since = told.get(job) ?? now;
      told.set(job, since);
      return now - since > rest ? running : seen;
    },
  };
}
