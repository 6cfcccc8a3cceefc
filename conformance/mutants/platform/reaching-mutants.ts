import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf, type Memory } from './memory.ts';
import type { Body, Call, Habits } from './server.ts';

const UNIT = 'coordinator-v2.getDeploymentUnitStatus';

/** Platform mutants whose operations affect too much or too little: partial names, partial lists, partial updates. */
export const reachingMutants: readonly PlatformMutant[] = [
  mutant('P-37', 'lists plans of all environments that start with the requested one', () =>
    on('coordinator-v1.listProvisioningPlans', (reply, { query }, { plans }) => {
      const wanted = listOf(query, 'environments').map(String);
      const unit = query['data-product-id'];
      if (reply.status !== 200 || wanted.length === 0 || unit === undefined) return reply;
      const provisioningPlans = plans
        .filter((one) => one.unit === unit && wanted.some((name) => one.environment.startsWith(name)))
        .map(({ token, environment, action }) => ({
          environment,
          dag: { id: token, name: token, status: 'COMPLETED', action },
        }));
      return { ...reply, body: { provisioningPlans } };
    }),
  ),
  mutant('P-37', 'finds adapters by the start of a label', () =>
    on(ADAPTERS, (reply, { query }, { things }) => {
      const wanted = listOf(query, 'labels').map(String);
      if (reply.status !== 200 || wanted.length === 0) return reply;
      const data = [...kindOf(things, 'adapters').values()].filter((one) =>
        wanted.every((label) => listOf(one, 'labels').some((other) => String(other).startsWith(label))),
      );
      const pagination = { offset: 0, limit: Number(query['limit']), total: data.length };
      return { ...reply, body: { data, meta: { pagination } } };
    }),
  ),
  mutant('P-42', 'finds a resource by the start of its name', () =>
    on('governance.getResource', (reply, { path, query }, { resources }) => {
      const [name, environment] = [path['externalId'] ?? '', String(query['environment'])];
      const key = [...resources.keys()].find(
        (one) => one.startsWith(name) && one.endsWith(` ${environment}`),
      );
      return reply.status === 404 && key !== undefined ? { status: 200, body: resources.get(key) } : reply;
    }),
  ),
  mutant('P-42', 'does not find a resource whose name has an upper-case letter', () =>
    on('governance.getResource', (reply, { path }) =>
      /[A-Z]/.test(path['externalId'] ?? '') ? { status: 404, body: { errors: ['unknown'] } } : reply,
    ),
  ),
  mutant('P-48', 'returns the descriptor of the unit for each of its components', () =>
    onGood('coordinator-v2.getComponentStatus', (body, { path }) =>
      body['provisioningDetails'] === undefined
        ? body
        : { ...body, provisioningDetails: { descriptor: { id: path['deployment-unit-id'] } } },
    ),
  ),
  mutant('P-48', 'returns the first provisioned descriptor as the current one', () => {
    const first = new Map<string, unknown>();
    return onGood(UNIT, (body, { path }) => {
      const details = membersOf(body['provisioningDetails']);
      if (details['descriptor'] === undefined) return body;
      const key = path['deployment-unit-id'] ?? '';
      const descriptor = first.get(key) ?? details['descriptor'];
      first.set(key, descriptor);
      return { ...body, provisioningDetails: { ...details, descriptor } };
    });
  }),
  mutant('P-45', 'removes dependencies before their dependants', () =>
    onGood('coordinator-v2.previewProvisioning', (body) => {
      const operations = listOf(body, 'operations');
      const isRemoval = operations.every((one) => membersOf(one)['action'] === 'UNDEPLOY');
      return isRemoval ? { ...body, operations: [...operations].reverse() } : body;
    }),
  ),
  mutant('P-62', 'lists a replaced adapter once for each time that it was stored', () => {
    const stored = new Map<unknown, number>();
    return {
      answer: (reply, { operation }) => {
        const { id } = membersOf(reply.body);
        if (operation === 'coordinator-v2.upsertTechAdapter') stored.set(id, (stored.get(id) ?? 0) + 1);
        if (operation !== ADAPTERS || reply.status !== 200) return reply;
        const body = membersOf(reply.body);
        const data = page(body).flatMap((one) => {
          const times = stored.get(membersOf(one)['id']) ?? 1;
          return Array.from({ length: times }, () => one);
        });
        return { ...reply, body: { ...body, data: data.slice(0, 20) } };
      },
    } satisfies Partial<Habits>;
  }),
  mutant('P-56', 'confirms the removal of an unknown deployment', () =>
    on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, { things }) =>
      kindOf(things, 'adapters').has(path['id'] ?? '') ? { status: 204 } : reply,
    ),
  ),
  mutant('P-56', 'rejects the replacement of a deployment', () => {
    const known = new Set<string>();
    return on('coordinator-v2.putTechAdapterDeployment', (reply, { path }) => {
      const key = `${path['id']} ${path['environment']}`;
      if (reply.status !== 200) return reply;
      if (known.has(key)) return { status: 400, body: { errors: ['known'], userMessage: 'It is there.' } };
      known.add(key);
      return reply;
    });
  }),
  mutant('P-51', 'evaluates policies when only one of several selectors matches', () =>
    asking((entity, { input }, isFitting) => {
      const { descriptor } = membersOf(input);
      const values = listOf(entity, 'selectors').flatMap((one) => listOf(membersOf(one), 'values'));
      const isAny = values.some((one) => String(descriptor).includes(String(one)));
      return isFitting || (entity['trigger'] === 'active' && isAny);
    }),
  ),
  mutant('P-51', 'compares values with the first value of a selector only', () =>
    asking(
      (entity, { input }, isFitting) =>
        isFitting &&
        listOf(entity, 'selectors').every((one) => {
          const [first] = listOf(membersOf(one), 'values');
          return String(membersOf(input)['descriptor']).includes(String(first));
        }),
    ),
  ),
  mutant('P-51', 'matches only top-level fields of a descriptor', () =>
    asking((entity, _call, isFitting) => {
      const paths = listOf(entity, 'selectors').map((one) => String(membersOf(one)['path']));
      return isFitting && paths.every((one) => !one.includes('.'));
    }),
  ),
  mutant('P-51', 'evaluates passive metrics', () =>
    asking(
      ({ trigger }, _call, isFitting, kind) => isFitting || (trigger === 'passive' && kind === 'metric'),
    ),
  ),
  mutant('P-51', 'does not evaluate metrics in grace', () =>
    asking(({ status }, _call, isFitting, kind) => isFitting && !(status === 'grace' && kind === 'metric')),
  ),
  mutant('P-63', 'returns the new description of a metric, and keeps the old one', () =>
    on('governance.patchMetric', (reply, { path, input }, { entities }) => {
      const entity = entities.get(path['id'] ?? '');
      if (reply.status !== 200 || entity === undefined || !('description' in membersOf(input))) return reply;
      const body = { ...entity };
      entity['description'] = 'What it was.';
      return { ...reply, body };
    }),
  ),
  mutant('P-63', 'loses the tags of a policy when its status changes', () =>
    on('governance.updatePolicyStatus', (reply, { path }, { entities }) => {
      const entity = entities.get(path['id'] ?? '');
      if (reply.status !== 200 || entity === undefined) return reply;
      entity['tags'] = [];
      return { ...reply, body: { ...entity } };
    }),
  ),
  mutant('P-43', 'reports a result that has just arrived as late', () =>
    onGood('governance.updateEvaluationStatus', (body, { input }) => {
      const told = membersOf(body['resultScheduling']);
      const isNew = typeof membersOf(membersOf(input)['lastResultId'])['newValue'] === 'string';
      return isNew && told['status'] !== undefined
        ? { ...body, resultScheduling: { ...told, status: 'LATE' } }
        : body;
    }),
  ),
  mutant('P-25', 'returns an empty string as the cursor of the last page', () =>
    onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { nextCursor: '', ...pagination } } };
    }),
  ),
  mutant('P-60', 'resolves all types at the default path', () => ({
    answer: (reply, { operation }) => {
      const body = membersOf(reply.body);
      const resolver = membersOf(body['resolverConfiguration']);
      const isTold = /ResourceType$/.test(operation) && resolver['path'] !== undefined;
      const resolverConfiguration = { ...resolver, path: 'v1/resolve' };
      return isTold ? { ...reply, body: { ...body, resolverConfiguration } } : reply;
    },
  })),
  mutant('P-28', 'lists the first six agents only', () =>
    on('assistant.listAgents', (reply) =>
      Array.isArray(reply.body) ? { ...reply, body: reply.body.slice(0, 6) } : reply,
    ),
  ),
  mutant('P-40', 'gives the name of an inactive agent to another one', () =>
    on('assistant.createAgent', (reply, { input }, { things }) => {
      const agents = kindOf(things, 'agents');
      const { name, endpoint } = membersOf(input);
      const isIdle = [...agents.values()].some((one) => one['name'] === name && one['active'] === false);
      if (reply.status !== 400 || !isIdle || typeof endpoint !== 'string') return reply;
      const id = crypto.randomUUID();
      const agent = { active: true, ...membersOf(input), id };
      agents.set(id, agent);
      return { status: 201, body: agent };
    }),
  ),
  mutant('P-59', 'returns an error message with a successful task', () =>
    onGood('assistant.runTask', (body) => ({ ...body, error_message: 'The agent did not answer.' })),
  ),
  mutant('P-11', 'accepts a description of an agent that is one character too long', () => ({
    refuse: ({ operation, input }, faults) =>
      operation === 'assistant.createAgent' && String(membersOf(input)['description']).length === 1025
        ? []
        : faults,
  })),
];

