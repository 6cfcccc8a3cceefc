import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, on, onGood, type PlatformMutant, page } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const ADAPTER = 'coordinator-v2.getTechAdapter';
const PUT = 'coordinator-v2.putTechAdapterDeployment';

/** Platform mutants with defects in lists of adapters and in adapter deployments. */
export const deployingMutants: readonly PlatformMutant[] = [
  mutant('P-56', 'lists adapters without their deployments', () =>
    onGood(ADAPTERS, (body) => ({
      ...body,
      data: page(body).map((one) => ({ ...membersOf(one), deployments: { environments: [] } })),
    })),
  ),
  mutant('P-56', 'finds removed adapters', () => keepingDeleted()),
  mutant('P-56', 'keeps fields of a deployment that its replacement omits', () =>
    storing((before, now) => ({ ...before, ...now })),
  ),
  mutant('P-56', 'confirms a new address of an adapter and keeps the first one', () =>
    storing((before, now) => before ?? now),
  ),
  mutant('P-56', 'lists removed deployments with an adapter', () => {
    const known = new Map<string, unknown>();
    return onGood(ADAPTER, (body, { path }) => {
      const { environments } = membersOf(body['deployments']);
      for (const one of Array.isArray(environments) ? environments : [])
        known.set(`${path['id']} ${String(membersOf(one)['environment'])}`, one);
      const own = [...known].filter(([key]) => key.startsWith(`${path['id']} `)).map(([, one]) => one);
      return { ...body, deployments: { environments: own } };
    });
  }),
  mutant('P-37', 'searches only the ids of adapters', () =>
    onGood(ADAPTERS, (body, { query }) => {
      const text = String(query['search'] ?? '').toLowerCase();
      const isFound = (one: unknown) => String(membersOf(one)['id']).toLowerCase().includes(text);
      return { ...body, data: page(body).filter(isFound) };
    }),
  ),
];

/** On the second deployment to one place, stores a combination of both. */
function storing(of: (before: Body | undefined, now: Body) => Body): Partial<Habits> {
  const known = new Map<string, Body>();
  return on(PUT, (reply, { path }, { things }) => {
    const key = `${path['id']} ${path['environment']}`;
    if (reply.status !== 200) return reply;
    const stored = of(known.get(key), membersOf(reply.body));
    known.set(key, stored);
    kindOf(things, 'deployments').set(key, stored);
    return reply;
  });
}

function keepingDeleted(): Partial<Habits> {
  const known = new Map<string, Body>();
  return on(ADAPTERS, (reply, { query }, { things }) => {
    const body = membersOf(reply.body);
    for (const [id, adapter] of kindOf(things, 'adapters')) known.set(id, adapter);
    if (reply.status !== 200 || typeof query['search'] !== 'string') return reply;
    const gone = [...known.values()].filter(
      ({ id }) => !kindOf(things, 'adapters').has(String(id)) && String(id) === query['search'],
    );
    return { ...reply, body: { ...body, data: [...page(body), ...gone] } };
  });
}
