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
    defect: 'tells the log of a plan from its end',
    caughtBy: 'P-38',
    habits: () =>
      on('coordinator-v1.getPlanLogs', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
      ),
  },
  {
    name: 'agents-as-they-came',
    class: 'sequence',
    defect: 'lists agents with the newest one first',
    caughtBy: 'P-38',
    habits: () =>
      on('assistant.listAgents', (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: reply.body.toReversed() } : reply,
      ),
  },
  {
    name: 'older-way-runs-on',
    class: 'linkage between operations',
    defect: 'says of every plan that it is running when it is asked in the older way',
    caughtBy: 'P-36',
    habits: () => onGood('coordinator-v1.getProvisioningPlanStatus', () => ({ status: 'RUNNING' })),
  },
  {
    name: 'versions-unfit',
    class: 'negatives',
    defect: 'finds no plan by its version',
    caughtBy: 'P-49',
    habits: () =>
      on('coordinator-v1.listProvisioningPlans', (reply, { query }) =>
        query['version'] === undefined ? reply : { ...reply, body: { provisioningPlans: [] } },
      ),
  },
  {
    name: 'resolves-another',
    class: 'identity and isolation',
    defect: 'resolves the name of one unit to another one',
    caughtBy: 'P-49',
    habits: () =>
      onGood('coordinator-v1.resolve', (body, { query }) =>
        query['id'] === undefined ? body : { ...body, content: ['id: urn:dmb:dp:x:1\n'] },
      ),
  },
  {
    name: 'never-removable',
    class: 'state over time',
    defect: 'previews the removal of what is deployed as if it were not',
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
    defect: 'calls a unit deployed as soon as one of its components is',
    caughtBy: 'P-48',
    habits: () =>
      onGood(UNIT, (body) =>
        body['status'] === 'PARTIALLY_DEPLOYED' ? { ...body, status: 'DEPLOYED' } : body,
      ),
  },
  {
    name: 'version-of-nothing',
    class: 'cross-field meaning',
    defect: 'tells of a unit another version than that of its descriptor',
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
    defect: 'tells of a component in every environment what holds in one',
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
    defect: 'keeps of an adapter what its replacement leaves out',
    caughtBy: 'P-62',
    habits: () => merging('coordinator-v2.upsertTechAdapter', 'adapters', 'id'),
  },
  {
    name: 'types-merged',
    class: 'state over time',
    defect: 'keeps of a resource type what its replacement leaves out',
    caughtBy: 'P-62',
    habits: () => merging('governance.upsertResourceType', 'types', 'name'),
  },
  {
    name: 'deployments-orphaned',
    class: 'linkage between operations',
    defect: 'keeps the deployments of an adapter that is deleted',
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
    defect: 'tells of every deployment of an adapter that it is in use',
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
    defect: 'finds adapters that carry one of the labels',
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
    defect: 'finds adapters by words in the same letters only',
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
    defect: 'says that a hook was decided before there was one',
    caughtBy: 'P-61',
    habits: () => onGood('builder.updateHook', (body) => ({ ...body, updateAt: '2020-01-01T00:00:00.000Z' })),
  },
  {
    name: 'born-again',
    class: 'state over time',
    defect: 'calls the last change of a metric its creation',
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
    defect: 'judges by policies that are drafts',
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
    name: 'judges-somebody-else',
    class: 'identity and isolation',
    defect: 'names another resource in a report than the one that was judged',
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
    defect: 'forgets the results of a report that was read once',
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
    defect: 'answers nothing for a registration in which one resource is known',
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
    defect: 'leaves agents that are out of use out of the list',
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
    defect: 'keeps the name of an agent taken that is removed',
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
    defect: 'answers the change of an agent with the id of nobody',
    caughtBy: 'P-29',
    habits: () => onGood('assistant.updateAgent', (body) => ({ ...body, id: crypto.randomUUID() })),
  },
  {
    name: 'reads-all-first',
    class: 'promptness',
    defect: 'answers only when the documentation has been read anew',
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
