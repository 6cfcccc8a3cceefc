import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, on, onGood, type PlatformMutant, page, refusing, taking } from './habits.ts';

/** Platform mutants that fail on boundary values: a limit, an empty text, false, zero, or text of several lines. */
export const edgeMutants: readonly PlatformMutant[] = [
  mutant('P-66', 'rejects the maximum limit of the failed policies', () =>
    refusing('governance.getTopFailedPolicies', ({ input }) => membersOf(input)['limit'] === 50),
  ),
  mutant('P-66', 'accepts only one of the two abort modes', () =>
    on('coordinator-v2.abortProvisioning', (reply, { query }) =>
      query['mode'] === 'forced' ? { status: 400, body: { errors: ['mode is unknown'] } } : reply,
    ),
  ),
  mutant('P-66', 'measures the length of the description of an agent in bytes', () =>
    refusing(
      'assistant.createAgent',
      ({ input }) => Buffer.byteLength(String(membersOf(input)['description'])) > 1024,
    ),
  ),
  mutant('P-66', 'loses a pushed value of zero', () =>
    refusing('governance.pushMetricEvaluationResults', ({ input }) =>
      /"value":0[,}]/.test(JSON.stringify(input ?? null)),
    ),
  ),
  mutant('P-67', 'omits an empty list of tags of a policy', () =>
    refusing('governance.createPolicy', ({ input }) =>
      JSON.stringify(membersOf(input)['tags'] ?? null).includes('[]'),
    ),
  ),
  mutant('P-67', 'joins all lines of a description', () =>
    onGood('assistant.createAgent', (body) => ({
      ...body,
      description: String(body['description']).replaceAll(/\s+/g, ' '),
    })),
  ),
  mutant('P-67', 'truncates the thresholds of a metric to integers', () =>
    onGood('governance.createMetric', (body) =>
      JSON.parse(JSON.stringify(body), (_key, value) =>
        typeof value === 'number' ? Math.trunc(value) : value,
      ),
    ),
  ),
  mutant('P-67', 'ignores false in an update of an agent', () =>
    on('assistant.updateAgent', (reply, { input, path }, memory) => {
      const agent = memory.things.get('agents')?.get(path['id'] ?? '');
      if (reply.status !== 200 || membersOf(input)['need_authentication'] !== false) return reply;
      if (agent !== undefined) agent['need_authentication'] = true;
      return { ...reply, body: { ...membersOf(reply.body), need_authentication: true } };
    }),
  ),
  mutant('P-40', 'accepts a version that is only a suffix of the last URN segment', () =>
    on('builder.registerTechAdapter', (reply, { input }) => {
      const { id, version } = membersOf(input);
      const isClose = typeof version === 'string' && version !== '' && String(id).endsWith(version);
      return reply.status === 400 && isClose ? { status: 200, body: 'OK' } : reply;
    }),
  ),
  mutant('P-40', 'overlooks a second policy for a resource type unless it follows the first directly', () =>
    on('coordinator-v1.registerInfrastructureTemplate', (reply, { input }) => {
      const { policies } = membersOf(membersOf(membersOf(input)['properties'])['dataContractGuardian']);
      const types = Array.isArray(policies) ? policies.map((one) => membersOf(one)['resourceType']) : [];
      const isBeside = types.some((type, index) => index > 0 && type === types[index - 1]);
      return reply.status === 400 && types.length > 2 && !isBeside ? { status: 200, body: 'taken' } : reply;
    }),
  ),
  mutant('P-54', 'accepts results for a deleted metric', () =>
    on('governance.pushMetricEvaluationResults', (reply) =>
      reply.status === 422 ? { status: 200, body: {} } : reply,
    ),
  ),
  mutant('P-38', 'keeps the sort order of an earlier request', () => {
    let isTurned = false;
    return onGood(ADAPTERS, (body, { query }) => {
      if (query['sort-order'] === 'desc') isTurned = true;
      const isUsual = query['sort-order'] !== 'desc' && Object.keys(query).length <= 4;
      return isTurned && isUsual ? { ...body, data: page(body).toReversed() } : body;
    });
  }),
  mutant('P-14', 'reads only the start of a log level', () =>
    taking('coordinator-v1.setLogLevel', ({ path }) => /^(DEBUG|INFO)/.test(path['level'] ?? '')),
  ),
  mutant('P-63', 'reports every evaluation status for production', () =>
    onGood('governance.updateEvaluationStatus', (body) => {
      const identifier = membersOf(body['identifier']);
      const resourceIdentifier = {
        ...membersOf(identifier['resourceIdentifier']),
        environment: 'production',
      };
      return { ...body, identifier: { ...identifier, resourceIdentifier } };
    }),
  ),
  mutant('P-60', 'uses the settings of one resource type as the defaults of the next', () => {
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
  }),
  mutant('P-15', 'confirms the removal of a deployment of an unknown adapter', () =>
    on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, memory) =>
      reply.status === 404 && !(memory.things.get('adapters')?.has(path['id'] ?? '') ?? false)
        ? { status: 204 }
        : reply,
    ),
  ),
  mutant('P-40', 'gives an agent the name of another one', () =>
    on('assistant.updateAgent', (reply, { input, path }, memory) => {
      const agent = memory.things.get('agents')?.get(path['id'] ?? '');
      const { name } = membersOf(input);
      return reply.status === 400 && agent !== undefined && typeof name === 'string' && name !== ''
        ? { status: 200, body: { ...agent, name } }
        : reply;
    }),
  ),
  mutant('P-38', 'sorts the adapters within a page only', () =>
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
  ),
  mutant('P-68', 'reports a page size of fifty for every page', () =>
    onGood('governance.searchEvaluationStatus', (body) => {
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      return { ...body, meta: { pagination: { ...pagination, pageSize: 50 } } };
    }),
  ),
  mutant('P-71', 'rejects a conflict with a preview whose outcome is OK', () =>
    on('coordinator-v2.startProvisioning', (reply) =>
      reply.status === 422 ? { ...reply, body: { ...membersOf(reply.body), outcome: 'OK' } } : reply,
    ),
  ),
  mutant('P-71', 'previews a conflict without the conflicting operations', () =>
    onGood('coordinator-v2.previewProvisioning', (body) => ({ ...body, conflictingOperations: [] })),
  ),
  mutant('P-71', 'starts a plan whose preview reports a conflict', () =>
    on('coordinator-v2.startProvisioning', (reply) =>
      reply.status === 422 ? { status: 202, body: crypto.randomUUID() } : reply,
    ),
  ),
];
