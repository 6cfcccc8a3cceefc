import { findingsIn, readYaml } from './descriptors.ts';
import { failed, pause, slowTables } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody, type Job } from './server.ts';
import { breakDown } from './tech-adapter.ts';

const TRACE =
  'Traceback (most recent call last):\n  File "/app/routes.py", line 41, in check\nValueError: no';

/** Mutants by an author who had not seen the checks. At that time, no check caught them. */
export const blindMutants: readonly Mutant[] = [
  {
    name: 'token-in-any-capitals',
    class: 'identity and isolation',
    defect: 'finds a task by its token whatever the capitals, as some columns of databases do',
    caughtBy: 'CO-09',
    habits: () => findingTokens((known, asked) => known.toLowerCase() === asked.toLowerCase()),
  },
  {
    name: 'token-trimmed',
    class: 'identity and isolation',
    defect: 'cuts blanks off a token before it looks for the task',
    caughtBy: 'CO-09',
    habits: () => findingTokens((known, asked) => known === asked.trim()),
  },
  {
    name: 'reversal-known-as-provision',
    class: 'identity and isolation',
    defect: 'answers for a reverse provisioning where provisions are asked for',
    caughtBy: 'A-13',
    habits: () => ({
      find: (job, { operation, token }, jobs) =>
        job ??
        (operation === 'getStatus' && jobs.get(token)?.kind === 'reverse' ? jobs.get(token) : undefined),
    }),
  },
  {
    name: 'enriched-of-any-type',
    class: 'negatives',
    defect: 'takes anything for the enriched descriptor of a removal',
    caughtBy: 'CO-11',
    habits: () => ({
      refuse: ({ operation }, found) =>
        operation === 'unprovision'
          ? found.filter(({ field }) => field !== 'latestEnrichedDescriptor')
          : found,
    }),
  },
  {
    name: 'access-to-any-component',
    class: 'linkage between operations',
    defect: 'reports that access was set for a component that the descriptor does not hold',
    caughtBy: 'TA-42',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'updateacl' && end['status'] === 'FAILED' && isReadable(input)
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    }),
  },
  {
    name: 'access-to-nonsense-breaks',
    class: 'negatives',
    defect: 'breaks when access is asked for with a text that is no descriptor',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'updateacl' && isBody(input) && reply.status === 202 && !isReadable(input)
          ? breakDown('ParserError')
          : reply,
    }),
  },
  {
    name: 'empty-fields-refused',
    class: 'negatives',
    defect: 'wants at least one field where a form of access has none',
    caughtBy: 'TA-33',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) &&
        isBody(input['accessControlFields']) &&
        Object.keys(input['accessControlFields']).length === 0
          ? [...found, { field: 'accessControlFields', message: 'no field is filled in' }]
          : found,
    }),
  },
  {
    name: 'unknown-members-refused-with-access',
    class: 'negatives',
    defect: 'refuses a change of access whose provisionInfo has a member that it does not know',
    caughtBy: 'X-17',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && Object.keys(Object(input['provisionInfo'])).length > 2
          ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
          : found,
    }),
  },
  {
    name: 'valid-and-failed',
    class: 'linkage between operations',
    defect: 'lets the validation of a good descriptor fail as a task, and finds it valid at once',
    caughtBy: 'CO-02',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length === 0 ? failed('no worker') : end,
    }),
  },
  {
    name: 'traces-shown',
    class: 'shape',
    defect: 'shows a trace of the stack to whoever sends something wrong',
    caughtBy: 'X-23',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400 && isBody(reply.body)
          ? { ...reply, body: { ...reply.body, errors: [TRACE] } }
          : reply,
    }),
  },
  {
    name: 'stops-before-it-answers',
    class: 'promptness',
    defect: 'answers a request to stop when the work has been stopped',
    caughtBy: 'CO-07',
    habits: () => ({
      work: slowTables,
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' ? pause(3_000).then(() => reply) : reply,
    }),
  },
];

/** Finds a task of the right kind by a loose comparison of tokens. */
function findingTokens(isSame: (known: string, asked: string) => boolean): Partial<Habits> {
  const kinds: Readonly<Record<string, Job['kind']>> = {
    getValidationStatus: 'validation',
    getReverseProvisioningStatus: 'reverse',
  };
  return {
    find: (job, { operation, token }, jobs) =>
      job ??
      [...jobs.values()].find(
        (one) => one.kind === (kinds[operation] ?? 'provisioning') && isSame(one.token, token),
      ),
  };
}

function isReadable({ provisionInfo }: Body): boolean {
  return isBody(provisionInfo) && readYaml(String(provisionInfo['request'])) !== undefined;
}
