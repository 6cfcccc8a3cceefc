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
    defect: 'compares tokens case-insensitively, like some database columns',
    caughtBy: 'CO-09',
    habits: () => findingTokens((known, asked) => known.toLowerCase() === asked.toLowerCase()),
  },
  {
    name: 'token-trimmed',
    class: 'identity and isolation',
    defect: 'trims blanks from a token before the lookup',
    caughtBy: 'CO-09',
    habits: () => findingTokens((known, asked) => known === asked.trim()),
  },
  {
    name: 'reversal-known-as-provision',
    class: 'identity and isolation',
    defect: 'returns reverse provisionings at the status path of provision',
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
    defect: 'accepts any value as the enriched descriptor of an unprovision',
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
    defect: 'reports that access was set for a component that is not in the descriptor',
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
    defect: 'crashes on an access request whose descriptor is not YAML',
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
    defect: 'requires at least one field in accessControlFields',
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
    defect: 'rejects a change of access whose provisionInfo has an unknown field',
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
    defect: 'fails the asynchronous validation of a valid descriptor',
    caughtBy: 'CO-02',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length === 0 ? failed('no worker') : end,
    }),
  },
  {
    name: 'traces-shown',
    class: 'shape',
    defect: 'returns a stack trace for an invalid request',
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
    defect: 'responds to a termination request only after the work has stopped',
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
