import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, page } from './habits.ts';
import type { Body, Call, Habits, Reply } from './server.ts';

const PLANS = 'coordinator-v1.listProvisioningPlans';
const PREVIEW = 'coordinator-v2.previewProvisioning';
const NOTHING: Reply = { status: 404, body: { errors: ['Nothing fits.'] } };

/** Platform mutants that ignore a filter or an option of a request. */
export const narrowingMutants: readonly PlatformMutant[] = [
  mutant('P-57', 'finds no log entry for a task that it lists', () =>
    on('coordinator-v1.getPlanLogs', (reply, { query }) =>
      reply.status === 200 && query['task_id'] !== undefined ? { ...reply, body: [] } : reply,
    ),
  ),
  mutant('P-37', 'treats several operations of plans as one with commas in its name', () =>
    onGood(PLANS, (body, { query }) =>
      listOf(query, 'operations').length > 1 ? { ...body, provisioningPlans: [] } : body,
    ),
  ),
  mutant('P-37', 'treats several resource types as one with commas in its name', () =>
    on('coordinator-v1.resolve', (reply, { query }) =>
      listOf(query, 'resource-types').length > 1 ? NOTHING : reply,
    ),
  ),
  mutant('P-37', 'lists plans of all versions that start with the requested one', () =>
    on(PLANS, (reply, { query }, { plans }) => {
      const { version, 'data-product-id': unit } = query;
      if (reply.status !== 200 || typeof version !== 'string' || unit === undefined) return reply;
      const found = plans.filter((one) => one.unit === unit && one.version.startsWith(version));
      const provisioningPlans = found.map(({ token, environment, action }) => ({
        environment,
        dag: { id: token, name: token, status: 'COMPLETED', action },
      }));
      return { ...reply, body: { provisioningPlans } };
    }),
  ),
  mutant('P-37', 'counts plans of other data products in the total', () =>
    on(PLANS, (reply, { query }, { plans }) => {
      const { offset, limit, 'data-product-id': unit } = query;
      if (reply.status !== 200 || unit === undefined || limit === undefined) return reply;
      const latest = [...plans].sort((left, right) => (left.startTime < right.startTime ? 1 : -1));
      const first = Number(offset ?? 0);
      const shown = new Set(latest.slice(first, first + Number(limit)).map(({ token }) => token));
      const own = latest.filter((one) => one.unit === unit && shown.has(one.token));
      const provisioningPlans = own.map(({ token, environment, action }) => ({
        environment,
        dag: { id: token, name: token, status: 'COMPLETED', action },
      }));
      return { ...reply, body: { provisioningPlans } };
    }),
  ),
  mutant('P-37', 'treats a search as a pattern with brackets', () =>
    onGood(ADAPTERS, (body, { query }) =>
      /[()]/.test(String(query['search'] ?? '')) ? { ...body, data: [] } : body,
    ),
  ),
  mutant('P-56', 'does not list an adapter without enabled deployments', () =>
    onGood(ADAPTERS, (body) => ({
      ...body,
      data: page(body).filter((one) => {
        const environments = listOf(membersOf(membersOf(one)['deployments']), 'environments').map(membersOf);
        return environments.length === 0 || environments.some(({ enabled }) => enabled === true);
      }),
    })),
  ),
  mutant('P-48', 'reports a component under every unit', () =>
    on('coordinator-v2.getComponentStatus', (reply, { path, query }, { units }) => {
      const component = path['component-id'] ?? '';
      const unit = [...units.values()].find(
        ({ environment, states }) => environment === query['environment'] && states.has(component),
      );
      if (reply.status !== 404 || unit === undefined) return reply;
      return { status: 200, body: { status: unit.states.get(component) } };
    }),
  ),
  mutant('P-46', 'returns the earlier preview again', () =>
    previewing(() => {
      const known = new Map<string, Body>();
      return (body, { path, input }) => {
        const key = `${path['deployment-unit-id']} ${JSON.stringify(membersOf(input)['targetStatus'])}`;
        const told = known.get(key) ?? body;
        known.set(key, told);
        return told;
      };
    }),
  ),
  mutant('P-46', 'previews from the state of another environment', () =>
    on(PREVIEW, (reply, { path }, { units }) => {
      const isThere = [...units.values()].some(
        ({ id, states }) =>
          id === path['deployment-unit-id'] && [...states.values()].every((one) => one === 'DEPLOYED'),
      );
      return reply.status === 200 && isThere
        ? { ...reply, body: acting(membersOf(reply.body), 'NO_ACTION', 'UNDEPLOY') }
        : reply;
    }),
  ),
  mutant('P-46', 'deploys a component again despite preventRedeploy', () =>
    previewing(
      () =>
        (body, { input }) =>
          membersOf(input)['preventRedeploy'] === true
            ? acting(body, 'NO_ACTION', 'DEPLOY', 'DEPLOYED')
            : body,
    ),
  ),
  mutant('P-46', 'keeps data despite removeData', () =>
    previewing(() => (body) => acting(body, 'UNDEPLOY_AND_REMOVE_DATA', 'UNDEPLOY')),
  ),
  mutant('P-48', 'reports the first provisioned version as the current one', () => {
    const first = new Map<string, unknown>();
    return onGood('coordinator-v2.getDeploymentUnitStatus', (body, { path, query }) => {
      const details = membersOf(body['provisioningDetails']);
      if (details['descriptorVersion'] === undefined) return body;
      const key = `${path['deployment-unit-id']} ${String(query['environment'])}`;
      const descriptorVersion = first.get(key) ?? details['descriptorVersion'];
      first.set(key, descriptorVersion);
      return { ...body, provisioningDetails: { ...details, descriptorVersion } };
    });
  }),
  mutant('P-47', 'returns the findings of the first validation for every validation', () => {
    let first: Body | undefined;
    return onGood('coordinator-v2.getValidationStatus', (body) => {
      if (body['status'] !== 'COMPLETED') return body;
      first ??= body;
      return first;
    });
  }),
  mutant('P-36', 'terminates finished plans at the deprecated path', () =>
    on('coordinator-v1.terminateProvisioningPlan', (reply, { path }, { tasks }) => {
      const task = tasks.get(path['token'] ?? '');
      if (task !== undefined) task.stopped = true;
      return reply;
    }),
  ),
  mutant('P-39', 'includes the content of the latest results without a request', () =>
    onGood('governance.searchEvaluationStatus', (body) => ({
      ...body,
      data: page(body)
        .map(membersOf)
        .map((one) => {
          const last = membersOf(one['lastResult']);
          return {
            ...one,
            lastResult: { ...last, resultContent: last['resultContent'] ?? { errors: [] } },
          };
        }),
    })),
  ),
];

/** Changes a successful preview. */
function previewing(begin: () => (body: Body, call: Call) => Body): Partial<Habits> {
  return onGood(PREVIEW, begin());
}

/** Replaces one action by another for components with the given target state. */
function acting(body: Body, one: string, other: string, target = 'NOT_DEPLOYED'): Body {
  const operations = listOf(body, 'operations')
    .map(membersOf)
    .map((operation) =>
      operation['action'] === one && operation['targetStatus'] === target
        ? { ...operation, action: other }
        : operation,
    );
  return { ...body, operations };
}
