import { isOver, isPoll, running, slowTables, whileAnotherRuns } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import type { Habits, Job } from './server.ts';

const ASKED = { timestamp: new Date().toISOString(), level: 'INFO', message: 'asked' };

/** Mutants whose state changes incorrectly over time. */
export const overTimeMutants: readonly Mutant[] = [
  mutant('A-03', 'compares tokens without decoding the path', () => ({ decode: (text) => text })),
  mutant('A-09', 'forgets running changes of access after the first poll', () => ({
    work: 600,
    find: (job, { operation }) =>
      job?.operation === 'updateacl' && isPoll(operation) && job.reads > 0 && job.readsAfter === 0
        ? undefined
        : job,
  })),
  mutant('TA-28', 'ends as TERMINATED without a termination request', () => ({
    look: (seen, job) =>
      job.operation === 'updateacl' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
  })),
  mutant('A-05', 'returns 501 for termination requests, and terminates the task anyway', () => ({
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning'
        ? { status: 501, body: { error: 'termination is not supported' } }
        : reply,
  })),
  mutant('TA-02', 'ends a validation as TERMINATED', () => ({
    look: (seen, job) =>
      job.kind === 'validation' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
  })),
  mutant('TA-27', 'accepts a termination request and completes the task anyway', () => ({
    work: slowTables,
    look: (seen, job, now) => {
      if (job.stopAskedAt === undefined) return seen;
      return now - job.startedAt < slowTables(job) ? running : job.end;
    },
  })),
  mutant('A-07', 'stays in TERMINATING after a termination request', () => ({
    work: slowTables,
    look: (seen) => (seen['status'] === 'TERMINATED' ? { ...seen, status: 'TERMINATING' } : seen),
  })),
  mutant('A-06', 'returns from TERMINATING to RUNNING before it finishes', () => ({
    work: slowTables,
    look: (seen, job) =>
      job.stopAskedAt !== undefined && job.reads === 2
        ? running
        : job.stopAskedAt !== undefined && job.reads === 1
          ? { status: 'TERMINATING' }
          : seen,
  })),
  mutant('A-08', 'returns to RUNNING some time after a terminal state', () => flippingAfter(250)),
  mutant('TA-34', 'has no reverse provisioning', () => ({
    answer: (reply, { operation }) =>
      /everse/.test(operation) ? { status: 404, body: { detail: 'Not Found' } } : reply,
  })),
  mutant('A-05', 'terminates every change of access at its start', () => ({
    look: (seen, { operation, reads }) =>
      operation === 'updateacl' ? { status: reads === 1 ? 'TERMINATING' : 'TERMINATED' } : seen,
  })),
  mutant('TA-36', 'ends a reverse provisioning as TERMINATED', () => ({
    look: (seen, { kind }) => (kind === 'reverse' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen),
  })),
  mutant('TA-11', 'has no synchronous validation', () => ({
    answer: (reply, { operation }) =>
      operation === 'validate' ? { status: 404, body: { detail: 'Not Found' } } : reply,
  })),
  mutant('A-08', 'reports RUNNING for a finished provision while another one runs', () => whileAnotherRuns()),
  mutant('A-08', 'reports COMPLETED once, then RUNNING for a short time, then COMPLETED again', () => ({
    look: (seen, { operation, readsAfter }) =>
      operation === 'unprovision' && isOver(seen) && readsAfter === 2 ? running : seen,
  })),
  mutant('CO-04', 'adds a line to the logs of a finished task on every read', () => ({
    look: (seen, { readsAfter }) =>
      isOver(seen) && Array.isArray(seen['logs'])
        ? { ...seen, logs: [...seen['logs'], ...Array.from({ length: readsAfter }, () => ASKED)] }
        : seen,
  })),
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
