import { isOver, isPoll, overlookingOnce, pause, running, slowTables, whileAnotherRuns } from './habits.ts';
import type { Mutant } from './mutant.ts';
import type { Habits, Job } from './server.ts';

const ASKED = { timestamp: new Date().toISOString(), level: 'INFO', message: 'asked' };

/** Mutants whose state changes incorrectly over time. */
export const overTimeMutants: readonly Mutant[] = [
  {
    name: 'token-lost',
    class: 'sequence',
    defect: 'hands out a token that its status path does not know',
    caughtBy: 'A-02',
    habits: () => ({ find: (_job, { operation }) => (isPoll(operation) ? undefined : _job) }),
  },
  {
    name: 'token-known-late',
    class: 'sequence',
    defect: 'knows a token only some moments after it was handed out',
    caughtBy: 'A-02',
    habits: () => overlookingOnce(),
  },
  {
    name: 'token-not-decoded',
    class: 'sequence',
    defect: 'compares tokens with the path as it stands, still percent-encoded',
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
    defect: 'never ends a change of access',
    caughtBy: 'A-07',
    habits: () => ({ look: (seen, job) => (job.operation === 'updateacl' ? running : seen) }),
  },
  {
    name: 'flips-back',
    class: 'state over time',
    defect: 'goes back to RUNNING on the second look at an end',
    caughtBy: 'A-08',
    habits: () => ({ look: (seen, { readsAfter }) => (readsAfter > 1 ? { ...seen, ...running } : seen) }),
  },
  {
    name: 'reverse-flips-to-failed',
    class: 'state over time',
    defect: 'turns a completed reverse provisioning into a failed one when it is read again',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { kind, readsAfter }) =>
        kind === 'reverse' && readsAfter > 1 ? { ...seen, status: 'FAILED' } : seen,
    }),
  },
  {
    name: 'forgets-the-end',
    class: 'state over time',
    defect: 'forgets a task once its end has been read',
    caughtBy: 'A-09',
    habits: () => ({
      find: (job, { operation }) =>
        job !== undefined && isPoll(operation) && job.readsAfter > 0 ? undefined : job,
    }),
  },
  {
    name: 'forgets-what-runs',
    class: 'state over time',
    defect: 'forgets the changes of access that are still running when they have been looked at',
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
    defect: 'tells the information of an end on the first look only',
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
    defect: 'shows TERMINATING before it runs, though nobody asked',
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
    defect: 'ends as TERMINATED, though nobody asked',
    caughtBy: 'TA-28',
    habits: () => ({
      look: (seen, job) =>
        job.operation === 'updateacl' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    }),
  },
  {
    name: 'stops-what-it-declines-to-stop',
    class: 'state over time',
    defect: 'declines requests to stop, and stops the task all the same',
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
    defect: 'accepts a request to stop and goes on running to its natural end',
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
    defect: 'stays in TERMINATING after a request to stop',
    caughtBy: 'A-07',
    habits: () => ({
      work: slowTables,
      look: (seen) => (seen['status'] === 'TERMINATED' ? { ...seen, status: 'TERMINATING' } : seen),
    }),
  },
  {
    name: 'terminating-runs-again',
    class: 'state over time',
    defect: 'goes from TERMINATING back to RUNNING before it ends',
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
    defect: 'works on only while somebody polls',
    caughtBy: 'A-10',
    habits: () => ({
      look: (seen, { reads, kind }) => (isOver(seen) && kind === 'validation' && reads < 3 ? running : seen),
    }),
  },
  {
    name: 'answers-after-work',
    class: 'promptness',
    defect: 'answers with the token only after a long while',
    caughtBy: 'A-15',
    habits: () => ({
      answer: async (reply, { operation }) =>
        operation === 'provision' ? pause(2_500).then(() => reply) : reply,
    }),
  },
  {
    name: 'status-waits',
    class: 'promptness',
    defect: 'holds the answer about a state back for a long while',
    caughtBy: 'CO-07',
    habits: () => ({
      answer: async (reply, { operation }) =>
        operation === 'getReverseProvisioningStatus' ? pause(2_500).then(() => reply) : reply,
    }),
  },
  {
    name: 'flips-after-some-looks',
    class: 'state over time',
    defect: 'turns COMPLETED into FAILED on the fourth look at an end',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { readsAfter }) =>
        readsAfter > 3 && seen['status'] === 'COMPLETED' ? { ...seen, status: 'FAILED' } : seen,
    }),
  },
  {
    name: 'flips-after-a-while',
    class: 'state over time',
    defect: 'goes back to RUNNING some time after the end',
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
    defect: 'begins a change of access as TERMINATING',
    caughtBy: 'A-05',
    habits: () => ({
      look: (seen, { operation, reads }) =>
        operation === 'updateacl' && reads === 1 ? { status: 'TERMINATING' } : seen,
    }),
  },
  {
    name: 'acl-begins-and-ends-terminating',
    class: 'state over time',
    defect: 'stops every change of access as soon as it has begun',
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
    defect: 'says RUNNING of a provision that has ended while another one runs',
    caughtBy: 'A-08',
    habits: () => whileAnotherRuns(),
  },
  {
    name: 'ends-runs-and-ends',
    class: 'state over time',
    defect: 'says COMPLETED once, then RUNNING for a moment, then COMPLETED again',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { operation, readsAfter }) =>
        operation === 'unprovision' && isOver(seen) && readsAfter === 2 ? running : seen,
    }),
  },
  {
    name: 'logs-every-question',
    class: 'state over time',
    defect: 'adds a line to the logs of a finished task whenever somebody asks',
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
