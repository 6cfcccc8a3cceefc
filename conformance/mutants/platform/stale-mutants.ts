import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Call, Habits, Reply } from './server.ts';

/** Platform mutants that return stale data, or confuse an item with its neighbor. */
export const staleMutants: readonly PlatformMutant[] = [
  {
    name: 'agents-from-a-cache',
    class: 'state over time',
    defect: 'reads agents as they were when they were read first',
    caughtBy: 'P-63',
    habits: () => caching('assistant.getAgent', 200, ({ path }) => path['id']),
  },
  {
    name: 'types-from-a-cache',
    class: 'state over time',
    defect: 'reads resource types as they were when they were read first',
    caughtBy: 'P-62',
    habits: () => caching('governance.getResourceType', 200, ({ path }) => path['resourceType']),
  },
  {
    name: 'resources-never-there',
    class: 'state over time',
    defect: 'does not find a resource that it has not found before',
    caughtBy: 'P-42',
    habits: () =>
      caching(
        'governance.getResource',
        404,
        ({ path, query }) => `${path['externalId']} ${String(query['environment'])}`,
      ),
  },
  {
    name: 'deployments-never-there',
    class: 'linkage between operations',
    defect: 'does not find a deployment where it has found none before',
    caughtBy: 'P-56',
    habits: () =>
      caching(
        'coordinator-v2.getTechAdapterDeployment',
        404,
        ({ path }) => `${path['id']} ${path['environment']}`,
      ),
  },
  {
    name: 'latest-plan-only',
    class: 'sequence',
    defect: 'lists the latest plan of a unit and none of the past',
    caughtBy: 'P-49',
    habits: () =>
      onGood('coordinator-v1.listProvisioningPlans', (body, { query }) =>
        query['data-product-id'] === undefined
          ? body
          : { ...body, provisioningPlans: listOf(body, 'provisioningPlans').slice(0, 1) },
      ),
  },
  {
    name: 'versions-go-together',
    class: 'identity and isolation',
    defect: 'deletes the other versions of an adapter with one of them',
    caughtBy: 'P-62',
    habits: () =>
      on('coordinator-v2.deleteTechAdapter', (reply, { path }, { things }) => {
        const [name = ''] = /^.*:/.exec(path['id'] ?? '') ?? [];
        const adapters = kindOf(things, 'adapters');
        if (reply.status === 204)
          for (const id of [...adapters.keys()]) if (id.startsWith(name)) adapters.delete(id);
        return reply;
      }),
  },
  {
    name: 'any-text-fits',
    class: 'negatives',
    defect: 'takes a sign in a search for any text',
    caughtBy: 'P-37',
    habits: () =>
      on(ADAPTERS, (reply, { query }, { things }) => {
        const data = [...kindOf(things, 'adapters').values()];
        const isAny = /^[%_]+$/.test(String(query['search'] ?? ''));
        const meta = { pagination: { offset: 0, limit: data.length, total: data.length } };
        return reply.status === 200 && isAny ? { ...reply, body: { data, meta } } : reply;
      }),
  },
  {
    name: 'one-word-at-most',
    class: 'negatives',
    defect: 'refuses a search of more than one word',
    caughtBy: 'P-37',
    habits: () =>
      refusing('coordinator-v2.listTechAdapters', ({ query }) => / /.test(String(query['search'] ?? ''))),
  },
  {
    name: 'told-all-or-refused',
    class: 'negatives',
    defect: 'refuses a resource that is evaluated under its id alone',
    caughtBy: 'P-66',
    habits: () => refusing('governance.evaluate', ({ input }) => !('displayName' in membersOf(input))),
  },
];

/** Repeats the first response that had the given status. */
function caching(operation: string, status: number, keyOf: (call: Call) => unknown): Partial<Habits> {
  const known = new Map<unknown, Reply>();
  return on(operation, (reply, call) => {
    const key = keyOf(call);
    const before = known.get(key);
    if (before !== undefined && (status === 404 || reply.status === status)) return before;
    if (reply.status === status) known.set(key, structuredClone(reply));
    return reply;
  });
}
