import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body } from './server.ts';

const STATUS = 'governance.updateEvaluationStatus';
const PREVIEW = 'coordinator-v2.previewProvisioning';
const REPORT = 'governance.getEvaluationReport';
const DAY = 24 * 60 * 60_000;

const earlier = (time: unknown, by: number): string => new Date(Date.parse(String(time)) - by).toISOString();

/** Platform mutants that get the meaning of an operation wrong, or the relation between operations. */
export const meaningMutants: readonly PlatformMutant[] = [
  {
    name: 'search-ignored',
    class: 'cross-field meaning',
    defect: 'lists all tech adapters for every search',
    caughtBy: 'P-37',
    habits: () =>
      on(ADAPTERS, (reply, { query }, memory) =>
        reply.status === 200 && query['search'] !== undefined
          ? {
              ...reply,
              body: { ...membersOf(reply.body), data: [...kindOf(memory.things, 'adapters').values()] },
            }
          : reply,
      ),
  },
  {
    name: 'always-ascending',
    class: 'sequence',
    defect: 'sorts tech adapters in ascending order only',
    caughtBy: 'P-38',
    habits: () =>
      onGood(ADAPTERS, (body, { query }) =>
        query['sort-order'] === 'desc' ? { ...body, data: [...listOf(body, 'data')].reverse() } : body,
      ),
  },
  {
    name: 'descriptors-always',
    class: 'cross-field meaning',
    defect: 'includes the descriptors of a plan when they are not requested',
    caughtBy: 'P-39',
    habits: () =>
      onGood('coordinator-v1.getProvisioningPlan', (body) => ({
        ...body,
        dag: { descriptor: 'id: urn:dmb:dp:x:1\n', ...membersOf(body['dag']) },
      })),
  },
  {
    name: 'version-of-its-own',
    class: 'cross-field meaning',
    defect: 'registers an adapter whose version differs from that in its URN',
    caughtBy: 'P-40',
    habits: () =>
      on('builder.registerTechAdapter', (reply, { input }) =>
        reply.status === 400 && ['1', '0.1.0'].includes(String(membersOf(input)['version']))
          ? { status: 200, body: 'OK' }
          : reply,
      ),
  },
  {
    name: 'actions-that-contradict',
    class: 'cross-field meaning',
    defect: 'previews a removal instead of a deployment',
    caughtBy: 'P-40',
    habits: () =>
      on(PREVIEW, (reply, { input }) =>
        reply.status === 400 && membersOf(input)['action'] === 'UNDEPLOY'
          ? { status: 200, body: { outcome: 'OK', operations: [], conflictingOperations: [] } }
          : reply,
      ),
  },
  {
    name: 'registers-again',
    class: 'state over time',
    defect: 'returns all resources of a registration, new or known',
    caughtBy: 'P-41',
    habits: () =>
      on('governance.registerResources', (reply, { input }, memory) => {
        if (reply.status !== 200) return reply;
        const sent = JSON.stringify(input);
        const all = [...memory.resources.values()];
        const known = all.filter((one) => sent.includes(JSON.stringify(one['identifier'])));
        return { ...reply, body: { registeredResources: known } };
      }),
  },
  {
    name: 'resource-of-any-environment',
    class: 'identity and isolation',
    defect: 'finds a resource in another environment',
    caughtBy: 'P-42',
    habits: () =>
      on('governance.getResource', (reply, { path }, memory) => {
        const own = [...memory.resources].find(([key]) => key.startsWith(`${path['externalId']} `));
        return reply.status === 404 && own !== undefined ? { status: 200, body: own[1] } : reply;
      }),
  },
  {
    name: 'week-begins-on-sunday',
    class: 'cross-field meaning',
    defect: 'treats day of week 0 as Sunday',
    caughtBy: 'P-43',
    habits: () =>
      onGood(STATUS, (body) => {
        const told = membersOf(body['resultScheduling']);
        if (!/ [0-6]$/.test(String(told['frequency']))) return body;
        const [expectedResultTime, acceptableResultTimeLimit] = [
          earlier(told['expectedResultTime'], DAY),
          earlier(told['acceptableResultTimeLimit'], DAY),
        ];
        return { ...body, resultScheduling: { ...told, expectedResultTime, acceptableResultTimeLimit } };
      }),
  },
  {
    name: 'stranger-without-a-word',
    class: 'shape',
    defect: 'returns the errors of other operations for the status of an unknown resource',
    caughtBy: 'P-44',
    habits: () =>
      on(STATUS, (reply) =>
        membersOf(reply.body)['error'] === 'RESOURCE_NOT_FOUND'
          ? { status: 400, body: { errors: ['unknown resource'] } }
          : reply,
      ),
  },
  {
    name: 'preview-in-reverse',
    class: 'sequence',
    defect: 'previews components before their dependencies',
    caughtBy: 'P-45',
    habits: () =>
      onGood(PREVIEW, (body) => ({ ...body, operations: [...listOf(body, 'operations')].reverse() })),
  },
  {
    name: 'removes-nothing',
    class: 'state over time',
    defect: 'plans to remove a component that was never deployed',
    caughtBy: 'P-46',
    habits: () =>
      onGood(PREVIEW, (body) => ({
        ...body,
        operations: listOf(body, 'operations').map((one) => {
          const { action, ...rest } = membersOf(one);
          return { ...rest, action: action === 'NO_ACTION' ? 'UNDEPLOY' : action };
        }),
      })),
  },
  {
    name: 'preview-deploys',
    class: 'state over time',
    defect: 'deploys a unit during a preview',
    caughtBy: 'P-47',
    habits: () =>
      on(PREVIEW, (reply, { path, query, input }, memory) => {
        const [id, environment] = [path['deployment-unit-id'] ?? '', String(query['environment'])];
        const targets = listOf(membersOf(input), 'targetStatus').map(membersOf);
        if (reply.status === 200 && targets.some((one) => one['targetStatus'] === 'DEPLOYED')) {
          const states = new Map(targets.map((one) => [String(one['componentId']), 'DEPLOYED']));
          memory.units.set(`${id} ${environment}`, { id, environment, descriptor: 'id: x\n', states });
        }
        return reply;
      }),
  },
  {
    name: 'deployed-and-not-seen',
    class: 'linkage between operations',
    defect: 'reports every unit as not deployed',
    caughtBy: 'P-48',
    habits: () =>
      onGood('coordinator-v2.getDeploymentUnitStatus', (body) => ({ ...body, status: 'NOT_DEPLOYED' })),
  },
  {
    name: 'deployed-everywhere',
    class: 'identity and isolation',
    defect: 'reports the state of a unit in one environment for another',
    caughtBy: 'P-48',
    habits: () =>
      on('coordinator-v2.getDeploymentUnitStatus', (reply, { path }, memory) => {
        const units = [...memory.units.values()];
        const isThere = units.some(
          ({ id, states }) => id === path['deployment-unit-id'] && [...states.values()].includes('DEPLOYED'),
        );
        return isThere ? { ...reply, body: { ...membersOf(reply.body), status: 'DEPLOYED' } } : reply;
      }),
  },
  {
    name: 'resolves-the-past',
    class: 'linkage between operations',
    defect: 'resolves a unit that is no longer deployed',
    caughtBy: 'P-49',
    habits: () =>
      on('coordinator-v1.resolve', (reply, { query }, memory) => {
        const unit = [...memory.units.values()].find(({ id }) => id === query['id']);
        if (reply.status !== 404 || unit === undefined) return reply;
        const page = { offset: 0, limit: 5, count: 1 };
        return { status: 200, body: { content: [unit.descriptor], page } };
      }),
  },
  {
    name: 'report-of-production',
    class: 'linkage between operations',
    defect: 'reports production as the environment of every report',
    caughtBy: 'P-50',
    habits: () => onGood(REPORT, (body) => ({ ...body, environment: 'production' })),
  },
  {
    name: 'judged-by-everybody',
    class: 'identity and isolation',
    defect: 'evaluates policies of other types and environments',
    caughtBy: 'P-51',
    habits: () =>
      on(REPORT, (reply, _call, memory) => {
        const body = membersOf(reply.body);
        if (reply.status !== 200 || body['evaluationScope'] !== 'evaluation') return reply;
        const enabled = [...memory.entities.values()].filter((one) => one['status'] === 'enabled');
        const evaluationResults = enabled.map(({ id }) => ({
          governanceEntityId: id,
          governanceEntityType: 'policy',
          outcome: 'ok',
        }));
        return { ...reply, body: { ...body, evaluationResults } };
      }),
  },
  {
    name: 'test-counts',
    class: 'cross-field meaning',
    defect: 'reports a test as an evaluation',
    caughtBy: 'P-52',
    habits: () => onGood(REPORT, (body) => ({ ...body, evaluationScope: 'evaluation' })),
  },
  {
    name: 'trial-forgotten',
    class: 'state over time',
    defect: 'does not store the grace status of a policy',
    caughtBy: 'P-53',
    habits: () =>
      on('governance.updatePolicyStatus', (reply, { path }, memory) => {
        const entity = memory.entities.get(path['id'] ?? '');
        if (entity?.['status'] === 'grace') entity['status'] = 'draft';
        return reply;
      }),
  },
  {
    name: 'change-hides-trial',
    class: 'state over time',
    defect: 'reports an updated policy in grace as a draft',
    caughtBy: 'P-53',
    habits: () =>
      onGood('governance.patchPolicy', (body) =>
        body['status'] === 'grace' ? { ...body, status: 'draft' } : body,
      ),
  },
  {
    name: 'results-for-anybody',
    class: 'state over time',
    defect: 'accepts results for active or deleted policies',
    caughtBy: 'P-54',
    habits: () =>
      on('governance.pushPolicyEvaluationResults', (reply) =>
        reply.status === 422 ? { status: 200, body: {} } : reply,
      ),
  },
  {
    name: 'decides-again',
    class: 'state over time',
    defect: 'accepts a second decision on a hook',
    caughtBy: 'P-55',
    habits: () =>
      on('builder.updateHook', (reply, { path }, memory) => {
        if (memory.hooks.has(path['id'] ?? '')) memory.hooks.set(path['id'] ?? '', 'WAITING');
        return reply;
      }),
  },
  {
    name: 'deployment-of-any-environment',
    class: 'identity and isolation',
    defect: 'reports a deployment of an adapter in another environment',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v2.getTechAdapterDeployment', (reply, { path }, memory) => {
        const all = [...kindOf(memory.things, 'deployments')];
        const own = all.find(([key]) => key.startsWith(`${path['id']} `));
        return reply.status === 404 && own !== undefined ? { status: 200, body: own[1] } : reply;
      }),
  },
  {
    name: 'logs-of-all-levels',
    class: 'cross-field meaning',
    defect: 'returns all log entries for level ERROR',
    caughtBy: 'P-57',
    habits: () =>
      on('coordinator-v1.getPlanLogs', (reply, { query }) => {
        const entry = { timestamp: '2025-06-02T09:30:00.000Z', severity: 'INFO', message: 'begun' };
        return reply.status === 200 && query['level'] === 'ERROR' ? { ...reply, body: [entry] } : reply;
      }),
  },
  {
    name: 'one-model-for-all',
    class: 'identity and isolation',
    defect: 'returns the configuration of the language model as that of the embedder',
    caughtBy: 'P-58',
    habits: () =>
      on('assistant.getEmbedderConfig', (reply, _call, memory) =>
        reply.status === 200 ? { ...reply, body: memory.models.get('Llm') ?? reply.body } : reply,
      ),
  },
  {
    name: 'one-conversation',
    class: 'identity and isolation',
    defect: 'uses the same session id for all new conversations',
    caughtBy: 'P-59',
    habits: () =>
      onGood('assistant.runTask', (body, { input }) => ({
        ...body,
        session_id: membersOf(input)['session_id'] ?? 'the-one',
      })),
  },
  {
    name: 'name-field-of-its-own',
    class: 'cross-field meaning',
    defect: 'uses another field than the documented one as the name of resources',
    caughtBy: 'P-60',
    habits: () =>
      onGood('governance.getResourceType', (body) => {
        const own = membersOf(body['descriptorConfiguration']);
        const isUsual = own['resourceNameField'] === 'id';
        return isUsual ? { ...body, descriptorConfiguration: { ...own, resourceNameField: 'urn' } } : body;
      }),
  },
  {
    name: 'limit-of-51',
    class: 'negatives',
    defect: 'accepts a limit of failed policies above the maximum',
    caughtBy: 'P-11',
    habits: () => taking('governance.getTopFailedPolicies', ({ input }) => membersOf(input)['limit'] === 51),
  },
  {
    name: 'results-without-verdict',
    class: 'negatives',
    defect: 'accepts results without a verdict or a value',
    caughtBy: 'P-11',
    habits: () =>
      taking('governance.pushPolicyEvaluationResults', ({ input }) =>
        (Array.isArray(input) ? input : []).some((one) => !('satisfiesPolicy' in resultOf(one))),
      ),
  },
  {
    name: 'plan-for-ever',
    class: 'state over time',
    defect: 'never finishes the plan of a provisioning',
    caughtBy: 'P-35',
    habits: () =>
      on('coordinator-v1.getExecutionPlanStatus', (reply, { path }, memory) => {
        const plan = memory.plans.find(({ token }) => token === path['token']);
        return plan?.unit.endsWith('shipment-tracking:1') === false && reply.status === 200
          ? { ...reply, body: { status: 'RUNNING' } }
          : reply;
      }),
  },
];

function resultOf(value: unknown): Body {
  return membersOf(membersOf(value)['result']);
}
