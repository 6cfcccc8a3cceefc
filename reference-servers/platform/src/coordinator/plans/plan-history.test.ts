import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPlatform, openPlatform } from '../../../testing/open-platform.ts';
import { writeLog } from './plan-log.ts';
import { insertPlan, type NewPlan } from './plan-store.ts';

const SHIPMENTS = 'urn:dmb:dp:logistics:shipments:1';
const RETURNS = 'urn:dmb:dp:logistics:returns:1';

/** Plans in the order of their start; the key of its only task identifies the plan. */
const PLANS: readonly (Pick<NewPlan, 'id' | 'kind' | 'unitId' | 'environment' | 'version'> & {
  readonly action: NewPlan['tasks'][number]['action'];
})[] = [
  plan('checked', 'VALIDATION', SHIPMENTS, 'development', '1.0.0', 'VALIDATION'),
  plan('deployed', 'PROVISIONING', SHIPMENTS, 'development', '1.0.0', 'PROVISION'),
  plan('tried', 'PROVISIONING', RETURNS, 'development', '1.1.0-SNAPSHOT-1', 'PROVISION'),
  plan('shared', 'ACCESS', SHIPMENTS, 'production', '1.0.0', 'UPDATEACL'),
  plan('read', 'REVERSE_PROVISIONING', SHIPMENTS, 'development', '1.0.0', 'REVERSE_PROVISIONING'),
  plan('removed', 'PROVISIONING', RETURNS, 'production', '1.1.0', 'UNPROVISION'),
];

function plan(
  id: string,
  kind: NewPlan['kind'],
  unitId: string,
  environment: string,
  version: string,
  action: NewPlan['tasks'][number]['action'],
) {
  return { id, kind, unitId, environment, version, action };
}

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  await store(PLANS);
});
afterAll(() => open.close());

async function store(plans: typeof PLANS): Promise<void> {
  await open.platform.context.db.transaction().execute(async (tx) => {
    for (const [index, { action, ...stored }] of plans.entries()) {
      const tasks = [{ key: stored.id, name: 'the only one', action, dependsOn: [] }];
      const now = new Date(Date.UTC(2024, 0, index + 1));
      await insertPlan(tx, { ...stored, descriptor: `id: ${stored.unitId}`, request: {}, tasks }, now);
    }
    await tx.updateTable('plan').set({ status: 'COMPLETED', stopped_at: new Date() }).execute();
  });
}

type Query = NonNullable<NonNullable<Parameters<OpenPlatform['v1']['listProvisioningPlans']>[0]>['query']>;

async function list(query: Query) {
  return (await open.v1.listProvisioningPlans({ query })).items;
}

async function namesOf(query: Query): Promise<unknown[]> {
  return (await list(query)).map(({ dag }) => dag?.name);
}

describe('the list of deployments', () => {
  it('contains each of several that ended at the same time once, whatever the limit', async () => {
    const all: string[] = [];
    for await (const { descriptor } of open.v1.listDeployedDataProducts({ query: { limit: 1 } }))
      all.push(descriptor);
    expect(all).toEqual([SHIPMENTS, RETURNS, RETURNS].map((unit) => `id: ${unit}`));
  });
});

describe('the history of plans', () => {
  it.each<[what: string, query: Query, found: readonly string[]]>([
    ['everything but what only reads', {}, ['removed', 'shared', 'tried', 'deployed', 'checked']],
    ['the oldest first', { ordering: 'asc' }, ['checked', 'deployed', 'tried', 'shared', 'removed']],
    ['a data product', { 'data-product-id': RETURNS }, ['removed', 'tried']],
    ['an unknown data product', { 'data-product-id': 'urn:dmb:dp:logistics:none:1' }, []],
    ['an environment', { environments: ['production'] }, ['removed', 'shared']],
    [
      'several environments',
      { environments: ['development', 'production'] },
      ['removed', 'shared', 'tried', 'deployed', 'checked'],
    ],
    ['a version, as a whole', { version: '1.1.0' }, ['removed']],
    ['an operation', { operations: ['PROVISION'] }, ['tried', 'deployed']],
    ['one of several operations', { operations: ['UPDATEACL', 'VALIDATION'] }, ['shared', 'checked']],
    ['an unknown operation', { operations: ['DANCE'] }, []],
    ['no snapshot versions', { 'include-snapshot': false }, ['removed', 'shared', 'deployed', 'checked']],
    ['the first of them', { limit: 2 }, ['removed', 'shared']],
    ['what follows', { limit: 2, offset: 2 }, ['tried', 'deployed']],
    ['what is left', { offset: 4 }, ['checked']],
    ['nothing behind the end', { offset: 5 }, []],
    [
      'a data product in an environment',
      { 'data-product-id': SHIPMENTS, environments: ['development'] },
      ['deployed', 'checked'],
    ],
    ['a version of an operation', { version: '1.0.0', operations: ['PROVISION'] }, ['deployed']],
    [
      'operations without snapshots',
      { operations: ['PROVISION', 'UNPROVISION'], 'include-snapshot': false },
      ['removed', 'deployed'],
    ],
    ['a snapshot version, and no snapshots', { version: '1.1.0-SNAPSHOT-1', 'include-snapshot': false }, []],
    [
      'all filters at once',
      {
        'data-product-id': SHIPMENTS,
        environments: ['development', 'production'],
        version: '1.0.0',
        operations: ['VALIDATION', 'PROVISION', 'UPDATEACL'],
        'include-snapshot': false,
        ordering: 'asc',
        offset: 1,
        limit: 1,
      },
      ['deployed'],
    ],
  ])('lists %s', async (_what, query, found) => {
    expect(await namesOf(query)).toEqual(found);
  });

  it.each([
    [{ 'include-descriptors': true }, `id: ${RETURNS}`],
    [{ 'include-descriptors': false }, undefined],
  ])('lists descriptors as asked: %o', async (query, descriptor) => {
    const [latest] = await list({ ...query, limit: 1 });
    expect(latest?.dag?.descriptor).toBe(descriptor);
  });

  it('lists 20 plans without a limit, and as many as the limit says', async () => {
    const unitId = 'urn:dmb:dp:logistics:busy:1';
    const busy = Array.from({ length: 25 }, (_, index) =>
      plan(`busy-${index}`, 'VALIDATION', unitId, 'development', '1.0.0', 'VALIDATION'),
    );
    await store(busy);
    const query = { 'data-product-id': unitId };
    const all = (await list({ ...query, limit: 100 })).map(({ dag }) => dag.id);
    const [first, rest] = [await list(query), await list({ ...query, offset: 20 })];
    expect([all.length, first.length, rest.length]).toEqual([25, 20, 5]);
    expect([...first, ...rest].map(({ dag }) => dag.id)).toEqual(all);
  });
});

describe('the log of a plan', () => {
  it('starts with its oldest entry when concurrent tasks wrote it', async () => {
    const line = (second: number) => ({
      planId: 'deployed',
      at: new Date(Date.UTC(2024, 0, 2, 0, 0, second)),
      severity: 'INFO' as const,
      message: `after ${second} s`,
    });
    // The log of a task arrives as a whole when the task has finished.
    await writeLog(open.platform.context.db, line(1), line(4), line(2), line(3));
    const log = await open.v1.getPlanLogs({ path: { provisioning_plan_id: 'deployed' } });
    expect(log.map(({ message }) => message)).toEqual(['after 1 s', 'after 2 s', 'after 3 s', 'after 4 s']);
  });
});
