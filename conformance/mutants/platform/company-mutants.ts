import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const UNIT = 'coordinator-v2.getDeploymentUnitStatus';
const REPORT = 'governance.getEvaluationReport';

/** Platform mutants whose responses contradict each other, or that confuse neighboring items. */
export const companyMutants: readonly PlatformMutant[] = [
  mutant('P-38', 'returns the log of a plan in reverse order', () =>
    on('coordinator-v1.getPlanLogs', (reply) =>
      Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
    ),
  ),
  mutant('P-38', 'lists the newest agent first', () =>
    on('assistant.listAgents', (reply) =>
      Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
    ),
  ),
  mutant('P-36', 'reports every plan as running at the deprecated status path', () =>
    onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'RUNNING' })),
  ),
  mutant('P-49', 'does not find a plan by its version', () =>
    on('coordinator-v1.listProvisioningPlans', (reply, { query }) =>
      query['version'] === undefined ? reply : { ...reply, body: { provisioningPlans: [] } },
    ),
  ),
  mutant('P-49', 'resolves the id of one unit to another', () =>
    onGood('coordinator-v1.resolve', (body, { query }) =>
      query['id'] === undefined ? body : { ...body, content: ['id: urn:dmb:dp:x:1\n'] },
    ),
  ),
  mutant('P-46', 'previews the removal of a deployed unit as if it were not deployed', () =>
    onGood('coordinator-v2.previewProvisioning', (body) => ({
      ...body,
      operations: listOf(body, 'operations')
        .map(membersOf)
        .map((one) => (one['action'] === 'UNDEPLOY' ? { ...one, action: 'NO_ACTION' } : one)),
    })),
  ),
  mutant('P-48', 'reports a unit as deployed as soon as one of its components is', () =>
    onGood(UNIT, (body) =>
      body['status'] === 'PARTIALLY_DEPLOYED' ? { ...body, status: 'DEPLOYED' } : body,
    ),
  ),
  mutant('P-48', 'reports another version of a unit than that of its descriptor', () =>
    onGood(UNIT, (body) => {
      const details = membersOf(body['provisioningDetails']);
      return 'provisioningDetails' in body
        ? { ...body, provisioningDetails: { ...details, descriptorVersion: '0.0.0' } }
        : body;
    }),
  ),
  mutant('P-48', 'reports the state of a component in one environment for every environment', () =>
    on('coordinator-v2.getComponentStatus', (reply, { path }, memory) => {
      const own = [...memory.units.values()].find(({ id }) => id === path['deployment-unit-id']);
      const status = own?.states.get(path['component-id'] ?? '');
      return reply.status === 404 && status !== undefined ? { status: 200, body: { status } } : reply;
    }),
  ),
  mutant('P-62', 'keeps fields of an adapter that its replacement omits', () =>
    merging('coordinator-v2.upsertTechAdapter', 'adapters', 'id'),
  ),
  mutant('P-62', 'keeps settings of a resource type that its replacement omits', () =>
    merging('governance.upsertResourceType', 'types', 'name'),
  ),
  mutant('P-62', 'keeps the deployments of a removed adapter', () =>
    on(
      'coordinator-v2.getTechAdapterDeployment',
      (() => {
        const known = new Map<string, unknown>();
        return (reply, { path }) => {
          const key = `${path['id']} ${path['environment']}`;
          if (reply.status === 200) known.set(key, reply.body);
          const isReplaced = /-replaced:/.test(path['id'] ?? '');
          return reply.status === 404 && isReplaced && known.has(key)
            ? { status: 200, body: known.get(key) }
            : reply;
        };
      })(),
    ),
  ),
  mutant('P-56', 'removes all deployments of an adapter with one of them', () =>
    on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, memory) => {
      const deployments = kindOf(memory.things, 'deployments');
      if (reply.status === 204)
        for (const key of [...deployments.keys()])
          if (key.startsWith(`${path['id']} `)) deployments.delete(key);
      return reply;
    }),
  ),
  mutant('P-56', 'reports every deployment of an adapter as enabled', () =>
    onGood('coordinator-v2.getTechAdapter', (body) => ({
      ...body,
      deployments: {
        environments: listOf(membersOf(body['deployments']), 'environments').map((one) => ({
          ...membersOf(one),
          enabled: true,
        })),
      },
    })),
  ),
  mutant('P-37', 'finds adapters with only one of the labels', () =>
    on(ADAPTERS, (reply, { query }, memory) => {
      const { labels } = query;
      if (!Array.isArray(labels) || reply.status !== 200) return reply;
      const all = [...kindOf(memory.things, 'adapters').values()];
      const data = all.filter((one) => listOf(one, 'labels').some((label) => labels.includes(label)));
      return {
        ...reply,
        body: { data, meta: { pagination: { offset: 0, limit: 20, total: data.length } } },
      };
    }),
  ),
  mutant('P-37', 'searches adapters case-sensitively', () =>
    onGood(ADAPTERS, (body, { query }) =>
      query['search'] === undefined
        ? body
        : {
            ...body,
            data: page(body).filter((one) => JSON.stringify(one).includes(String(query['search']))),
          },
    ),
  ),
  mutant('P-03', 'returns an update time of a hook before its creation time', () =>
    onGood('builder.updateHook', (body) => ({ ...body, updateAt: '2020-01-01T00:00:00.000Z' })),
  ),
  mutant('P-29', 'returns the time of the last update of a metric as its creation time', () =>
    onGood('governance.patchMetric', (body) => ({
      ...body,
      creationTime: '2031-01-01T00:00:00.000Z',
    })),
  ),
  mutant('P-51', 'evaluates draft policies', () =>
    on('governance.evaluate', (reply, { input }, memory) => {
      const { environment, resourceType } = membersOf(input);
      const report = memory.reports.get(String(membersOf(reply.body)['reportId']));
      const drafts = [...memory.entities.values()].filter(
        (one) => one['environment'] === environment && one['resourceType'] === resourceType,
      );
      if (report !== undefined)
        report['evaluationResults'] = drafts.map(({ id }) => ({
          governanceEntityId: id,
          governanceEntityType: memory.kinds.get(String(id)),
          outcome: 'ok',
        }));
      return reply;
    }),
  ),
  mutant('P-51', 'names another resource in a report than the evaluated one', () =>
    onGood(REPORT, (body) => ({
      ...body,
      evaluationResults: listOf(body, 'evaluationResults').map((one) => ({
        ...membersOf(one),
        resource: { id: 'urn:dmb:dp:x:1' },
      })),
    })),
  ),
  mutant('P-50', 'loses the results of a report after it was read once', () =>
    on(
      REPORT,
      (() => {
        const seen = new Set<string>();
        return (reply, { path }) => {
          const body = membersOf(reply.body);
          if (reply.status !== 200 || body['status'] === 'pending') return reply;
          const id = path['id'] ?? '';
          if (seen.has(id)) return { ...reply, body: { ...body, evaluationResults: [] } };
          seen.add(id);
          return reply;
        };
      })(),
    ),
  ),
  mutant('P-41', 'returns no resources for a registration with a known one', () =>
    on('governance.registerResources', (reply, { input }) => {
      const sent = membersOf(input);
      const count = [...listOf(sent, 'primaryResources'), ...listOf(sent, 'derivedResources')].length;
      const isPart = listOf(membersOf(reply.body), 'registeredResources').length < count;
      return reply.status === 200 && isPart ? { ...reply, body: { registeredResources: [] } } : reply;
    }),
  ),
  mutant('P-30', 'omits inactive agents from the list', () =>
    on('assistant.listAgents', (reply) =>
      Array.isArray(reply.body)
        ? { ...reply, body: reply.body.filter((one) => membersOf(one)['active'] === true) }
        : reply,
    ),
  ),
  mutant('P-30', 'keeps the name of a removed agent reserved', () =>
    on(
      'assistant.createAgent',
      (() => {
        const names = new Set<unknown>();
        return (reply, _call, memory) => {
          const { id, name } = membersOf(reply.body);
          if (reply.status !== 201) return reply;
          if (!names.has(name)) names.add(name);
          else if (kindOf(memory.things, 'agents').delete(String(id)))
            return { status: 400, body: { detail: 'The name is taken.' } };
          return reply;
        };
      })(),
    ),
  ),
  mutant('P-29', 'returns an unknown id for the update of an agent', () =>
    onGood('assistant.updateAgent', (body) => ({ ...body, id: crypto.randomUUID() })),
  ),
  mutant('P-08', 'responds only after it has reloaded the documentation', () =>
    on('docs-agent.rebuildEmbeddings', async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return reply;
    }),
  ),
];

/** Merges the request body into the stored item instead of replacing it. */
function merging(operation: string, kind: string, key: string): Partial<Habits> {
  const known = new Map<string, Body>();
  return on(operation, (reply, { input }, memory) => {
    const name = String(membersOf(input)[key]);
    if (reply.status !== 200) return reply;
    const whole = { ...known.get(name), ...membersOf(reply.body) };
    known.set(name, whole);
    kindOf(memory.things, kind).set(name, whole);
    return { ...reply, body: whole };
  });
}
