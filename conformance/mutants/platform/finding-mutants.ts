import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant } from './habits.ts';
import { deployedSince } from './history.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const FOLLOWED = 'coordinator-v1.listDeployedDataProducts';
const PLANS = 'coordinator-v1.listProvisioningPlans';
const PREVIEW = 'coordinator-v2.previewProvisioning';

/** Platform mutants that find the wrong items, or report wrong details about them. */
export const findingMutants: readonly PlatformMutant[] = [
  {
    name: 'now-is-the-last',
    class: 'cross-field meaning',
    defect: 'reports the current time as that of the last deployment',
    caughtBy: 'P-48',
    habits: () => onGood(FOLLOWED, (body) => ({ ...body, lastDeploymentTime: new Date().toISOString() })),
  },
  {
    name: 'end-of-all',
    class: 'sequence',
    defect: 'returns, with a page of deployments, the time of the last one of the whole list',
    caughtBy: 'P-48',
    habits: () =>
      on(FOLLOWED, (reply, _call, { history }) =>
        reply.status === 200
          ? { ...reply, body: { ...membersOf(reply.body), lastDeploymentTime: history.at(-1)?.time } }
          : reply,
      ),
  },
  {
    name: 'since-midnight',
    class: 'negatives',
    defect: 'compares only the date of lastDeploymentTime, and excludes that day',
    caughtBy: 'P-48',
    habits: () =>
      on(FOLLOWED, (reply, { query }, { history }) => {
        const since = String(query['lastDeploymentTime'] ?? '').slice(0, 'YYYY-MM-DD'.length);
        const later = history.filter(({ time }) => time.slice(0, since.length) > since);
        const body = deployedSince(since === '' ? history : later, { limit: query['limit'] ?? 100 });
        return reply.status === 200 ? { ...reply, body } : reply;
      }),
  },
  {
    name: 'one-descriptor',
    class: 'identity and isolation',
    defect: 'returns the descriptor of the first deployment for all of them',
    caughtBy: 'P-48',
    habits: () =>
      onGood(FOLLOWED, (body) => {
        const all = listOf(body, 'descriptors').map(membersOf);
        return { ...body, descriptors: all.map((one) => ({ ...one, descriptor: all[0]?.['descriptor'] })) };
      }),
  },
  {
    name: 'plan-goes-on',
    class: 'state over time',
    defect: 'reports the last task of every plan as running',
    caughtBy: 'P-49',
    habits: () => onGood('coordinator-v1.getProvisioningPlan', running),
  },
  {
    name: 'list-goes-on',
    class: 'linkage between operations',
    defect: 'lists finished plans as running',
    caughtBy: 'P-49',
    habits: () =>
      onGood(PLANS, (body) => ({
        ...body,
        provisioningPlans: listOf(body, 'provisioningPlans').map((one) => running(membersOf(one))),
      })),
  },
  {
    name: 'plans-of-relatives',
    class: 'identity and isolation',
    defect: 'lists the plans of all units whose names start alike',
    caughtBy: 'P-37',
    habits: () =>
      on(PLANS, (reply, { query }, { plans }) => {
        const [kin = ''] = /^urn:([^:]*:){3}/.exec(String(query['data-product-id'])) ?? [];
        const more = plans.filter(({ unit }) => kin !== '' && unit.startsWith(kin));
        const provisioningPlans = more.map(({ environment, token, action, startTime, descriptor }) => ({
          environment,
          dag: { id: token, name: token, status: 'COMPLETED', action, startTime, descriptor },
        }));
        return more.length > 0 && reply.status === 200 ? { ...reply, body: { provisioningPlans } } : reply;
      }),
  },
  {
    name: 'first-environment-only',
    class: 'negatives',
    defect: 'filters plans by the first of several environments only',
    caughtBy: 'P-37',
    habits: () =>
      onGood(PLANS, (body, { query }) => {
        const [first] = listOf(query, 'environments');
        const isOfFirst = (one: unknown) => first === undefined || membersOf(one)['environment'] === first;
        return { ...body, provisioningPlans: listOf(body, 'provisioningPlans').filter(isOfFirst) };
      }),
  },
  {
    name: 'resolves-anywhere',
    class: 'identity and isolation',
    defect: 'resolves a deployed unit in every environment',
    caughtBy: 'P-37',
    habits: () => resolving((unit, id) => unit === id),
  },
  {
    name: 'resolves-beginnings',
    class: 'negatives',
    defect: 'resolves a unit by the start of its id',
    caughtBy: 'P-37',
    habits: () => resolving((unit, id) => id.endsWith('-provisioned') && unit.startsWith(id)),
  },
  {
    name: 'total-of-everything',
    class: 'cross-field meaning',
    defect: 'returns the total of all adapters for every search',
    caughtBy: 'P-37',
    habits: () =>
      on(ADAPTERS, (reply, _call, { things }) => {
        const body = membersOf(reply.body);
        const pagination = membersOf(membersOf(body['meta'])['pagination']);
        const total = kindOf(things, 'adapters').size;
        return reply.status === 200
          ? { ...reply, body: { ...body, meta: { pagination: { ...pagination, total } } } }
          : reply;
      }),
  },
  {
    name: 'data-goes-too',
    class: 'cross-field meaning',
    defect: 'removes data without removeData',
    caughtBy: 'P-46',
    habits: () =>
      previewing((one) =>
        one['action'] === 'UNDEPLOY' ? { ...one, action: 'UNDEPLOY_AND_REMOVE_DATA' } : one,
      ),
  },
  {
    name: 'reasons-of-its-own',
    class: 'cross-field meaning',
    defect: 'reports a dependency as not in the descriptor',
    caughtBy: 'P-45',
    habits: () => previewing((one) => ({ ...one, reason: 'NOT_IN_TARGET_DESCRIPTOR' })),
  },
];

function running(plan: Body): Body {
  return { ...plan, dag: { ...membersOf(plan['dag']), status: 'RUNNING' } };
}

function previewing(change: (operation: Body) => Body): Partial<Habits> {
  return onGood(PREVIEW, (body) => ({
    ...body,
    operations: listOf(body, 'operations').map((one) => change(membersOf(one))),
  }));
}

/** Resolves any deployed unit whose id matches, in any environment. */
function resolving(fits: (unit: string, id: string) => boolean): Partial<Habits> {
  return on('coordinator-v1.resolve', (reply, { query }, { units }) => {
    const found = [...units.values()].find(
      ({ id, states }) => fits(id, String(query['id'])) && [...states.values()].includes('DEPLOYED'),
    );
    if (reply.status !== 404 || found === undefined) return reply;
    return { status: 200, body: { content: [found.descriptor], page: { offset: 0, limit: 5, count: 1 } } };
  });
}
