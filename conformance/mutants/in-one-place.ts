import { componentOf, readYaml } from './descriptors.ts';
import { failed } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown, refuse } from './tech-adapter.ts';

/** Mutants that fail only for one kind of component, one spelling or one kind of name, or the second time. */
export const onePlaceMutants: readonly Mutant[] = [
  {
    name: 'removes-nothing',
    class: 'linkage between operations',
    defect: 'rejects each unprovision',
    caughtBy: 'CO-10',
    habits: () => ({
      refuse: ({ operation }, found) =>
        operation === 'unprovision' ? [{ field: 'removeData', message: 'removeData is required' }] : found,
    }),
  },
  {
    name: 'jobs-stay',
    class: 'linkage between operations',
    defect: 'fails to remove the jobs that it provisioned',
    caughtBy: 'CO-10',
    habits: () => removingNoJobs(),
  },
  {
    name: 'one-name-is-a-list',
    class: 'negatives',
    defect: 'accepts one user name instead of the list',
    caughtBy: 'X-12',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && /^(user|group):/.test(String(input['refs']))
          ? found.filter(({ field }) => field !== 'refs')
          : found,
    }),
  },
  {
    name: 'prefix-in-capitals',
    class: 'negatives',
    defect: 'ignores the case of the identity prefix',
    caughtBy: 'TA-32',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && refsOf(input).every((ref) => /^(user|group):./i.test(ref))
          ? found.filter(({ field }) => field !== 'refs.0')
          : found,
    }),
  },
  {
    name: 'component-by-name',
    class: 'identity and isolation',
    defect: 'provisions a component by its name',
    caughtBy: 'TA-20',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' &&
        componentsOf(readYaml(String(input['descriptor']))?.['dataProduct']).some(
          ({ name }) => name === componentOf(input),
        )
          ? done(end)
          : end,
    }),
  },
  {
    name: 'component-of-before',
    class: 'identity and isolation',
    defect: 'provisions a component that is only in the enriched descriptor',
    caughtBy: 'TA-20',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' &&
        componentsOf(readYaml(String(input['latestEnrichedDescriptor']))).some(
          ({ id }) => id === componentOf(input),
        )
          ? done(end)
          : end,
    }),
  },
  {
    name: 'access-without-tabs',
    class: 'shape',
    defect: 'parses the JSON of an access request as YAML, which does not allow tabs',
    caughtBy: 'TA-41',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && requestOf(input).includes('\n\t')
          ? [...found, { field: 'provisionInfo.request', message: 'no token begins with a tab' }]
          : found,
    }),
  },
  {
    name: 'ten-names-at-most',
    class: 'negatives',
    defect: 'refuses a list of more than ten names',
    caughtBy: 'CO-03',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && refsOf(input).length > 10
          ? [...found, { field: 'refs', message: 'at most ten names' }]
          : found,
    }),
  },
  {
    name: 'groups-alone-fail',
    class: 'negatives',
    defect: 'fails when an access list has groups only',
    caughtBy: 'CO-06',
    habits: () => ({
      finish: (end, { operation, input }) => {
        const refs = refsOf(input);
        const hasUser = refs.some((ref) => ref.startsWith('user:'));
        return operation === 'updateacl' && refs.length > 0 && !hasUser ? failed('no principal') : end;
      },
    }),
  },
  {
    name: 'jobs-break-access',
    class: 'linkage between operations',
    defect: 'crashes when access to a job is set',
    caughtBy: 'X-24',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'updateacl' && isBody(input) && isJob(requestOf(input))
          ? breakDown('no schema')
          : reply,
    }),
  },
  {
    name: 'access-adds-up',
    class: 'state over time',
    defect: 'lists each identity once more with every repeated provision',
    caughtBy: 'TA-25',
    habits: () => addingIdentities(),
  },
  {
    name: 'stops-some',
    class: 'linkage between operations',
    defect: 'returns 501 for the termination of the provision of tables only',
    caughtBy: 'X-16',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && componentOf(job?.input ?? {})?.endsWith('-tables') === true
          ? { ...breakDown('termination is not supported'), status: 501 }
          : reply,
    }),
  },
  {
    name: 'stops-once',
    class: 'sequence',
    defect: 'crashes on a second termination request',
    caughtBy: 'TA-29',
    habits: () => stoppingOnce(),
  },
  {
    name: 'letters-garbled',
    class: 'shape',
    defect: 'decodes the text that it returns in errors with a wrong encoding',
    caughtBy: 'X-21',
    habits: () => ({
      answer: (reply, { operation, input }) => {
        if (operation !== 'runReverseProvisioning' || !isBody(input)) return reply;
        const template = String(input['useCaseTemplateId']);
        if (!/[^\0-\x7f]/.test(template)) return reply;
        return refuse(400, [`there is no template ${Buffer.from(template).toString('latin1')}`]);
      },
    }),
  },
  {
    name: 'fails-with-an-empty-line',
    class: 'shape',
    defect: 'logs an ERROR without a message when it fails',
    caughtBy: 'TA-16',
    habits: () => ({
      finish: (end) =>
        end['status'] === 'FAILED'
          ? { ...failed(''), ...('refused' in end ? { refused: end['refused'] } : {}) }
          : end,
    }),
  },
  {
    name: 'breaks-on-removal-of-unknown',
    class: 'negatives',
    defect: 'crashes on an unprovision of a component that is not in the descriptor',
    caughtBy: 'TA-24',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'unprovision' && isBody(input) && componentOf(input)?.endsWith(':not-here') === true
          ? breakDown('no such component')
          : reply,
    }),
  },
  ...['provision', 'unprovision'].map(
    (operation): Mutant => ({
      name: `no-${operation}-of-systems`,
      class: 'linkage between operations',
      defect: `crashes when ${operation} gets a whole system`,
      caughtBy: 'TA-41',
      habits: () => ({
        answer: (reply, call) =>
          call.operation === operation &&
          isBody(call.input) &&
          call.input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR'
            ? breakDown('no componentIdToProvision')
            : reply,
      }),
    }),
  ),
  {
    name: 'descriptor-need-not-be-text',
    class: 'negatives',
    defect: 'accepts the descriptor as an object instead of a string',
    caughtBy: 'TA-08',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'validate' &&
        isBody(input) &&
        isBody(input['descriptor']) &&
        'dataProduct' in input['descriptor']
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
      finish: (end, { operation, input }) =>
        operation === 'validate' && isBody(input['descriptor']) ? { valid: true } : end,
    }),
  },
  {
    name: 'component-need-not-be-text',
    class: 'negatives',
    defect: 'accepts the JSON of an access request as an object instead of a string',
    caughtBy: 'X-12',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' &&
        isBody(input) &&
        isBody(input['provisionInfo']) &&
        isBody(input['provisionInfo']['request']) &&
        'dataProduct' in input['provisionInfo']['request']
          ? found.filter(({ field }) => field !== 'provisionInfo.request')
          : found,
    }),
  },
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
