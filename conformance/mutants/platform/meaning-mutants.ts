import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body } from './server.ts';

const STATUS = 'governance.updateEvaluationStatus';
const PREVIEW = 'coordinator-v2.previewProvisioning';
const REPORT = 'governance.getEvaluationReport';
const DAY = 24 * 60 * 60_000;

const earlier = (time: unknown, by: number): string => new Date(Date.parse(String(time)) - by).toISOString();

/** Platform mutants that get the meaning of an operation wrong, or the relation between operations. */
export const meaningMutants: readonly PlatformMutant[] = [
  mutant('P-40', 'registers an adapter whose version differs from that in its URN', () =>
    on('builder.registerTechAdapter', (reply, { input }) =>
      reply.status === 400 && ['1', '0.1.0'].includes(String(membersOf(input)['version']))
        ? { status: 200, body: 'OK' }
        : reply,
    ),
  ),
  mutant('P-40', 'previews a removal instead of a deployment', () =>
    on(PREVIEW, (reply, { input }) =>
      reply.status === 400 && membersOf(input)['action'] === 'UNDEPLOY'
        ? { status: 200, body: { outcome: 'OK', operations: [], conflictingOperations: [] } }
        : reply,
    ),
  ),
  mutant('P-41', 'returns all resources of a registration, new or known', () =>
    on('governance.registerResources', (reply, { input }, memory) => {
      if (reply.status !== 200) return reply;
      const sent = JSON.stringify(input);
      const all = [...memory.resources.values()];
      const known = all.filter((one) => sent.includes(JSON.stringify(one['identifier'])));
      return { ...reply, body: { registeredResources: known } };
    }),
  ),
  mutant('P-42', 'finds a resource in another environment', () =>
    on('governance.getResource', (reply, { path }, memory) => {
      const own = [...memory.resources].find(([key]) => key.startsWith(`${path['externalId']} `));
      return reply.status === 404 && own !== undefined ? { status: 200, body: own[1] } : reply;
    }),
  ),
  mutant('P-43', 'treats day of week 0 as Sunday', () =>
    onGood(STATUS, (body) => {
      const told = membersOf(body['resultScheduling']);
      if (!/ [0-6]$/.test(String(told['frequency']))) return body;
      const [expectedResultTime, acceptableResultTimeLimit] = [
        earlier(told['expectedResultTime'], DAY),
        earlier(told['acceptableResultTimeLimit'], DAY),
      ];
      return { ...body, resultScheduling: { ...told, expectedResultTime, acceptableResultTimeLimit } };
    }),
  ),
  mutant('P-44', 'returns the errors of other operations for the status of an unknown resource', () =>
    on(STATUS, (reply) =>
      membersOf(reply.body)['error'] === 'RESOURCE_NOT_FOUND'
        ? { status: 400, body: { errors: ['unknown resource'] } }
        : reply,
    ),
  ),
  mutant('P-45', 'previews components before their dependencies', () =>
    onGood(PREVIEW, (body) => ({ ...body, operations: [...listOf(body, 'operations')].reverse() })),
  ),
  mutant('P-46', 'plans to remove a component that was never deployed', () =>
    onGood(PREVIEW, (body) => ({
      ...body,
      operations: listOf(body, 'operations').map((one) => {
        const { action, ...rest } = membersOf(one);
        return { ...rest, action: action === 'NO_ACTION' ? 'UNDEPLOY' : action };
      }),
    })),
  ),
  mutant('P-47', 'deploys a unit during a preview', () =>
    on(PREVIEW, (reply, { path, query, input }, memory) => {
      const [id, environment] = [path['deployment-unit-id'] ?? '', String(query['environment'])];
      const targets = listOf(membersOf(input), 'targetStatus').map(membersOf);
      if (reply.status === 200 && targets.some((one) => one['targetStatus'] === 'DEPLOYED')) {
        const states = new Map(targets.map((one) => [String(one['componentId']), 'DEPLOYED']));
        memory.units.set(`${id} ${environment}`, { id, environment, descriptor: 'id: x\n', states });
      }
      return reply;
    }),
  ),
  mutant('P-48', 'reports every unit as not deployed', () =>
    onGood('coordinator-v2.getDeploymentUnitStatus', (body) => ({ ...body, status: 'NOT_DEPLOYED' })),
  ),
  mutant('P-48', 'reports the state of a unit in one environment for another', () =>
    on('coordinator-v2.getDeploymentUnitStatus', (reply, { path }, memory) => {
      const units = [...memory.units.values()];
      const isThere = units.some(
        ({ id, states }) => id === path['deployment-unit-id'] && [...states.values()].includes('DEPLOYED'),
      );
      return isThere ? { ...reply, body: { ...membersOf(reply.body), status: 'DEPLOYED' } } : reply;
    }),
  ),
  mutant('P-49', 'resolves a unit that is no longer deployed', () =>
    on('coordinator-v1.resolve', (reply, { query }, memory) => {
      const unit = [...memory.units.values()].find(({ id }) => id === query['id']);
      if (reply.status !== 404 || unit === undefined) return reply;
      const page = { offset: 0, limit: 5, count: 1 };
      return { status: 200, body: { content: [unit.descriptor], page } };
    }),
  ),
  mutant('P-50', 'reports production as the environment of every report', () =>
    onGood(REPORT, (body) => ({ ...body, environment: 'production' })),
  ),
  mutant('P-51', 'evaluates policies of other types and environments', () =>
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
  ),
  mutant('P-52', 'reports a test as an evaluation', () =>
    onGood(REPORT, (body) => ({ ...body, evaluationScope: 'evaluation' })),
  ),
  mutant('P-53', 'does not store the grace status of a policy', () =>
    on('governance.updatePolicyStatus', (reply, { path }, memory) => {
      const entity = memory.entities.get(path['id'] ?? '');
      if (entity?.['status'] === 'grace') entity['status'] = 'draft';
      return reply;
    }),
  ),
  mutant('P-53', 'reports an updated policy in grace as a draft', () =>
    onGood('governance.patchPolicy', (body) =>
      body['status'] === 'grace' ? { ...body, status: 'draft' } : body,
    ),
  ),
  mutant('P-54', 'accepts results for active or deleted policies', () =>
    on('governance.pushPolicyEvaluationResults', (reply) =>
      reply.status === 422 ? { status: 200, body: {} } : reply,
    ),
  ),
  mutant('P-55', 'accepts a second decision on a hook', () =>
    on('builder.updateHook', (reply, { path }, memory) => {
      if (memory.hooks.has(path['id'] ?? '')) memory.hooks.set(path['id'] ?? '', 'WAITING');
      return reply;
    }),
  ),
  mutant('P-56', 'reports a deployment of an adapter in another environment', () =>
    on('coordinator-v2.getTechAdapterDeployment', (reply, { path }, memory) => {
      const all = [...kindOf(memory.things, 'deployments')];
      const own = all.find(([key]) => key.startsWith(`${path['id']} `));
      return reply.status === 404 && own !== undefined ? { status: 200, body: own[1] } : reply;
    }),
  ),
  mutant('P-57', 'returns all log entries for level ERROR', () =>
    on('coordinator-v1.getPlanLogs', (reply, { query }) => {
      const entry = { timestamp: '2025-06-02T09:30:00.000Z', severity: 'INFO', message: 'begun' };
      return reply.status === 200 && query['level'] === 'ERROR' ? { ...reply, body: [entry] } : reply;
    }),
  ),
  mutant('P-58', 'returns the configuration of the language model as that of the embedder', () =>
    on('assistant.getEmbedderConfig', (reply, _call, memory) =>
      reply.status === 200 ? { ...reply, body: memory.models.get('Llm') ?? reply.body } : reply,
    ),
  ),
  mutant('P-59', 'uses the same session id for all new conversations', () =>
    onGood('assistant.runTask', (body, { input }) => ({
      ...body,
      session_id: membersOf(input)['session_id'] ?? 'the-one',
    })),
  ),
  mutant('P-60', 'uses another field than the documented one as the name of resources', () =>
    onGood('governance.getResourceType', (body) => {
      const own = membersOf(body['descriptorConfiguration']);
      const isUsual = own['resourceNameField'] === 'id';
      return isUsual ? { ...body, descriptorConfiguration: { ...own, resourceNameField: 'urn' } } : body;
    }),
  ),
  mutant('P-11', 'accepts a limit of failed policies above the maximum', () =>
    taking('governance.getTopFailedPolicies', ({ input }) => membersOf(input)['limit'] === 51),
  ),
  mutant('P-11', 'accepts results without a verdict or a value', () =>
    taking('governance.pushPolicyEvaluationResults', ({ input }) =>
      (Array.isArray(input) ? input : []).some((one) => !('satisfiesPolicy' in resultOf(one))),
    ),
  ),
];

function resultOf(value: unknown): Body {
  return membersOf(membersOf(value)['result']);
}