/** Decides anew which policies and metrics apply to a resource, and so applies the wrong ones. */
function asking(
  isAsked: (entity: Body, call: Call, isFitting: boolean, kind: string | undefined) => boolean,
): Partial<Habits> {
  return on('governance.evaluate', (reply, call, memory) => {
    const report = memory.reports.get(String(membersOf(reply.body)['reportId']));
    if (report === undefined) return reply;
    const results = listOf(report, 'evaluationResults').map(membersOf);
    const fitting = new Set(results.map(({ governanceEntityId }) => governanceEntityId));
    report['evaluationResults'] = inPlace(memory, call)
      .filter((one) => isAsked(one, call, fitting.has(one['id']), memory.kinds.get(String(one['id']))))
      .map(({ id, status }) => ({
        governanceEntityId: id,
        governanceEntityType: memory.kinds.get(String(id)),
        governanceEntityStatus: status,
        resource: { id: membersOf(call.input)['id'], environment: membersOf(call.input)['environment'] },
        outcome: 'ok',
      }));
    return reply;
  });
}

/** The policies and metrics that are enabled or in grace for the type and environment of a resource. */
function inPlace({ entities }: Memory, { input }: Call): Body[] {
  const { resourceType, environment } = membersOf(input);
  return [...entities.values()].filter(
    (one) =>
      one['resourceType'] === resourceType &&
      one['environment'] === environment &&
      ['enabled', 'grace'].includes(String(one['status'])),
  );
}
