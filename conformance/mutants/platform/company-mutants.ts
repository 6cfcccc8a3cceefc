import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const UNIT = 'coordinator-v2.getDeploymentUnitStatus';
const REPORT = 'governance.getEvaluationReport';

/** Platform mutants whose responses contradict each other, or that confuse neighboring items. */
export const companyMutants: readonly PlatformMutant[] = [
  {
    name: 'log-backwards',
    class: 'sequence',
    defect: 'returns the log of a plan in reverse order',
    caughtBy: 'P-38',
    habits: () =>
      on('coordinator-v1.getPlanLogs', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
      ),
  },
  {
    name: 'agents-as-they-came',
    class: 'sequence',
    defect: 'lists the newest agent first',
    caughtBy: 'P-38',
    habits: () =>
      on('assistant.listAgents', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
      ),
  },
  {
    name: 'older-way-runs-on',
    class: 'linkage between operations',
    defect: 'reports every plan as running at the deprecated status path',
    caughtBy: 'P-36',
    habits: () => onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'RUNNING' })),
  },
  {
    name: 'versions-unfit',
    class: 'negatives',
    defect: 'does not find a plan by its version',
    caughtBy: 'P-49',
    habits: () =>
      on('coordinator-v1.listProvisioningPlans', (reply, { query }) =>
        query['version'] === undefined ? reply : { ...reply, body: { provisioningPlans: [] } },
      ),
  },
  {
    name: 'resolves-another',
    class: 'identity and isolation',
    defect: 'resolves the id of one unit to another',
    caughtBy: 'P-49',
    habits: () =>
      onGood('coordinator-v1.resolve', (body, { query }) =>
        query['id'] === undefined ? body : { ...body, content: ['id: urn:dmb:dp:x:1\n'] },
      ),
  },
  {
    name: 'never-removable',
    class: 'state over time',
    defect: 'previews the removal of a deployed unit as if it were not deployed',
    caughtBy: 'P-46',
    habits: () =>
      onGood('coordinator-v2.previewProvisioning', (body) => ({
        ...body,
        operations: listOf(body, 'operations')
          .map(membersOf)
          .map((one) => (one['action'] === 'UNDEPLOY' ? { ...one, action: 'NO_ACTION' } : one)),
      })),
  },
  {
    name: 'partly-is-wholly',
    class: 'cross-field meaning',
    defect: 'reports a unit as deployed as soon as one of its components is',
    caughtBy: 'P-48',
    habits: () =>
      onGood(UNIT, (body) =>
        body['status'] === 'PARTIALLY_DEPLOYED' ? { ...body, status: 'DEPLOYED' } : body,
      ),
  },
  {
    name: 'version-of-nothing',
    class: 'cross-field meaning',
    defect: 'reports another version of a unit than that of its descriptor',
    caughtBy: 'P-48',
    habits: () =>
      onGood(UNIT, (body) => {
        const details = membersOf(body['provisioningDetails']);
        return 'provisioningDetails' in body
          ? { ...body, provisioningDetails: { ...details, descriptorVersion: '0.0.0' } }
          : body;
      }),
  },
  {
    name: 'component-of-elsewhere',
    class: 'identity and isolation',
    defect: 'reports the state of a component in one environment for every environment',
    caughtBy: 'P-48',
    habits: () =>
      on('coordinator-v2.getComponentStatus', (reply, { path }, memory) => {
        const own = [...memory.units.values()].find(({ id }) => id === path['deployment-unit-id']);
        const status = own?.states.get(path['component-id'] ?? '');
        return reply.status === 404 && status !== undefined ? { status: 200, body: { status } } : reply;
      }),
  },
  {
    name: 'adapters-merged',
    class: 'state over time',
    defect: 'keeps fields of an adapter that its replacement omits',
    caughtBy: 'P-62',
    habits: () => merging('coordinator-v2.upsertTechAdapter', 'adapters', 'id'),
  },
  {
    name: 'types-merged',
    class: 'state over time',
    defect: 'keeps settings of a resource type that its replacement omits',
    caughtBy: 'P-62',
    habits: () => merging('governance.upsertResourceType', 'types', 'name'),
  },
  {
    name: 'deployments-orphaned',
    class: 'linkage between operations',
    defect: 'keeps the deployments of a removed adapter',
    caughtBy: 'P-62',
    habits: () =>
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
  },
  {
    name: 'removed-everywhere',
    class: 'identity and isolation',
    defect: 'removes all deployments of an adapter with one of them',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, memory) => {
        const deployments = kindOf(memory.things, 'deployments');
        if (reply.status === 204)
          for (const key of [...deployments.keys()])
            if (key.startsWith(`${path['id']} `)) deployments.delete(key);
        return reply;
      }),
  },
  {
    name: 'always-enabled',
    class: 'cross-field meaning',
    defect: 'reports every deployment of an adapter as enabled',
    caughtBy: 'P-56',
    habits: () =>
      onGood('coordinator-v2.getTechAdapter', (body) => ({
        ...body,
        deployments: {
          environments: listOf(membersOf(body['deployments']), 'environments').map((one) => ({
            ...membersOf(one),
            enabled: true,
          })),
        },
      })),
  },
  {
    name: 'one-label-will-do',
    class: 'cross-field meaning',
    defect: 'finds adapters with only one of the labels',
    caughtBy: 'P-37',
    habits: () =>
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
  },
  {
    name: 'letters-as-they-are',
    class: 'negatives',
    defect: 'searches adapters case-sensitively',
    caughtBy: 'P-37',
    habits: () =>
      onGood(ADAPTERS, (body, { query }) =>
        query['search'] === undefined
          ? body
          : {
              ...body,
              data: page(body).filter((one) => JSON.stringify(one).includes(String(query['search']))),
            },
      ),
  },
  {
    name: 'changed-before-made',
    class: 'cross-field meaning',
    defect: 'returns an update time of a hook before its creation time',
    caughtBy: 'P-61',
    habits: () => onGood('builder.updateHook', (body) => ({ ...body, updateAt: '2020-01-01T00:00:00.000Z' })),
  },
  {
    name: 'born-again',
    class: 'state over time',
    defect: 'returns the time of the last update of a metric as its creation time',
    caughtBy: 'P-29',
    habits: () =>
      onGood('governance.patchMetric', (body) => ({
        ...body,
        creationTime: '2031-01-01T00:00:00.000Z',
      })),
  },
  {
    name: 'drafts-judge',
    class: 'state over time',
    defect: 'evaluates draft policies',
    caughtBy: 'P-51',
    habits: () =>
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
  },
  {
    name: 'judges-another-resource',
    class: 'identity and isolation',
    defect: 'names another resource in a report than the evaluated one',
    caughtBy: 'P-51',
    habits: () =>
      onGood(REPORT, (body) => ({
        ...body,
        evaluationResults: listOf(body, 'evaluationResults').map((one) => ({
          ...membersOf(one),
          resource: { id: 'urn:dmb:dp:x:1' },
        })),
      })),
  },
  {
    name: 'results-fade',
    class: 'state over time',
    defect: 'loses the results of a report after it was read once',
    caughtBy: 'P-50',
    habits: () =>
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
  },
  {
    name: 'all-or-nothing',
    class: 'linkage between operations',
    defect: 'returns no resources for a registration with a known one',
    caughtBy: 'P-41',
    habits: () =>
      on('governance.registerResources', (reply, { input }) => {
        const sent = membersOf(input);
        const count = [...listOf(sent, 'primaryResources'), ...listOf(sent, 'derivedResources')].length;
        const isPart = listOf(membersOf(reply.body), 'registeredResources').length < count;
        return reply.status === 200 && isPart ? { ...reply, body: { registeredResources: [] } } : reply;
      }),
  },
  {
    name: 'idle-agents-hidden',
    class: 'negatives',
    defect: 'omits inactive agents from the list',
    caughtBy: 'P-30',
    habits: () =>
      on('assistant.listAgents', (reply) =>
        Array.isArray(reply.body)
          ? { ...reply, body: reply.body.filter((one) => membersOf(one)['active'] === true) }
          : reply,
      ),
  },
  {
    name: 'names-of-the-dead',
    class: 'state over time',
    defect: 'keeps the name of a removed agent reserved',
    caughtBy: 'P-30',
    habits: () =>
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
  },
  {
    name: 'answers-as-another',
    class: 'identity and isolation',
    defect: 'returns an unknown id for the update of an agent',
    caughtBy: 'P-29',
    habits: () => onGood('assistant.updateAgent', (body) => ({ ...body, id: crypto.randomUUID() })),
  },
  {
    name: 'reads-all-first',
    class: 'promptness',
    defect: 'responds only after it has reloaded the documentation',
    caughtBy: 'P-08',
    habits: () =>
      on('docs-agent.rebuildEmbeddings', async (reply) => {
        await new Promise((resolve) => setTimeout(resolve, 900));
        return reply;
      }),
  },
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
