import { componentOf } from './descriptors.ts';
import { type Body, type Habits, isBody, type Job, type Reply } from './server.ts';

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
/** Returns 2xx for a request that it should have rejected. */
export const accepts = (operation: string, field: string): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation ? found.filter((one) => one.field !== field) : found,
});
/** Reports what it removed only if the component was provisioned before. */
export function removingWhatIsThere(): Partial<Habits> {
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

export function failed(message: string): Body {
  return {
    status: 'FAILED',
    result: message,
    logs: [{ timestamp: new Date().toISOString(), level: 'ERROR', message }],
  };
}

/** Counts the jobs of one operation with the same input. */
export function counting(only: string, change: (end: Body, count: number) => Body): Partial<Habits> {
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

/** The same result for another resource, if a request is repeated. */
export const numbered = (end: Body, count: number): Body =>
  count > 1 ? JSON.parse(JSON.stringify(end).replaceAll(/("value":"[^"]+)"/g, `$1_${count}"`)) : end;

export function newest(jobs: ReadonlyMap<string, Job>, kind: string, own: Job): Job {
  return (
    [...jobs.values()].findLast((one) => one.kind === kind && performance.now() - one.startedAt > 60) ?? own
  );
}

/** How long a provision takes, in milliseconds. Large components leave time for a stop, even on a busy machine. */
export const slowTables = ({ operation, input }: Pick<Job, 'operation' | 'input'>): number =>
  operation === 'provision' && componentOf(input)?.endsWith(':warehouse-tables') === true ? 1_200 : 60;

/** How long an unread terminal state can keep others from finishing, in milliseconds. */
const UNTOLD = 1_500;

/** Reports a finished provision as RUNNING again until a client has read the terminal state of all others. */
export function whileAnotherRuns(): Partial<Habits> {
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

/** Every provision after a rejected one fails. */
export function failingAfterARefusal(): Partial<Habits> {
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
