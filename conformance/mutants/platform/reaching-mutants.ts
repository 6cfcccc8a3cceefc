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
    defect: 'lists plans of all environments that begin with the one that was asked for',
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
    defect: 'finds adapters by the beginning of a label',
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
    defect: 'finds a resource by the beginning of its name',
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
    defect: 'finds no resource whose name has a capital letter',
    caughtBy: 'P-42',
    habits: () =>
      on('governance.getResource', (reply, { path }) =>
        /[A-Z]/.test(path['externalId'] ?? '') ? { status: 404, body: { errors: ['unknown'] } } : reply,
      ),
  },
  {
    name: 'whole-for-a-part',
    class: 'linkage between operations',
    defect: 'tells the descriptor of the unit as that of each of its components',
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
    defect: 'tells the descriptor that was provisioned first as that of now',
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
    defect: 'removes what others need before those others',
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
    defect: 'lists an adapter that was replaced once for each time that it was stored',
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
    defect: 'removes a deployment that is not there',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, { things }) =>
        kindOf(things, 'adapters').has(path['id'] ?? '') ? { status: 204 } : reply,
      ),
  },
  {
    name: 'deployed-once-for-all',
    class: 'sequence',
    defect: 'refuses to replace a deployment',
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
    defect: 'evaluates by policies of which one of several selectors fits',
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
    defect: 'compares what it finds with the first value of a selector',
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
    defect: 'finds nothing in a descriptor below its first level',
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
    defect: 'evaluates by metrics that wait for results of others',
    caughtBy: 'P-51',
    habits: () =>
      asking(
        ({ trigger }, _call, isFitting, kind) => isFitting || (trigger === 'passive' && kind === 'metric'),
      ),
  },
  {
    name: 'metrics-on-trial-idle',
    class: 'state over time',
    defect: 'evaluates by no metric that is on trial',
    caughtBy: 'P-51',
    habits: () =>
      asking(({ status }, _call, isFitting, kind) => isFitting && !(status === 'grace' && kind === 'metric')),
  },
  {
    name: 'change-told-and-forgotten',
    class: 'state over time',
    defect: 'answers with the description that a metric was given, and keeps the one before',
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
    defect: 'loses the tags of a policy that is moved',
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
    defect: 'tells a result as late that has just arrived',
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
    defect: 'leads on from the last page with an empty text',
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
    defect: 'resolves all types at the usual path',
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
    defect: 'lists the first six agents',
    caughtBy: 'P-28',
    habits: () =>
      on('assistant.listAgents', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.slice(0, 6) } : reply,
      ),
  },
  {
    name: 'idle-names-are-free',
    class: 'identity and isolation',
    defect: 'gives the name of an agent that is out of use to another one',
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
    defect: 'says of a task that was done why it could not be done',
    caughtBy: 'P-59',
    habits: () =>
      onGood('assistant.runTask', (body) => ({ ...body, error_message: 'The agent did not answer.' })),
  },
  {
    name: 'one-character-more',
    class: 'negatives',
    defect: 'takes descriptions of agents that are a character too long',
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
