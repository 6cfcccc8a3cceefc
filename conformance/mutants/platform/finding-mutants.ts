import { mutant } from '../mutant.ts';
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
  mutant('P-48', 'reports the current time as that of the last deployment', () =>
    onGood(FOLLOWED, (body) => ({ ...body, lastDeploymentTime: new Date().toISOString() })),
  ),
  mutant('P-48', 'returns, with a page of deployments, the time of the last one of the whole list', () =>
    on(FOLLOWED, (reply, _call, { history }) =>
      reply.status === 200
        ? { ...reply, body: { ...membersOf(reply.body), lastDeploymentTime: history.at(-1)?.time } }
        : reply,
    ),
  ),
  mutant('P-48', 'compares only the date of lastDeploymentTime, and excludes that day', () =>
    on(FOLLOWED, (reply, { query }, { history }) => {
      const since = String(query['lastDeploymentTime'] ?? '').slice(0, 'YYYY-MM-DD'.length);
      const later = history.filter(({ time }) => time.slice(0, since.length) > since);
      const body = deployedSince(since === '' ? history : later, { limit: query['limit'] ?? 100 });
      return reply.status === 200 ? { ...reply, body } : reply;
    }),
  ),
  mutant('P-48', 'returns the descriptor of the first deployment for all of them', () =>
    onGood(FOLLOWED, (body) => {
      const all = listOf(body, 'descriptors').map(membersOf);
      return { ...body, descriptors: all.map((one) => ({ ...one, descriptor: all[0]?.['descriptor'] })) };
    }),
  ),
  mutant('P-49', 'reports the last task of every plan as running', () =>
    onGood('coordinator-v1.getProvisioningPlan', running),
  ),
  mutant('P-49', 'lists finished plans as running', () =>
    onGood(PLANS, (body) => ({
      ...body,
      provisioningPlans: listOf(body, 'provisioningPlans').map((one) => running(membersOf(one))),
    })),
  ),
  mutant('P-37', 'lists the plans of all units whose names start alike', () =>
    on(PLANS, (reply, { query }, { plans }) => {
      const [kin = ''] = /^urn:([^:]*:){3}/.exec(String(query['data-product-id'])) ?? [];
      const more = plans.filter(({ unit }) => kin !== '' && unit.startsWith(kin));
      const provisioningPlans = more.map(({ environment, token, action, startTime, descriptor }) => ({
        environment,
        dag: { id: token, name: token, status: 'COMPLETED', action, startTime, descriptor },
      }));
      return more.length > 0 && reply.status === 200 ? { ...reply, body: { provisioningPlans } } : reply;
    }),
  ),
  mutant('P-37', 'filters plans by the first of several environments only', () =>
    onGood(PLANS, (body, { query }) => {
      const [first] = listOf(query, 'environments');
      const isOfFirst = (one: unknown) => first === undefined || membersOf(one)['environment'] === first;
      return { ...body, provisioningPlans: listOf(body, 'provisioningPlans').filter(isOfFirst) };
    }),
  ),
  mutant('P-37', 'resolves a deployed unit in every environment', () => resolving((unit, id) => unit === id)),
  mutant('P-37', 'resolves a unit by the start of its id', () =>
    resolving((unit, id) => id.endsWith('-provisioned') && unit.startsWith(id)),
  ),
  mutant('P-37', 'returns the total of all adapters for every search', () =>
    on(ADAPTERS, (reply, _call, { things }) => {
      const body = membersOf(reply.body);
      const pagination = membersOf(membersOf(body['meta'])['pagination']);
      const total = kindOf(things, 'adapters').size;
      return reply.status === 200
        ? { ...reply, body: { ...body, meta: { pagination: { ...pagination, total } } } }
        : reply;
    }),
  ),
  mutant('P-46', 'removes data without removeData', () =>
    previewing((one) =>
      one['action'] === 'UNDEPLOY' ? { ...one, action: 'UNDEPLOY_AND_REMOVE_DATA' } : one,
    ),
  ),
  mutant('P-45', 'reports a dependency as not in the descriptor', () =>
    previewing((one) => ({ ...one, reason: 'NOT_IN_TARGET_DESCRIPTOR' })),
  ),
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
