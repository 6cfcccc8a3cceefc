import { findingsIn, readYaml } from './descriptors.ts';
import { failed, pause, slowTables } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody, type Job } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants by an author who had not seen the checks. At that time, no check caught them. */
export const blindMutants: readonly Mutant[] = [
  mutant('CO-09', 'trims blanks from a token before the lookup', () =>
    findingTokens((known, asked) => known === asked.trim()),
  ),
  mutant('TA-42', 'reports that access was set for a component that is not in the descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'updateacl' && end['status'] === 'FAILED' && isReadable(input)
        ? { status: 'COMPLETED', result: 'done' }
        : end,
  })),
  mutant('TA-10', 'crashes on an access request whose descriptor is not YAML', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'updateacl' && isBody(input) && reply.status === 202 && !isReadable(input)
        ? breakDown('ParserError')
        : reply,
  })),
  mutant('TA-33', 'requires at least one field in accessControlFields', () => ({
    refuse: ({ input }, found) =>
      isBody(input) &&
      isBody(input['accessControlFields']) &&
      Object.keys(input['accessControlFields']).length === 0
        ? [...found, { field: 'accessControlFields', message: 'no field is filled in' }]
        : found,
  })),
  mutant('X-17', 'rejects a change of access whose provisionInfo has an unknown field', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && Object.keys(Object(input['provisionInfo'])).length > 2
        ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
        : found,
  })),
  mutant('CO-02', 'fails the asynchronous validation of a valid descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && findingsIn(input).length === 0 ? failed('no worker') : end,
  })),
  mutant('CO-07', 'responds to a termination request only after the work has stopped', () => ({
    work: slowTables,
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning' ? pause(3_000).then(() => reply) : reply,
  })),
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
