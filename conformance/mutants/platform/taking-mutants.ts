import { membersOf } from './asked.ts';
import { ADAPTERS, createdFor, on, onGood, type PlatformMutant, taking } from './habits.ts';
import type { Body, Habits } from './server.ts';

/** Platform mutants that reject valid values, or do not return what was stored. */
export const takingMutants: readonly PlatformMutant[] = [
  {
    name: 'one-less-than-allowed',
    class: 'negatives',
    defect: 'rejects the maximum limit',
    caughtBy: 'P-66',
    habits: () =>
      on('coordinator-v1.resolve', (reply, { query }) =>
        query['limit'] === 50 && reply.status < 400
          ? { status: 400, body: { errors: ['limit is too big'] } }
          : reply,
      ),
  },
  {
    name: 'no-way-to-be-silent',
    class: 'negatives',
    defect: 'rejects the last of the log levels',
    caughtBy: 'P-66',
    habits: () =>
      on('coordinator-v1.setLogLevel', (reply, { path }, memory) => {
        if (path['level'] !== 'OFF' || reply.status >= 400) return reply;
        memory.level = 'INFO';
        return { status: 400, body: { errors: ['OFF is no level'] } };
      }),
  },
  {
    name: 'ascii-only',
    class: 'shape',
    defect: 'replaces non-ASCII letters with question marks',
    caughtBy: 'P-67',
    habits: () =>
      onGood('governance.createPolicy', (body) => ({
        ...body,
        description: String(body['description']).replaceAll(/[^ -~]/g, '?'),
      })),
  },
  {
    name: 'thresholds-cut-short',
    class: 'linkage between operations',
    defect: 'loses the last range of the thresholds of a metric',
    caughtBy: 'P-67',
    habits: () =>
      onGood('governance.createMetric', (body) => {
        const thresholds = membersOf(body['thresholds']);
        const ranges = Array.isArray(thresholds['ranges']) ? thresholds['ranges'].slice(0, -1) : [];
        return { ...body, thresholds: { ...thresholds, ranges } };
      }),
  },
  {
    name: 'always-in-use',
    class: 'cross-field meaning',
    defect: 'activates every new agent',
    caughtBy: 'P-67',
    habits: () => onGood('assistant.createAgent', (body) => ({ ...body, active: true })),
  },
  {
    name: 'every-page-the-first',
    class: 'cross-field meaning',
    defect: 'reports offset 0 for every page of adapters',
    caughtBy: 'P-68',
    habits: () =>
      onGood(ADAPTERS, (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { ...pagination, offset: 0 } } };
      }),
  },
  {
    name: 'trips-over-yaml',
    class: 'negatives',
    defect: 'crashes on a descriptor that cannot be parsed',
    caughtBy: 'P-70',
    habits: () =>
      on('coordinator-v1.deploy', (reply, { input }) =>
        reply.status === 400 && String(membersOf(input)['descriptor']).includes('unclosed')
          ? { status: 500, body: { error: 'the parser failed', code: 'COR_FAILED' } }
          : reply,
      ),
  },
  {
    name: 'metric-for-a-policy',
    class: 'identity and isolation',
    defect: 'updates a metric at the path of a policy',
    caughtBy: 'P-15',
    habits: () =>
      on('governance.patchPolicy', (reply, { path }, memory) =>
        reply.status === 404 && memory.kinds.get(path['id'] ?? '') === 'metric'
          ? { status: 200, body: memory.entities.get(path['id'] ?? '') }
          : reply,
      ),
  },
  {
    name: 'unknown-unit-breaks',
    class: 'negatives',
    defect: 'crashes on a deployment unit that was never provisioned',
    caughtBy: 'P-15',
    habits: () =>
      on('coordinator-v2.getDeploymentUnitStatus', (reply, { path, query }, memory) =>
        memory.units.has(`${path['deployment-unit-id']} ${String(query['environment'])}`) ||
        path['deployment-unit-id']?.startsWith('urn:') === true
          ? reply
          : { status: 500, body: { error: 'no such key', code: 'COR_FAILED' } },
      ),
  },
  {
    name: 'validates-and-does',
    class: 'linkage between operations',
    defect: 'deploys a unit during a validation',
    caughtBy: 'P-47',
    habits: () =>
      on('coordinator-v1.validateDescriptor', (reply, { input }, memory) => {
        const descriptor = String(membersOf(input)['descriptor']);
        const id = /^id: "?([^"\n]+)/m.exec(descriptor)?.[1] ?? '';
        if (reply.status === 200) {
          const states = new Map([['', 'DEPLOYED']]);
          memory.units.set(`${id} development`, { id, environment: 'development', descriptor, states });
        }
        return reply;
      }),
  },
  {
    name: 'plan-elsewhere',
    class: 'linkage between operations',
    defect: 'reports staging as the environment of every plan',
    caughtBy: 'P-49',
    habits: () =>
      onGood('coordinator-v1.getProvisioningPlan', (body) => ({ ...body, environment: 'staging' })),
  },
  {
    name: 'plan-without-work',
    class: 'linkage between operations',
    defect: 'finishes the plan of a data product without deploying anything',
    caughtBy: 'P-48',
    habits: () =>
      on('coordinator-v1.deploy', (reply, _call, memory) => {
        const plan = memory.plans.find(({ token }) => token === reply.body);
        if (plan !== undefined) delete plan.settle;
        return reply;
      }),
  },
  {
    name: 'starts-with-less',
    class: 'negatives',
    defect: 'provisions a component without a target status',
    caughtBy: 'P-40',
    habits: () =>
      on('coordinator-v2.startProvisioning', (reply, { path }) =>
        reply.status === 400 && /-ruled\b/.test(path['deployment-unit-id'] ?? '')
          ? { status: 202, body: crypto.randomUUID() }
          : reply,
      ),
  },
  {
    name: 'plan-of-the-neighbor',
    class: 'identity and isolation',
    defect: 'reports the state of another concurrent plan',
    caughtBy: 'P-49',
    habits: () =>
      on('coordinator-v1.getProvisioningPlan', (reply, { path }, memory) => {
        const isOne = memory.plans.some(
          ({ token, unit }) => token === path['token'] && /-stopped\b/.test(unit),
        );
        const other = memory.plans.find(({ unit }) => /-left-running\b/.test(unit));
        if (reply.status !== 200 || !isOne || other === undefined) return reply;
        const dag = { ...membersOf(membersOf(reply.body)['dag']), descriptor: other.descriptor };
        return { ...reply, body: { ...membersOf(reply.body), dag } };
      }),
  },
  {
    name: 'later-report',
    class: 'identity and isolation',
    defect: 'returns a report with the environment of a later evaluation',
    caughtBy: 'P-50',
    habits: () =>
      on('governance.getEvaluationReport', (reply, _call, memory) => {
        const all = [...memory.reports.values()];
        const own = membersOf(reply.body);
        const later = all.slice(all.findIndex(({ id }) => id === own['id']) + 1);
        const other = later.find((one) => one['environment'] !== own['environment']);
        return reply.status === 200 && other !== undefined
          ? { ...reply, body: { ...own, environment: other['environment'] } }
          : reply;
      }),
  },
  {
    name: 'one-status-for-all',
    class: 'identity and isolation',
    defect: 'keeps one status for all policies and metrics of a resource',
    caughtBy: 'P-63',
    habits: () =>
      on('governance.updateEvaluationStatus', (reply, _call, memory) => {
        const [first] = [...memory.statuses.values()];
        const body = membersOf(reply.body);
        return reply.status === 200
          ? { ...reply, body: { ...body, identifier: first?.['identifier'] } }
          : reply;
      }),
  },
  {
    name: 'moves-them-all',
    class: 'identity and isolation',
    defect: 'moves all metrics to grace with one of them',
    caughtBy: 'P-63',
    habits: () =>
      on('governance.updateMetricStatus', (reply, { input }, memory) => {
        const { status } = membersOf(input);
        if (reply.status !== 200 || status !== 'grace') return reply;
        for (const [id, one] of memory.entities)
          if (memory.kinds.get(id) === 'metric' && one['status'] === 'draft') one['status'] = status;
        return reply;
      }),
  },
  {
    name: 'one-model-for-both',
    class: 'identity and isolation',
    defect: 'configures the embedder together with the language model',
    caughtBy: 'P-58',
    habits: () =>
      on('assistant.setLlmConfig', (reply, { input }, memory) => {
        if (reply.status === 200 && memory.models.has('Embedder'))
          memory.models.set('Embedder', { ...membersOf(input), model: 'another', api_key: '********' });
        return reply;
      }),
  },
  {
    name: 'no-results-at-all',
    class: 'state over time',
    defect: 'rejects all results of policies',
    caughtBy: 'P-54',
    habits: () =>
      on('governance.pushPolicyEvaluationResults', (reply) =>
        reply.status < 300
          ? { status: 422, body: { errors: ['not now'], code: 'CGP_RESULTS_REFUSED' } }
          : reply,
      ),
  },
  {
    name: 'cursor-for-ever',
    class: 'sequence',
    defect: 'returns a cursor after the last page, and the last page again',
    caughtBy: 'P-25',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { nextCursor: '99', ...pagination } } };
      }),
  },
  {
    name: 'labels-read-as-one',
    class: 'cross-field meaning',
    defect: 'treats several labels of a query as one',
    caughtBy: 'P-37',
    habits: () =>
      on(ADAPTERS, (reply, { query }) =>
        Array.isArray(query['labels']) && query['labels'].length > 1
          ? {
              ...reply,
              body: { data: [], meta: { pagination: { total: 0, offset: 0, limit: 20, count: 0 } } },
            }
          : reply,
      ),
  },
  {
    name: 'policy-by-id-and-name',
    class: 'negatives',
    defect: 'accepts a policy of a guardian with both an id and a name',
    caughtBy: 'P-11',
    habits: () =>
      taking('coordinator-v1.registerInfrastructureTemplate', ({ input }) =>
        /"id":[^}]*"name":|"name":[^}]*"id":/.test(JSON.stringify(membersOf(input)['properties'] ?? {})),
      ),
  },
  {
    name: 'abort-without-word',
    class: 'shape',
    defect: 'returns 204 for an abort',
    caughtBy: 'P-02',
    habits: () =>
      on('coordinator-v2.abortProvisioning', (reply) => (reply.status === 202 ? { status: 204 } : reply)),
  },
  {
    name: 'abort-undeploys',
    class: 'state over time',
    defect: 'removes a unit on an abort, although no plan runs',
    caughtBy: 'P-48',
    habits: () =>
      on('coordinator-v2.abortProvisioning', (reply, { path }, memory) => {
        for (const key of memory.units.keys())
          if (key.startsWith(`${path['deployment-unit-id']} `)) memory.units.delete(key);
        return reply;
      }),
  },
  {
    name: 'own-acl-fields-refused',
    class: 'negatives',
    defect: 'rejects additional access control fields',
    caughtBy: 'P-66',
    habits: () => ({
      refuse: ({ operation, input }, faults) =>
        operation === 'coordinator-v1.updateAcl' &&
        'own' in membersOf(membersOf(input)['accessControlFields'])
          ? ['accessControlFields.own is unknown']
          : faults,
    }),
  },
  {
    name: 'stores-with-201',
    class: 'shape',
    defect: 'returns 201 for storing an adapter',
    caughtBy: 'P-02',
    habits: () => createdFor('coordinator-v2.upsertTechAdapter'),
  },
  {
    name: 'all-that-failed',
    class: 'negatives',
    defect: 'ignores the limit of the failed policies',
    caughtBy: 'P-21',
    habits: () => topFailed(({ limit }) => (limit === undefined ? 2 : 12)),
  },
  {
    name: 'a-dozen-by-default',
    class: 'negatives',
    defect: 'lists twelve failed policies when no limit is given',
    caughtBy: 'P-24',
    habits: () => topFailed(({ limit = 12 }) => Number(limit)),
  },
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
