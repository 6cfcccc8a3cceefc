import { componentOf } from './descriptors.ts';
import { type Body, isBody } from './reply.ts';
import type { Habits, Job } from './server.ts';

const isPoll = (operation: string): boolean => /^get.*Status$/.test(operation);
export const isStart = (operation: string): boolean =>
  !isPoll(operation) && operation !== 'validate' && operation !== 'terminateProvisioning';
export const isOver = (seen: Body): boolean =>
  ['COMPLETED', 'FAILED', 'TERMINATED'].includes(String(seen['status']));
export const running = { status: 'RUNNING' };
type Where = (input: Body) => boolean;

/** Changes the responses of one operation. */
export const answering = (operation: string, change: Habits['answer']): Partial<Habits> => ({
  answer: (reply, call, job) => (call.operation === operation ? change(reply, call, job) : reply),
});

/** Changes the results of one operation. */
export const ending = (operation: string, change: (end: Body, input: Body) => Body): Partial<Habits> => ({
  finish: (end, job) => (job.operation === operation ? change(end, job.input) : end),
});

/** Fails tasks that should succeed. */
export const failing = (operation: string, where: Where): Partial<Habits> =>
  ending(operation, (end, input) => (where(input) ? failed('it broke') : end));

/** Accepts an invalid value of one field. */
export const taking = (operation: string, field: string, where: Where = () => true): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation && isBody(call.input) && where(call.input)
      ? found.filter((one) => one.field !== field)
      : found,
});

/** Rejects valid requests, with an error about one field. */
export const rejecting = (operation: string, field: string, where: Where = () => true): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation && isBody(call.input) && where(call.input)
      ? [...found, { field, message: `${field} is not accepted` }]
      : found,
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

/** How long a provision takes, in milliseconds. Large components leave time for a stop, even on a busy machine. */
export const slowTables = ({ operation, input }: Pick<Job, 'operation' | 'input'>): number =>
  operation === 'provision' && componentOf(input)?.endsWith(':warehouse-tables') === true ? 1_200 : 60;

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
