import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood, type PlatformMutant, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Call, Habits, Reply } from './server.ts';

/** Platform mutants that return stale data, or confuse an item with its neighbor. */
export const staleMutants: readonly PlatformMutant[] = [
  mutant('P-63', 'caches agents after the first read', () =>
    caching('assistant.getAgent', 200, ({ path }) => path['id']),
  ),
  mutant('P-62', 'caches resource types after the first read', () =>
    caching('governance.getResourceType', 200, ({ path }) => path['resourceType']),
  ),
  mutant('P-42', 'does not find a resource that it did not find before', () =>
    caching(
      'governance.getResource',
      404,
      ({ path, query }) => `${path['externalId']} ${String(query['environment'])}`,
    ),
  ),
  mutant('P-56', 'does not find a deployment that it did not find before', () =>
    caching(
      'coordinator-v2.getTechAdapterDeployment',
      404,
      ({ path }) => `${path['id']} ${path['environment']}`,
    ),
  ),
  mutant('P-49', 'lists only the latest plan of a unit', () =>
    onGood('coordinator-v1.listProvisioningPlans', (body, { query }) =>
      query['data-product-id'] === undefined
        ? body
        : { ...body, provisioningPlans: listOf(body, 'provisioningPlans').slice(0, 1) },
    ),
  ),
  mutant('P-62', 'removes the other versions of an adapter with one of them', () =>
    on('coordinator-v2.deleteTechAdapter', (reply, { path }, { things }) => {
      const [name = ''] = /^.*:/.exec(path['id'] ?? '') ?? [];
      const adapters = kindOf(things, 'adapters');
      if (reply.status === 204)
        for (const id of [...adapters.keys()]) if (id.startsWith(name)) adapters.delete(id);
      return reply;
    }),
  ),
  mutant('P-37', 'treats a character of a search as a wildcard', () =>
    on(ADAPTERS, (reply, { query }, { things }) => {
      const data = [...kindOf(things, 'adapters').values()];
      const isAny = /^[%_]+$/.test(String(query['search'] ?? ''));
      const meta = { pagination: { offset: 0, limit: data.length, total: data.length } };
      return reply.status === 200 && isAny ? { ...reply, body: { data, meta } } : reply;
    }),
  ),
  mutant('P-37', 'rejects a search of more than one word', () =>
    refusing('coordinator-v2.listTechAdapters', ({ query }) => / /.test(String(query['search'] ?? ''))),
  ),
  mutant('P-66', 'rejects an evaluation of a resource with only an id', () =>
    refusing('governance.evaluate', ({ input }) => !('displayName' in membersOf(input))),
  ),
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
