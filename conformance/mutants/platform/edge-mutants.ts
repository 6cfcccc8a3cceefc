import { membersOf } from './asked.ts';
import { ADAPTERS, on, onGood, type PlatformMutant, page, refusing, taking } from './habits.ts';

/** Platform mutants that fail on boundary values: a limit, an empty text, false, zero, or text of several lines. */
export const edgeMutants: readonly PlatformMutant[] = [
  {
    name: 'fifty-is-too-many',
    class: 'negatives',
    defect: 'rejects the maximum limit of the failed policies',
    caughtBy: 'P-66',
    habits: () =>
      refusing('governance.getTopFailedPolicies', ({ input }) => membersOf(input)['limit'] === 50),
  },
  {
    name: 'stops-safely-only',
    class: 'negatives',
    defect: 'accepts only one of the two abort modes',
    caughtBy: 'P-66',
    habits: () =>
      on('coordinator-v2.abortProvisioning', (reply, { query }) =>
        query['mode'] === 'forced' ? { status: 400, body: { errors: ['mode is unknown'] } } : reply,
      ),
  },
  {
    name: 'counts-bytes',
    class: 'negatives',
    defect: 'measures the length of the description of an agent in bytes',
    caughtBy: 'P-66',
    habits: () =>
      refusing(
        'assistant.createAgent',
        ({ input }) => Buffer.byteLength(String(membersOf(input)['description'])) > 1024,
      ),
  },
  {
    name: 'zero-is-nothing',
    class: 'negatives',
    defect: 'loses a pushed value of zero',
    caughtBy: 'P-66',
    habits: () =>
      refusing('governance.pushMetricEvaluationResults', ({ input }) =>
        /"value":0[,}]/.test(JSON.stringify(input ?? null)),
      ),
  },
  {
    name: 'empty-is-missing',
    class: 'negatives',
    defect: 'omits an empty list of tags of a policy',
    caughtBy: 'P-67',
    habits: () =>
      refusing('governance.createPolicy', ({ input }) =>
        JSON.stringify(membersOf(input)['tags'] ?? null).includes('[]'),
      ),
  },
  {
    name: 'one-line-only',
    class: 'shape',
    defect: 'joins all lines of a description',
    caughtBy: 'P-67',
    habits: () =>
      onGood('assistant.createAgent', (body) => ({
        ...body,
        description: String(body['description']).replaceAll(/\s+/g, ' '),
      })),
  },
  {
    name: 'whole-thresholds',
    class: 'cross-field meaning',
    defect: 'truncates the thresholds of a metric to integers',
    caughtBy: 'P-67',
    habits: () =>
      onGood('governance.createMetric', (body) =>
        JSON.parse(JSON.stringify(body), (_key, value) =>
          typeof value === 'number' ? Math.trunc(value) : value,
        ),
      ),
  },
  {
    name: 'never-turned-off',
    class: 'state over time',
    defect: 'ignores false in an update of an agent',
    caughtBy: 'P-67',
    habits: () =>
      on('assistant.updateAgent', (reply, { input, path }, memory) => {
        const agent = memory.things.get('agents')?.get(path['id'] ?? '');
        if (reply.status !== 200 || membersOf(input)['need_authentication'] !== false) return reply;
        if (agent !== undefined) agent['need_authentication'] = true;
        return { ...reply, body: { ...membersOf(reply.body), need_authentication: true } };
      }),
  },
  {
    name: 'ends-like-it',
    class: 'cross-field meaning',
    defect: 'accepts a version that is only a suffix of the last URN segment',
    caughtBy: 'P-40',
    habits: () =>
      on('builder.registerTechAdapter', (reply, { input }) => {
        const { id, version } = membersOf(input);
        const isClose = typeof version === 'string' && version !== '' && String(id).endsWith(version);
        return reply.status === 400 && isClose ? { status: 200, body: 'OK' } : reply;
      }),
  },
  {
    name: 'compares-neighbors',
    class: 'cross-field meaning',
    defect: 'overlooks a second policy for a resource type unless it follows the first directly',
    caughtBy: 'P-40',
    habits: () =>
      on('coordinator-v1.registerInfrastructureTemplate', (reply, { input }) => {
        const { policies } = membersOf(membersOf(membersOf(input)['properties'])['dataContractGuardian']);
        const types = Array.isArray(policies) ? policies.map((one) => membersOf(one)['resourceType']) : [];
        const isBeside = types.some((type, index) => index > 0 && type === types[index - 1]);
        return reply.status === 400 && types.length > 2 && !isBeside ? { status: 200, body: 'taken' } : reply;
      }),
  },
  {
    name: 'metrics-take-all',
    class: 'state over time',
    defect: 'accepts results for a deleted metric',
    caughtBy: 'P-54',
    habits: () =>
      on('governance.pushMetricEvaluationResults', (reply) =>
        reply.status === 422 ? { status: 200, body: {} } : reply,
      ),
  },
  {
    name: 'order-for-ever',
    class: 'state over time',
    defect: 'keeps the sort order of an earlier request',
    caughtBy: 'P-38',
    habits: () => {
      let isTurned = false;
      return onGood(ADAPTERS, (body, { query }) => {
        if (query['sort-order'] === 'desc') isTurned = true;
        const isUsual = query['sort-order'] !== 'desc' && Object.keys(query).length <= 4;
        return isTurned && isUsual ? { ...body, data: page(body).toReversed() } : body;
      });
    },
  },
  {
    name: 'level-by-its-beginning',
    class: 'negatives',
    defect: 'reads only the start of a log level',
    caughtBy: 'P-14',
    habits: () =>
      taking('coordinator-v1.setLogLevel', ({ path }) => /^(DEBUG|INFO)/.test(path['level'] ?? '')),
  },
  {
    name: 'status-of-elsewhere',
    class: 'identity and isolation',
    defect: 'reports every evaluation status for production',
    caughtBy: 'P-63',
    habits: () =>
      onGood('governance.updateEvaluationStatus', (body) => {
        const identifier = membersOf(body['identifier']);
        const resourceIdentifier = {
          ...membersOf(identifier['resourceIdentifier']),
          environment: 'production',
        };
        return { ...body, identifier: { ...identifier, resourceIdentifier } };
      }),
  },
  {
    name: 'defaults-of-the-last',
    class: 'identity and isolation',
    defect: 'uses the settings of one resource type as the defaults of the next',
    caughtBy: 'P-60',
    habits: () => {
      let last: unknown;
      return on('governance.upsertResourceType', (reply, { input }, memory) => {
        const body = membersOf(reply.body);
        const given = membersOf(membersOf(input)['descriptorConfiguration'])['resourceNameField'];
        if (given !== undefined) last = given;
        if (reply.status !== 200 || given !== undefined || last === undefined) return reply;
        const descriptorConfiguration = {
          ...membersOf(body['descriptorConfiguration']),
          resourceNameField: last,
        };
        const stored = { ...body, descriptorConfiguration };
        memory.things.get('types')?.set(String(body['name']), stored);
        return { ...reply, body: stored };
      });
    },
  },
  {
    name: 'removes-from-unknown',
    class: 'negatives',
    defect: 'confirms the removal of a deployment of an unknown adapter',
    caughtBy: 'P-15',
    habits: () =>
      on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, memory) =>
        reply.status === 404 && !(memory.things.get('adapters')?.has(path['id'] ?? '') ?? false)
          ? { status: 204 }
          : reply,
      ),
  },
  {
    name: 'renamed-alike',
    class: 'identity and isolation',
    defect: 'gives an agent the name of another one',
    caughtBy: 'P-40',
    habits: () =>
      on('assistant.updateAgent', (reply, { input, path }, memory) => {
        const agent = memory.things.get('agents')?.get(path['id'] ?? '');
        const { name } = membersOf(input);
        return reply.status === 400 && agent !== undefined && typeof name === 'string' && name !== ''
          ? { status: 200, body: { ...agent, name } }
          : reply;
      }),
  },
  {
    name: 'sorts-each-page',
    class: 'sequence',
    defect: 'sorts the adapters within a page only',
    caughtBy: 'P-38',
    habits: () =>
      on(ADAPTERS, (reply, { query }, memory) => {
        if (reply.status !== 200 || query['search'] !== undefined || query['labels'] !== undefined)
          return reply;
        const offset = Number(query['offset'] ?? 0);
        const shown = [...(memory.things.get('adapters')?.values() ?? [])]
          .slice(offset, offset + Number(query['limit'] ?? 20))
          .sort((left, right) => (String(left['name']) < String(right['name']) ? -1 : 1));
        const data = query['sort-order'] === 'desc' ? shown.toReversed() : shown;
        return { ...reply, body: { ...membersOf(reply.body), data } };
      }),
  },
  {
    name: 'page-size-of-its-own',
    class: 'cross-field meaning',
    defect: 'reports a page size of fifty for every page',
    caughtBy: 'P-68',
    habits: () =>
      onGood('governance.searchEvaluationStatus', (body) => {
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        return { ...body, meta: { pagination: { ...pagination, pageSize: 50 } } };
      }),
  },
  {
    name: 'refused-and-fine',
    class: 'cross-field meaning',
    defect: 'rejects a conflict with a preview whose outcome is OK',
    caughtBy: 'P-71',
    habits: () =>
      on('coordinator-v2.startProvisioning', (reply) =>
        reply.status === 422 ? { ...reply, body: { ...membersOf(reply.body), outcome: 'OK' } } : reply,
      ),
  },
  {
    name: 'conflicts-kept-back',
    class: 'cross-field meaning',
    defect: 'previews a conflict without the conflicting operations',
    caughtBy: 'P-71',
    habits: () =>
      onGood('coordinator-v2.previewProvisioning', (body) => ({ ...body, conflictingOperations: [] })),
  },
  {
    name: 'starts-the-conflict',
    class: 'linkage between operations',
    defect: 'starts a plan whose preview reports a conflict',
    caughtBy: 'P-71',
    habits: () =>
      on('coordinator-v2.startProvisioning', (reply) =>
        reply.status === 422 ? { status: 202, body: crypto.randomUUID() } : reply,
      ),
  },
];
