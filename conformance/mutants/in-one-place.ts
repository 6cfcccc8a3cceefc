import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants that fail only for one kind of component, one spelling or one kind of name, or the second time. */
export const onePlaceMutants: readonly Mutant[] = [
  mutant('CO-10', 'rejects each unprovision', () => ({
    refuse: ({ operation }, found) =>
      operation === 'unprovision' ? [{ field: 'removeData', message: 'removeData is required' }] : found,
  })),
  mutant('CO-10', 'fails to remove the jobs that it provisioned', () => removingNoJobs()),
  mutant('X-12', 'accepts one user name instead of the list', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && /^(user|group):/.test(String(input['refs']))
        ? found.filter(({ field }) => field !== 'refs')
        : found,
  })),
  mutant('TA-32', 'ignores the case of the identity prefix', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && refsOf(input).every((ref) => /^(user|group):./i.test(ref))
        ? found.filter(({ field }) => field !== 'refs.0')
        : found,
  })),
  mutant('TA-20', 'provisions a component by its name', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' &&
      componentsOf(readYaml(String(input['descriptor']))?.['dataProduct']).some(
        ({ name }) => name === componentOf(input),
      )
        ? done(end)
        : end,
  })),
  mutant('TA-20', 'provisions a component that is only in the enriched descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' &&
      componentsOf(readYaml(String(input['latestEnrichedDescriptor']))).some(
        ({ id }) => id === componentOf(input),
      )
        ? done(end)
        : end,
  })),
  mutant('TA-41', 'parses the JSON of an access request as YAML, which does not allow tabs', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && requestOf(input).includes('\n\t')
        ? [...found, { field: 'provisionInfo.request', message: 'no token begins with a tab' }]
        : found,
  })),
  mutant('CO-03', 'refuses a list of more than ten names', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && refsOf(input).length > 10
        ? [...found, { field: 'refs', message: 'at most ten names' }]
        : found,
  })),
  mutant('CO-06', 'fails when an access list has groups only', () => ({
    finish: (end, { operation, input }) => {
      const refs = refsOf(input);
      const hasUser = refs.some((ref) => ref.startsWith('user:'));
      return operation === 'updateacl' && refs.length > 0 && !hasUser ? failed('no principal') : end;
    },
  })),
  mutant('X-24', 'crashes when access to a job is set', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'updateacl' && isBody(input) && isJob(requestOf(input)) ? breakDown('no schema') : reply,
  })),
  mutant('TA-25', 'lists each identity once more with every repeated provision', () => addingIdentities()),
  mutant('X-16', 'returns 501 for the termination of the provision of tables only', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'terminateProvisioning' && componentOf(job?.input ?? {})?.endsWith('-tables') === true
        ? { ...breakDown('termination is not supported'), status: 501 }
        : reply,
  })),
  mutant('TA-29', 'crashes on a second termination request', () => stoppingOnce()),
  mutant('X-21', 'decodes the text that it returns in errors with a wrong encoding', () => ({
    answer: (reply, { operation, input }) => {
      if (operation !== 'runReverseProvisioning' || !isBody(input)) return reply;
      const template = String(input['useCaseTemplateId']);
      if (!/[^\0-\x7f]/.test(template)) return reply;
      return refuse(400, [`there is no template ${Buffer.from(template).toString('latin1')}`]);
    },
  })),
  mutant('TA-16', 'logs an ERROR without a message when it fails', () => ({
    finish: (end) =>
      end['status'] === 'FAILED'
        ? { ...failed(''), ...('refused' in end ? { refused: end['refused'] } : {}) }
        : end,
  })),
  mutant('TA-24', 'crashes on an unprovision of a component that is not in the descriptor', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'unprovision' && isBody(input) && componentOf(input)?.endsWith(':not-here') === true
        ? breakDown('no such component')
        : reply,
  })),
  ...['provision', 'unprovision'].map(
    (operation): Mutant =>
      mutant('TA-41', `crashes when ${operation} gets a whole system`, () => ({
        answer: (reply, call) =>
          call.operation === operation &&
          isBody(call.input) &&
          call.input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR'
            ? breakDown('no componentIdToProvision')
            : reply,
      })),
  ),
  mutant('TA-08', 'accepts the descriptor as an object instead of a string', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'validate' &&
      isBody(input) &&
      isBody(input['descriptor']) &&
      'dataProduct' in input['descriptor']
        ? found.filter(({ field }) => field !== 'descriptor')
        : found,
    finish: (end, { operation, input }) =>
      operation === 'validate' && isBody(input['descriptor']) ? { valid: true } : end,
  })),
  mutant('X-12', 'accepts the JSON of an access request as an object instead of a string', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' &&
      isBody(input) &&
      isBody(input['provisionInfo']) &&
      isBody(input['provisionInfo']['request']) &&
      'dataProduct' in input['provisionInfo']['request']
        ? found.filter(({ field }) => field !== 'provisionInfo.request')
        : found,
  })),
];

const refsOf = (input: unknown): string[] =>
  isBody(input) && Array.isArray(input['refs']) ? input['refs'].map(String) : [];

const requestOf = ({ provisionInfo }: Body): string =>
  isBody(provisionInfo) ? String(provisionInfo['request']) : '';

function componentsOf(system: unknown): Body[] {
  const components = isBody(system) ? system['components'] : undefined;
  return Array.isArray(components) ? components.filter(isBody) : [];
}

/** Whether the descriptor is about a workload. */
function isJob(text: string): boolean {
  const document = readYaml(text);
  return componentsOf(document?.['dataProduct']).some(
    ({ id, kind }) => id === document?.['componentIdToProvision'] && kind === 'workload',
  );
}

function done({ refused: _, ...end }: Body): Body {
  return { ...end, status: 'COMPLETED', result: 'done', logs: [] };
}

function removingNoJobs(): Partial<Habits> {
  const there = new Set<string>();
  return {
    finish: (end, { operation, input }) => {
      const text = String(input['descriptor']);
      const name = componentOf(input) ?? '';
      if (operation === 'provision' && isJob(text)) there.add(name);
      return operation === 'unprovision' && there.delete(name) ? failed('the job is running') : end;
    },
  };
}

function addingIdentities(): Partial<Habits> {
  const all: unknown[] = [];
  return {
    finish: (end, { operation }) => {
      const { info } = end;
      if (operation !== 'provision' || !isBody(info) || !Array.isArray(info['aclInfo'])) return end;
      all.push(...info['aclInfo']);
      return { ...end, info: { ...info, aclInfo: [...all] } };
    },
  };
}

function stoppingOnce(): Partial<Habits> {
  return {
    work: ({ operation }) => (operation === 'provision' ? 400 : 60),
    answer: (reply, { operation }, job) => {
      if (operation !== 'terminateProvisioning' || job?.stopAskedAt === undefined) return reply;
      const asked = stops.get(job) ?? 0;
      stops.set(job, asked + 1);
      return asked > 0 ? breakDown('illegal state') : reply;
    },
  };
}

const stops = new WeakMap<object, number>();
