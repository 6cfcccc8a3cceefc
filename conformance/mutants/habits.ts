import { componentOf } from './descriptors.ts';
import type { Mutant } from './mutant.ts';
import { type Body, isBody, type Job, type Reply } from './server.ts';

export const isPoll = (operation: string): boolean => /^get.*Status$/.test(operation);
export const isStart = (operation: string): boolean =>
  !isPoll(operation) && operation !== 'validate' && operation !== 'terminateProvisioning';
export const isOver = (seen: Body): boolean =>
  ['COMPLETED', 'FAILED', 'TERMINATED'].includes(String(seen['status']));
export const running = { status: 'RUNNING' };
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const bodyOf = (reply: Reply): Body => (isBody(reply.body) ? reply.body : {});
export const withBody = (reply: Reply, change: Body): Reply => ({
  ...reply,
  body: { ...bodyOf(reply), ...change },
});
/** Answers 2xx where a request should have been refused. */
export const accepts = (operation: string, field: string): Mutant['habits'] => ({
  refuse: (call, found) =>
    call.operation === operation ? found.filter((one) => one.field !== field) : found,
});
/** Says what it removed only where something was provisioned before. */
export function removingWhatIsThere(): Mutant['habits'] {
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
export function overlookingOnce(): Mutant['habits'] {
  const known = new Set<Job>();
  return {
    find(job, { operation }) {
      if (job === undefined || !isPoll(operation) || known.has(job)) return job;
      known.add(job);
      return undefined;
    },
  };
}

export function failed(message: string): Body {
  return {
    status: 'FAILED',
    result: message,
    logs: [{ timestamp: new Date().toISOString(), level: 'ERROR', message }],
  };
}

/** Tells of a failure once, and of success from then on. */
export const healing: Mutant['habits'] = {
  look: (seen, { readsAfter }) =>
    seen['status'] === 'FAILED' && readsAfter > 1 ? { ...seen, status: 'COMPLETED' } : seen,
};

/** Counts the work of one operation, by what was asked. */
export function counting(only: string, change: (end: Body, count: number) => Body): Mutant['habits'] {
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

export function newest(jobs: ReadonlyMap<string, Job>, kind: string, own: Job): Job {
  return (
    [...jobs.values()].findLast((one) => one.kind === kind && performance.now() - one.startedAt > 60) ?? own
  );
}

/** Some components are large, in milliseconds: their provision can be stopped however busy the machine is. */
export const slowTables = ({ operation, input }: Pick<Job, 'operation' | 'input'>): number =>
  operation === 'provision' && componentOf(input)?.endsWith(':warehouse-tables') === true ? 1_200 : 60;

/** So long an end that nobody has asked for may keep others from ending, in milliseconds. */
const UNTOLD = 1_500;

/** Says RUNNING of every provision again, once its end was told, until the end of each other one was. */
export function whileAnotherRuns(): Mutant['habits'] {
  const provisions = new Set<Job>();
  const isOpen = (one: Job): boolean =>
    one.readsAfter === 0 && one.stopAskedAt === undefined && performance.now() - one.startedAt < UNTOLD;
  return {
    answer: (reply, { operation }, job) => {
      if (job !== undefined && operation === 'provision') provisions.add(job);
      const isHeld =
        operation === 'getStatus' &&
        job?.operation === 'provision' &&
        job.readsAfter > 1 &&
        [...provisions].some(isOpen);
      return isHeld && isBody(reply.body) && isOver(reply.body) ? { status: 200, body: running } : reply;
    },
  };
}

/** After one refusal nothing goes well any more. */
export function failingAfterARefusal(): Mutant['habits'] {
  let isBroken = false;
  return {
    refuse: ({ operation }, found) => {
      isBroken ||= operation === 'provision' && found.length > 0;
      return found;
    },
    finish: (end, { operation }) =>
      isBroken && operation === 'provision' ? failed('transaction aborted') : end,
  };
}
