import { componentOf } from './descriptors.ts';
import { accepts, failed, isPoll, pause, slowTables } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody, type Job } from './server.ts';

/** Mutants that handle common requests correctly and fail on rare input, after a stop, or on a second read. */
export const edgeMutants: readonly Mutant[] = [
  mutant('X-12', 'treats a list in the list of names as its first name', () =>
    takingAmongRefs(Array.isArray),
  ),
  mutant('X-12', 'accepts an object in the list of names', () => takingAmongRefs(isBody)),
  mutant('TA-22', 'accepts the text false as a flag on unprovision', () => ({
    refuse: (call, found) =>
      isBody(call.input) && call.input['removeData'] === 'false'
        ? (accepts('unprovision', 'removeData').refuse?.(call, found) ?? found)
        : found,
  })),
  mutant('TA-21', 'requires removeData when there is an enriched descriptor', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'unprovision' && isBody(input) && 'latestEnrichedDescriptor' in input
        ? requiring('removeData', input, found)
        : found,
  })),
  mutant('TA-30', 'fails on a result message of several lines', () =>
    failingOnMessage((message) => message.includes('\n')),
  ),
  mutant('TA-30', 'fails on an empty result message', () => failingOnMessage((message) => message === '')),
  mutant('TA-27', 'returns the result of another task for a termination request', () => ({
    work: slowTables,
    ...tellingAnotherEnd(),
  })),
  mutant('TA-25', 'keeps a component locked whose provision was terminated', () => ({
    work: slowTables,
    ...lockingWhatWasStopped(),
  })),
  mutant('CO-07', 'reports RUNNING once after the task has finished', () => ({
    async answer(reply, { operation }) {
      if (isPoll(operation) && isBody(reply.body) && reply.body['status'] === 'RUNNING') await pause(2_000);
      return reply;
    },
  })),
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
