import { componentOf } from './descriptors.ts';
import { accepts, failed, healing, isPoll, pause, slowTables } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody, type Job } from './server.ts';

/** Mutants that handle common requests correctly and fail on rare input, after a stop, or on a second read. */
export const edgeMutants: readonly Mutant[] = [
  {
    name: 'list-among-names',
    class: 'negatives',
    defect: 'treats a list in the list of names as its first name',
    caughtBy: 'X-12',
    habits: () => takingAmongRefs(Array.isArray),
  },
  {
    name: 'object-among-names',
    class: 'negatives',
    defect: 'accepts an object in the list of names',
    caughtBy: 'X-12',
    habits: () => takingAmongRefs(isBody),
  },
  {
    name: 'false-in-quotes',
    class: 'negatives',
    defect: 'accepts the text false as a flag on unprovision',
    caughtBy: 'TA-22',
    habits: () => ({
      refuse: (call, found) =>
        isBody(call.input) && call.input['removeData'] === 'false'
          ? (accepts('unprovision', 'removeData').refuse?.(call, found) ?? found)
          : found,
    }),
  },
  {
    name: 'remove-data-required-beside-enriched',
    class: 'cross-field meaning',
    defect: 'requires removeData when there is an enriched descriptor',
    caughtBy: 'TA-21',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'unprovision' && isBody(input) && 'latestEnrichedDescriptor' in input
          ? requiring('removeData', input, found)
          : found,
    }),
  },
  {
    name: 'message-of-one-line',
    class: 'negatives',
    defect: 'fails on a result message of several lines',
    caughtBy: 'TA-30',
    habits: () => failingOnMessage((message) => message.includes('\n')),
  },
  {
    name: 'message-that-says-something',
    class: 'negatives',
    defect: 'fails on an empty result message',
    caughtBy: 'TA-30',
    habits: () => failingOnMessage((message) => message === ''),
  },
  {
    name: 'stop-told-of-another',
    class: 'linkage between operations',
    defect: 'returns the result of another task for a termination request',
    caughtBy: 'TA-27',
    habits: () => ({ work: slowTables, ...tellingAnotherEnd() }),
  },
  {
    name: 'stop-leaves-a-lock',
    class: 'state over time',
    defect: 'keeps a component locked whose provision was terminated',
    caughtBy: 'TA-25',
    habits: () => ({ work: slowTables, ...lockingWhatWasStopped() }),
  },
  {
    name: 'failure-heals',
    class: 'state over time',
    defect: 'returns COMPLETED for a failed task from the second read on',
    caughtBy: 'A-08',
    habits: () => healing,
  },
  {
    name: 'holds-every-question',
    class: 'promptness',
    defect: 'reports RUNNING once after the task has finished',
    caughtBy: 'CO-07',
    habits: () => ({
      async answer(reply, { operation }) {
        if (isPoll(operation) && isBody(reply.body) && reply.body['status'] === 'RUNNING') await pause(2_000);
        return reply;
      },
    }),
  },
  {
    name: 'marked-json',
    class: 'shape',
    defect: 'starts its JSON with a byte order mark',
    caughtBy: 'X-03',
    habits: () => ({
      answer: (reply) =>
        reply.body === undefined ? reply : { ...reply, raw: `\uFEFF${JSON.stringify(reply.body)}` },
    }),
  },
];

/** Accepts refs that are not strings. */
function takingAmongRefs(isTaken: (ref: unknown) => boolean): Partial<Habits> {
  return {
    refuse: ({ operation, input }, found) => {
      const refs = operation === 'updateacl' && isBody(input) ? input['refs'] : undefined;
      return Array.isArray(refs) && refs.every((ref: unknown) => typeof ref === 'string' || isTaken(ref))
        ? found.filter(({ field }) => field !== 'refs.0' || !refs.some(isTaken))
        : found;
    },
  };
}

function requiring(field: string, input: Body, found: { field: string; message: string }[]) {
  return input[field] === undefined ? [...found, { field, message: `${field} is required` }] : found;
}

function failingOnMessage(isBad: (message: string) => boolean): Partial<Habits> {
  return {
    finish: (end, { operation, input }) => {
      const info = input['provisionInfo'];
      return operation === 'updateacl' && isBody(info) && isBad(String(info['result']))
        ? failed('no such message')
        : end;
    },
  };
}

function tellingAnotherEnd(): Partial<Habits> {
  const seen = new Set<Job>();
  return {
    answer: (reply, { operation }, job) => {
      if (job?.kind === 'provisioning') seen.add(job);
      const other = [...seen].find((one) => one !== job && one.end['status'] === 'COMPLETED');
      return operation === 'terminateProvisioning' && reply.status === 200 && other !== undefined
        ? { ...reply, body: other.end }
        : reply;
    },
  };
}

function lockingWhatWasStopped(): Partial<Habits> {
  const locked = new Set<string>();
  return {
    answer: (reply, _call, job) => {
      if (job?.stopAskedAt !== undefined) locked.add(componentOf(job.input) ?? '');
      return reply;
    },
    finish: (end, { operation, input }) =>
      operation === 'provision' && locked.has(componentOf(input) ?? '') ? failed('locked by a task') : end,
  };
}
