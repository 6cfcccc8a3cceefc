import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, on, onGood, type PlatformMutant, taking } from './habits.ts';
import type { Body, Habits } from './server.ts';

/** Platform mutants that reject valid values, or do not return what was stored. */
export const takingMutants: readonly PlatformMutant[] = [
  mutant('P-66', 'rejects the maximum limit', () =>
    on('coordinator-v1.resolve', (reply, { query }) =>
      query['limit'] === 50 && reply.status < 400
        ? { status: 400, body: { errors: ['limit is too big'] } }
        : reply,
    ),
  ),
  mutant('P-66', 'rejects the last of the log levels', () =>
    on('coordinator-v1.setLogLevel', (reply, { path }, memory) => {
      if (path['level'] !== 'OFF' || reply.status >= 400) return reply;
      memory.level = 'INFO';
      return { status: 400, body: { errors: ['OFF is no level'] } };
    }),
  ),
  mutant('P-67', 'replaces non-ASCII letters with question marks', () =>
    onGood('governance.createPolicy', (body) => ({
      ...body,
      description: String(body['description']).replaceAll(/[^ -~]/g, '?'),
    })),
  ),
  mutant('P-67', 'loses the last range of the thresholds of a metric', () =>
    onGood('governance.createMetric', (body) => {
      const thresholds = membersOf(body['thresholds']);
      const ranges = Array.isArray(thresholds['ranges']) ? thresholds['ranges'].slice(0, -1) : [];
      return { ...body, thresholds: { ...thresholds, ranges } };
    }),
  ),
  mutant('P-67', 'activates every new agent', () =>
    onGood('assistant.createAgent', (body) => ({ ...body, active: true })),
  ),
  mutant('P-68', 'reports offset 0 for every page of adapters', () =>
    onGood(ADAPTERS, (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { ...pagination, offset: 0 } } };
    }),
  ),
  mutant('P-70', 'crashes on a descriptor that cannot be parsed', () =>
    on('coordinator-v1.deploy', (reply, { input }) =>
      reply.status === 400 && String(membersOf(input)['descriptor']).includes('unclosed')
        ? { status: 500, body: { error: 'the parser failed', code: 'COR_FAILED' } }
        : reply,
    ),
  ),
  mutant('P-15', 'updates a metric at the path of a policy', () =>
    on('governance.patchPolicy', (reply, { path }, memory) =>
      reply.status === 404 && memory.kinds.get(path['id'] ?? '') === 'metric'
        ? { status: 200, body: memory.entities.get(path['id'] ?? '') }
        : reply,
    ),
  ),
  mutant('P-15', 'crashes on a deployment unit that was never provisioned', () =>
    on('coordinator-v2.getDeploymentUnitStatus', (reply, { path, query }, memory) =>
      memory.units.has(`${path['deployment-unit-id']} ${String(query['environment'])}`) ||
      path['deployment-unit-id']?.startsWith('urn:') === true
        ? reply
        : { status: 500, body: { error: 'no such key', code: 'COR_FAILED' } },
    ),
  ),
  mutant('P-47', 'deploys a unit during a validation', () =>
    on('coordinator-v1.validateDescriptor', (reply, { input }, memory) => {
      const descriptor = String(membersOf(input)['descriptor']);
      const id = /^id: "?([^"\n]+)/m.exec(descriptor)?.[1] ?? '';
      if (reply.status === 200) {
        const states = new Map([['', 'DEPLOYED']]);
        memory.units.set(`${id} development`, { id, environment: 'development', descriptor, states });
      }
      return reply;
    }),
  ),
  mutant('P-49', 'reports staging as the environment of every plan', () =>
    onGood('coordinator-v1.getProvisioningPlan', (body) => ({ ...body, environment: 'staging' })),
  ),
  mutant('P-48', 'finishes the plan of a data product without deploying anything', () =>
    on('coordinator-v1.deploy', (reply, _call, memory) => {
      const plan = memory.plans.find(({ token }) => token === reply.body);
      if (plan !== undefined) delete plan.settle;
      return reply;
    }),
  ),
  mutant('P-40', 'provisions a component without a target status', () =>
    on('coordinator-v2.startProvisioning', (reply, { path }) =>
      reply.status === 400 && /-ruled\b/.test(path['deployment-unit-id'] ?? '')
        ? { status: 202, body: crypto.randomUUID() }
        : reply,
    ),
  ),
  mutant('P-49', 'reports the state of another concurrent plan', () =>
    on('coordinator-v1.getProvisioningPlan', (reply, { path }, memory) => {
      const isOne = memory.plans.some(
        ({ token, unit }) => token === path['token'] && /-stopped\b/.test(unit),
      );
      const other = memory.plans.find(({ unit }) => /-left-running\b/.test(unit));
      if (reply.status !== 200 || !isOne || other === undefined) return reply;
      const dag = { ...membersOf(membersOf(reply.body)['dag']), descriptor: other.descriptor };
      return { ...reply, body: { ...membersOf(reply.body), dag } };
    }),
  ),
  mutant('P-50', 'returns a report with the environment of a later evaluation', () =>
    on('governance.getEvaluationReport', (reply, _call, memory) => {
      const all = [...memory.reports.values()];
      const own = membersOf(reply.body);
      const later = all.slice(all.findIndex(({ id }) => id === own['id']) + 1);
      const other = later.find((one) => one['environment'] !== own['environment']);
      return reply.status === 200 && other !== undefined
        ? { ...reply, body: { ...own, environment: other['environment'] } }
        : reply;
    }),
  ),
  mutant('P-63', 'keeps one status for all policies and metrics of a resource', () =>
    on('governance.updateEvaluationStatus', (reply, _call, memory) => {
      const [first] = [...memory.statuses.values()];
      const body = membersOf(reply.body);
      return reply.status === 200
        ? { ...reply, body: { ...body, identifier: first?.['identifier'] } }
        : reply;
    }),
  ),
  mutant('P-63', 'moves all metrics to grace with one of them', () =>
    on('governance.updateMetricStatus', (reply, { input }, memory) => {
      const { status } = membersOf(input);
      if (reply.status !== 200 || status !== 'grace') return reply;
      for (const [id, one] of memory.entities)
        if (memory.kinds.get(id) === 'metric' && one['status'] === 'draft') one['status'] = status;
      return reply;
    }),
  ),
  mutant('P-58', 'configures the embedder together with the language model', () =>
    on('assistant.setLlmConfig', (reply, { input }, memory) => {
      if (reply.status === 200 && memory.models.has('Embedder'))
        memory.models.set('Embedder', { ...membersOf(input), model: 'another', api_key: '********' });
      return reply;
    }),
  ),
  mutant('P-54', 'rejects all results of policies', () =>
    on('governance.pushPolicyEvaluationResults', (reply) =>
      reply.status < 300
        ? { status: 422, body: { errors: ['not now'], code: 'CGP_RESULTS_REFUSED' } }
        : reply,
    ),
  ),
  mutant('P-25', 'returns a cursor after the last page, and the last page again', () =>
    onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { nextCursor: '99', ...pagination } } };
    }),
  ),
  mutant('P-37', 'treats several labels of a query as one', () =>
    on(ADAPTERS, (reply, { query }) =>
      Array.isArray(query['labels']) && query['labels'].length > 1
        ? {
            ...reply,
            body: { data: [], meta: { pagination: { total: 0, offset: 0, limit: 20, count: 0 } } },
          }
        : reply,
    ),
  ),
  mutant('P-11', 'accepts a policy of a guardian with both an id and a name', () =>
    taking('coordinator-v1.registerInfrastructureTemplate', ({ input }) =>
      /"id":[^}]*"name":|"name":[^}]*"id":/.test(JSON.stringify(membersOf(input)['properties'] ?? {})),
    ),
  ),
  mutant('P-02', 'returns 204 for an abort', () =>
    on('coordinator-v2.abortProvisioning', (reply) => (reply.status === 202 ? { status: 204 } : reply)),
  ),
  mutant('P-48', 'removes a unit on an abort, although no plan runs', () =>
    on('coordinator-v2.abortProvisioning', (reply, { path }, memory) => {
      for (const key of memory.units.keys())
        if (key.startsWith(`${path['deployment-unit-id']} `)) memory.units.delete(key);
      return reply;
    }),
  ),
  mutant('P-66', 'rejects additional access control fields', () => ({
    refuse: ({ operation, input }, faults) =>
      operation === 'coordinator-v1.updateAcl' && 'own' in membersOf(membersOf(input)['accessControlFields'])
        ? ['accessControlFields.own is unknown']
        : faults,
  })),
  mutant('P-21', 'ignores the limit of the failed policies', () =>
    topFailed(({ limit }) => (limit === undefined ? 2 : 12)),
  ),
  mutant('P-24', 'lists twelve failed policies when no limit is given', () =>
    topFailed(({ limit = 12 }) => Number(limit)),
  ),
];

/** Returns as many failed policies as `count` computes from the request body. */
function topFailed(count: (body: Body) => number): Partial<Habits> {
  return onGood('governance.getTopFailedPolicies', (_body, { input }) => ({
    data: Array.from({ length: count(membersOf(input)) }, (_, index) => ({
      governanceEntityId: `policy-${index}`,
      name: `Policy ${index}`,
      failures: 1,
    })),
  }));
}
