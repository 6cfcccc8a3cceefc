import { sharedAloneMutants } from '../alone.ts';
import { type Mutant, mutant } from '../mutant.ts';
import type { Habits, Job } from '../server.ts';
import { refuse } from '../tech-adapter.ts';

/** Milliseconds of a job, and of its early phase: a second poll follows soon, or later on a busy machine. */
const WORK = 900;
const YOUNG = 800;

/** Returns "not found" for one poll of a publication, after the first poll and before the task finishes. */
function blinking(): Partial<Habits> {
  const seen = new Map<Job, number>();
  return {
    work: WORK,
    find(job, { operation }) {
      if (job === undefined || operation !== 'getStatus') return job;
      const looks = (seen.get(job) ?? 0) + 1;
      seen.set(job, looks);
      return looks === 2 && performance.now() - job.startedAt < YOUNG ? undefined : job;
    },
  };
}

/** Mutants with a single defect: each violates exactly one requirement. */
export const aloneMutants: readonly Mutant[] = [
  ...sharedAloneMutants,
  mutant('X-01', 'returns 409 for an unknown component', () => ({
    answer: (reply, { operation, query }) =>
      operation === 'getEntityReference' && reply.status === 400 && (query.get('componentId') ?? '') !== ''
        ? refuse(409, ['there is no such component'])
        : reply,
  })),
  mutant('DC-05', 'does not know a publication for one poll while it runs', () => blinking()),
  mutant('X-07', 'returns a 501 without an error string at the status path', () => ({
    mode: 'sync',
    status: false,
    answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
  })),
  mutant('X-14', 'logs without a timestamp', () => ({
    finish: (end) => ('logs' in end ? { ...end, logs: [{ level: 'INFO', message: 'done' }] } : end),
  })),
];
