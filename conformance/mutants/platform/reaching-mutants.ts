import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf, type Memory } from './memory.ts';
import type { Body, Call, Habits } from './server.ts';

const UNIT = 'coordinator-v2.getDeploymentUnitStatus';

/** Platform mutants whose operations affect too much or too little: partial names, partial lists, partial updates. */
export const reachingMutants: readonly PlatformMutant[] = [
  {
    name: 'environments-by-their-beginning',
    class: 'negatives',
    defect: 'lists plans of all environments that start with the requested one',
    caughtBy: 'P-37',
    habits: () =>
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
  },
  {
    name: 'labels-by-their-beginning',
    class: 'negatives',
    defect: 'finds adapters by the start of a label',
    caughtBy: 'P-37',
    habits: () =>
      on(ADAPTERS, (reply, { query }, { things }) => {
        const wanted = listOf(query, 'labels').map(String);
        if (reply.status !== 200 || wanted.length === 0) return reply;
        const data = [...kindOf(things, 'adapters').values()].filter((one) =>
          wanted.every((label) => listOf(one, 'labels').some((other) => String(other).startsWith(label))),
        );
        const pagination = { offset: 0, limit: Number(query['limit']), total: data.length };
        return { ...reply, body: { data, meta: { pagination } } };
      }),
  },
  {
    name: 'half-a-name-is-enough',
    class: 'negatives',
    defect: 'finds a resource by the start of its name',
    caughtBy: 'P-42',
    habits: () =>
      on('governance.getResource', (reply, { path, query }, { resources }) => {
        const [name, environment] = [path['externalId'] ?? '', String(query['environment'])];
        const key = [...resources.keys()].find(
          (one) => one.startsWith(name) && one.endsWith(` ${environment}`),
        );
        return reply.status === 404 && key !== undefined ? { status: 200, body: resources.get(key) } : reply;
      }),
  },
  {
    name: 'resources-in-small-letters',
    class: 'identity and isolation',
    defect: 'does not find a resource whose name has an upper-case letter',
    caughtBy: 'P-42',
    habits: () =>
      on('governance.getResource', (reply, { path }) =>
        /[A-Z]/.test(path['externalId'] ?? '') ? { status: 404, body: { errors: ['unknown'] } } : reply,
      ),
  },
  {
    name: 'whole-for-a-part',
    class: 'linkage between operations',
    defect: 'returns the descriptor of the unit for each of its components',
    caughtBy: 'P-48',
    habits: () =>
      onGood('coordinator-v2.getComponentStatus', (body, { path }) =>
        body['provisioningDetails'] === undefined
          ? body
          : { ...body, provisioningDetails: { descriptor: { id: path['deployment-unit-id'] } } },
      ),
  },
  {
    name: 'descriptor-of-the-first-plan',
    class: 'state over time',
    defect: 'returns the first provisioned descriptor as the current one',
    caughtBy: 'P-48',
    habits: () => {
      const first = new Map<string, unknown>();
      return onGood(UNIT, (body, { path }) => {
        const details = membersOf(body['provisioningDetails']);
        if (details['descriptor'] === undefined) return body;
        const key = path['deployment-unit-id'] ?? '';
        const descriptor = first.get(key) ?? details['descriptor'];
        first.set(key, descriptor);
        return { ...body, provisioningDetails: { ...details, descriptor } };
      });
    },
  },
  {
    name: 'removes-as-it-was-built',
    class: 'sequence',
    defect: 'removes dependencies before their dependants',
    caughtBy: 'P-45',
    habits: () =>
      onGood('coordinator-v2.previewProvisioning', (body) => {
        const operations = listOf(body, 'operations');
        const isRemoval = operations.every((one) => membersOf(one)['action'] === 'UNDEPLOY');
        return isRemoval ? { ...body, operations: [...operations].reverse() } : body;
      }),
  },
  {
    name: 'listed-with-its-past',
    class: 'state over time',
    defect: 'lists a replaced adapter once for each time that it was stored',
    caughtBy: 'P-62',
    habits: () => {
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
    },
  },
  {
    name: 'removed-twice',
    class: 'negatives',
    defect: 'confirms the removal of an unknown deployment',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, { things }) =>
        kindOf(things, 'adapters').has(path['id'] ?? '') ? { status: 204 } : reply,
      ),
  },
  {
    name: 'deployed-once-for-all',
    class: 'sequence',
    defect: 'rejects the replacement of a deployment',
    caughtBy: 'P-56',
    habits: () => {
      const known = new Set<string>();
      return on('coordinator-v2.putTechAdapterDeployment', (reply, { path }) => {
        const key = `${path['id']} ${path['environment']}`;
        if (reply.status !== 200) return reply;
        if (known.has(key)) return { status: 400, body: { errors: ['known'], userMessage: 'It is there.' } };
        known.add(key);
        return reply;
      });
    },
  },
  {
    name: 'any-selector-will-do',
    class: 'cross-field meaning',
    defect: 'evaluates policies when only one of several selectors matches',
    caughtBy: 'P-51',
    habits: () =>
      asking((entity, { input }, isFitting) => {
        const { descriptor } = membersOf(input);
        const values = listOf(entity, 'selectors').flatMap((one) => listOf(membersOf(one), 'values'));
        const isAny = values.some((one) => String(descriptor).includes(String(one)));
        return isFitting || (entity['trigger'] === 'active' && isAny);
      }),
  },
  {
    name: 'first-value-only',
    class: 'cross-field meaning',
    defect: 'compares values with the first value of a selector only',
    caughtBy: 'P-51',
    habits: () =>
      asking(
        (entity, { input }, isFitting) =>
          isFitting &&
          listOf(entity, 'selectors').every((one) => {
            const [first] = listOf(membersOf(one), 'values');
            return String(membersOf(input)['descriptor']).includes(String(first));
          }),
      ),
  },
  {
    name: 'looks-at-the-top-only',
    class: 'cross-field meaning',
    defect: 'matches only top-level fields of a descriptor',
    caughtBy: 'P-51',
    habits: () =>
      asking((entity, _call, isFitting) => {
        const paths = listOf(entity, 'selectors').map((one) => String(membersOf(one)['path']));
        return isFitting && paths.every((one) => !one.includes('.'));
      }),
  },
  {
    name: 'passive-metrics-judge',
    class: 'state over time',
    defect: 'evaluates passive metrics',
    caughtBy: 'P-51',
    habits: () =>
      asking(
        ({ trigger }, _call, isFitting, kind) => isFitting || (trigger === 'passive' && kind === 'metric'),
      ),
  },
  {
    name: 'metrics-on-trial-idle',
    class: 'state over time',
    defect: 'does not evaluate metrics in grace',
    caughtBy: 'P-51',
    habits: () =>
      asking(({ status }, _call, isFitting, kind) => isFitting && !(status === 'grace' && kind === 'metric')),
  },
  {
    name: 'change-told-and-forgotten',
    class: 'state over time',
    defect: 'returns the new description of a metric, and keeps the old one',
    caughtBy: 'P-63',
    habits: () =>
      on('governance.patchMetric', (reply, { path, input }, { entities }) => {
        const entity = entities.get(path['id'] ?? '');
        if (reply.status !== 200 || entity === undefined || !('description' in membersOf(input)))
          return reply;
        const body = { ...entity };
        entity['description'] = 'What it was.';
        return { ...reply, body };
      }),
  },
  {
    name: 'moved-without-its-tags',
    class: 'state over time',
    defect: 'loses the tags of a policy when its status changes',
    caughtBy: 'P-63',
    habits: () =>
      on('governance.updatePolicyStatus', (reply, { path }, { entities }) => {
        const entity = entities.get(path['id'] ?? '');
        if (reply.status !== 200 || entity === undefined) return reply;
        entity['tags'] = [];
        return { ...reply, body: { ...entity } };
      }),
  },
  {
    name: 'late-though-arrived',
    class: 'cross-field meaning',
    defect: 'reports a result that has just arrived as late',
    caughtBy: 'P-43',
    habits: () =>
      onGood('governance.updateEvaluationStatus', (body, { input }) => {
        const told = membersOf(body['resultScheduling']);
        const isNew = typeof membersOf(membersOf(input)['lastResultId'])['newValue'] === 'string';
        return isNew && told['status'] !== undefined
          ? { ...body, resultScheduling: { ...told, status: 'LATE' } }
          : body;
      }),
  },
  {
    name: 'cursor-into-nothing',
    class: 'shape',
    defect: 'returns an empty string as the cursor of the last page',
    caughtBy: 'P-25',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { nextCursor: '', ...pagination } } };
      }),
  },
  {
    name: 'one-path-for-all-resolvers',
    class: 'cross-field meaning',
    defect: 'resolves all types at the default path',
    caughtBy: 'P-60',
    habits: () => ({
      answer: (reply, { operation }) => {
        const body = membersOf(reply.body);
        const resolver = membersOf(body['resolverConfiguration']);
        const isTold = /ResourceType$/.test(operation) && resolver['path'] !== undefined;
        const resolverConfiguration = { ...resolver, path: 'v1/resolve' };
        return isTold ? { ...reply, body: { ...body, resolverConfiguration } } : reply;
      },
    }),
  },
  {
    name: 'few-agents-only',
    class: 'state over time',
    defect: 'lists the first six agents only',
    caughtBy: 'P-28',
    habits: () =>
      on('assistant.listAgents', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.slice(0, 6) } : reply,
      ),
  },
  {
    name: 'idle-names-are-free',
    class: 'identity and isolation',
    defect: 'gives the name of an inactive agent to another one',
    caughtBy: 'P-40',
    habits: () =>
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
  },
  {
    name: 'done-and-why-not',
    class: 'cross-field meaning',
    defect: 'returns an error message with a successful task',
    caughtBy: 'P-59',
    habits: () =>
      onGood('assistant.runTask', (body) => ({ ...body, error_message: 'The agent did not answer.' })),
  },
  {
    name: 'one-character-more',
    class: 'negatives',
    defect: 'accepts a description of an agent that is one character too long',
    caughtBy: 'P-11',
    habits: () => ({
      refuse: ({ operation, input }, faults) =>
        operation === 'assistant.createAgent' && String(membersOf(input)['description']).length === 1025
          ? []
          : faults,
    }),
  },
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
