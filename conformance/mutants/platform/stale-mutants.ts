import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Call, Habits, Reply } from './server.ts';

/** Platform mutants that return stale data, or confuse an item with its neighbor. */
export const staleMutants: readonly PlatformMutant[] = [
  {
    name: 'agents-from-a-cache',
    class: 'state over time',
    defect: 'caches agents after the first read',
    caughtBy: 'P-63',
    habits: () => caching('assistant.getAgent', 200, ({ path }) => path['id']),
  },
  {
    name: 'types-from-a-cache',
    class: 'state over time',
    defect: 'caches resource types after the first read',
    caughtBy: 'P-62',
    habits: () => caching('governance.getResourceType', 200, ({ path }) => path['resourceType']),
  },
  {
    name: 'resources-never-there',
    class: 'state over time',
    defect: 'does not find a resource that it did not find before',
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
    defect: 'does not find a deployment that it did not find before',
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
    defect: 'lists only the latest plan of a unit',
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
    defect: 'removes the other versions of an adapter with one of them',
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
    defect: 'treats a character of a search as a wildcard',
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
    defect: 'rejects a search of more than one word',
    caughtBy: 'P-37',
    habits: () =>
      refusing('coordinator-v2.listTechAdapters', ({ query }) => / /.test(String(query['search'] ?? ''))),
  },
  {
    name: 'told-all-or-refused',
    class: 'negatives',
    defect: 'rejects an evaluation of a resource with only an id',
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
