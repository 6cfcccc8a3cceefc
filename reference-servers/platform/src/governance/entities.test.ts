import { lifecycles } from '@tessera/contracts/lifecycles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE, wayTo } from '../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

describe('policies and metrics', () => {
  it('begin as draft, in version 1 of a new group', async () => {
    const [policy, metric] = [await open.createPolicy(), await open.createMetric()];
    for (const entity of [policy, metric])
      expect(entity).toMatchObject({ status: 'draft', version: 1, updateTime: entity.creationTime });
    expect(policy.groupId).not.toBe(metric.groupId);
  });

  it('are changed by a patch, which leaves out nothing else', async () => {
    const { id, name } = await open.createPolicy();
    const body = { severity: 'warning' as const, tags: ['trial'] };
    const patched = await open.governance.patchPolicy({ path: { id }, body });
    expect(patched).toMatchObject({ id, name, ...body, version: 1, status: 'draft' });
  });

  it('are cloned by an update with the next version', async () => {
    const policy = await open.createPolicy({}, 'enabled');
    const clone = await open.governance.updatePolicy({
      path: { id: policy.id },
      body: { ...policy, version: 2, cueScript: 'name: "x"' },
    });
    expect(clone).toMatchObject({ groupId: policy.groupId, version: 2, status: 'draft' });
    expect(clone.id).not.toBe(policy.id);
    const present = await open.governance.patchPolicy({ path: { id: policy.id }, body: {} });
    expect(present).toEqual(policy);
  });

  it('refuse versions that are neither the present nor the next one', async () => {
    const policy = await open.createPolicy();
    const update = (id: string, version: number) =>
      open.governance.updatePolicy({ path: { id }, body: { ...policy, version } });
    const refused = { status: 400, body: { code: 'CGP_VERSION_INVALID' } };
    await expect(update(policy.id, 3)).rejects.toMatchObject(refused);
    const { id } = await update(policy.id, 2);
    await expect(update(id, 1)).rejects.toMatchObject(refused);
    await expect(update(policy.id, 2)).rejects.toMatchObject(refused);
  });

  it('refuse an update that names another group', async () => {
    const policy = await open.createPolicy();
    await expect(
      open.governance.updatePolicy({ path: { id: policy.id }, body: { ...policy, groupId: 'other' } }),
    ).rejects.toMatchObject({
      status: 400,
      body: { code: 'CGP_GROUP_MISMATCH', inputErrorField: 'groupId' },
    });
  });

  it.each(['policy', 'metric'] as const)(
    'of the kind %s refuse updates that fit no version',
    async (kind) => {
      const { entity, update, test, remove } = await made(kind);
      const refusal = (status: number, code: string) => ({ status, body: { code } });
      await expect(update({ groupId: 'other' })).rejects.toMatchObject(refusal(400, 'CGP_GROUP_MISMATCH'));
      await expect(update({ version: 7 })).rejects.toMatchObject(refusal(400, 'CGP_VERSION_INVALID'));
      expect(await update({})).toMatchObject({ id: entity.id, version: 1 });
      await remove();
      await expect(update({})).rejects.toMatchObject(refusal(422, 'CGP_ENTITY_DELETED'));
      await expect(test()).rejects.toMatchObject(refusal(422, 'CGP_ENTITY_DELETED'));
    },
  );

  it.each<[string, string, () => Promise<unknown>]>([
    ['a name', 'name', () => open.createPolicy({ name: 'a\0b' })],
    ['a tag', 'tags.0', () => open.createPolicy({ tags: ['\ud800'] })],
    [
      'an identifier in the path',
      'externalId',
      () =>
        open.governance.getResource({ path: { externalId: '\0' }, query: { environment: 'development' } }),
    ],
    [
      'an environment in the query',
      'environment',
      () => open.governance.getResource({ path: { externalId: 'x' }, query: { environment: '\0' } }),
    ],
  ])(
    'are asked for again without a text that cannot be stored: %s',
    async (_title, inputErrorField, send) => {
      await expect(send()).rejects.toMatchObject({
        status: 400,
        body: { code: 'CGP_REQUEST_INVALID', inputErrorField },
      });
    },
  );

  it('move as the lifecycle says, and say where they can go instead', async () => {
    const { id } = await open.createPolicy();
    const move = (status: 'enabled' | 'disabled' | 'deprecated' | 'deleted') =>
      open.governance.updatePolicyStatus({ path: { id }, body: { status } });
    await expect(move('deprecated')).rejects.toMatchObject({
      status: 422,
      body: {
        code: 'CGP_STATUS_CHANGE_REFUSED',
        moreInfo: { solutions: ['Choose one of: grace, enabled, deleted.'] },
      },
    });
    for (const status of ['enabled', 'disabled', 'deprecated', 'deleted'] as const)
      expect(await move(status)).toMatchObject({ id, status });
    const gone = { status: 422, body: { code: 'CGP_ENTITY_DELETED' } };
    await expect(move('enabled')).rejects.toMatchObject(gone);
    await expect(open.governance.patchPolicy({ path: { id }, body: {} })).rejects.toMatchObject(gone);
  });

  it.each(['policy', 'metric'] as const)(
    'of the kind %s take every move of the lifecycle, and no other',
    async (kind) => {
      const { by, create, move } = kindOf(kind);
      const moves = lifecycle.transitions.filter((one) => one.by === by);
      for (const from of lifecycle.states) {
        for (const to of lifecycle.states) {
          // The lifecycle has a way to every status.
          const id = await create();
          for (const status of wayTo(from, by)) await move(id, status);
          const isMove = moves.some((one) => one.from === from && one.to === to);
          const moved = move(id, to);
          if (isMove) expect(await moved).toMatchObject({ status: to });
          else await expect(moved, `${from} to ${to}`).rejects.toMatchObject({ status: 422 });
        }
      }
    },
  );

  it('come into force with a script that compiles only, and keep such a script there', async () => {
    const broken = { cueScript: 'name: string\n\n  size: = 3' };
    const fault = "cueScript:3:9: expected operand, found '='";
    const draft = await open.createPolicy(broken);
    const path = { id: draft.id };
    for (const status of ['enabled', 'grace'] as const)
      await expect(open.governance.updatePolicyStatus({ path, body: { status } })).rejects.toMatchObject({
        status: 422,
        body: { code: 'CGP_SCRIPT_INVALID', moreInfo: { problems: [fault] } },
      });
    await open.governance.patchPolicy({ path, body: { cueScript: 'name: string' } });
    const { status } = await open.governance.updatePolicyStatus({ path, body: { status: 'enabled' } });
    expect(status).toBe('enabled');
    const refused = {
      status: 400,
      body: { inputErrorField: 'cueScript', errors: [`cueScript is wrong: ${fault}`] },
    };
    await expect(open.governance.patchPolicy({ path, body: broken })).rejects.toMatchObject(refused);
    const update = { ...draft, ...broken };
    await expect(open.governance.updatePolicy({ path, body: update })).rejects.toMatchObject(refused);
    const metric = await open.createMetric({ cueScript: 'value: {' });
    await expect(
      open.governance.updateMetricStatus({ path: { id: metric.id }, body: { status: 'grace' } }),
    ).rejects.toMatchObject({ status: 422, body: { code: 'CGP_SCRIPT_INVALID' } });
  });

  it.each(['', '   ', '\t\n'])('have a name that can be seen, unlike %j', async (name) => {
    const refused = { status: 400, body: { inputErrorField: 'name' } };
    const { id } = await open.createPolicy();
    await expect(open.createPolicy({ name })).rejects.toMatchObject(refused);
    await expect(open.createMetric({ name })).rejects.toMatchObject(refused);
    await expect(open.governance.patchPolicy({ path: { id }, body: { name } })).rejects.toMatchObject(
      refused,
    );
    await expect(open.governance.upsertResourceType({ body: { name } })).rejects.toMatchObject(refused);
    await expect(
      open.v2.upsertTechAdapter({ body: { id: 'urn:dmb:itm:blank:1', name, version: '1' } }),
    ).rejects.toMatchObject(refused);
  });

  it('are not found under the other kind', async () => {
    const { id } = await open.createPolicy();
    await expect(open.governance.patchMetric({ path: { id }, body: {} })).rejects.toMatchObject({
      status: 404,
    });
  });

  it.each([
    ['an engine without its script', { cueScript: undefined }, 'cueScript'],
    ['a remote engine without an address', { engine: 'remote' }, 'externalUrl'],
    [
      'an agent without a prompt',
      { engine: 'governanceAgent', governanceAgentSpec: { url: 'http://a' } },
      'governanceAgentSpec.prompt',
    ],
    ['a passive policy at deployment', { ...PASSIVE, timing: 'deployment' }, 'timing'],
    ['a schedule that never comes due', { cronExpression: '0 0 0 30 2 ?' }, 'cronExpression'],
    ['a range that goes down', { cronExpression: '0 0 9-8 * * ?' }, 'cronExpression'],
    ['five fields', { cronExpression: '0 0 * * *' }, 'cronExpression'],
    ['seven fields', { cronExpression: '0 0 0 * * ? 2026' }, 'cronExpression'],
    ['the last day of the month', { cronExpression: '0 0 0 L * ?' }, 'cronExpression'],
    ['a working day', { cronExpression: '0 0 0 15W * ?' }, 'cronExpression'],
    ['the second Monday', { cronExpression: '0 0 0 ? * 0#2' }, 'cronExpression'],
    ['day of week 7', { cronExpression: '0 0 0 ? * 7' }, 'cronExpression'],
    ['second 60', { cronExpression: '60 0 0 * * ?' }, 'cronExpression'],
    ['a step of nothing', { cronExpression: '*/0 0 0 * * ?' }, 'cronExpression'],
    ['nothing', { cronExpression: '' }, 'cronExpression'],
    ['a very long one', { cronExpression: `${'0,'.repeat(20_000)}x 0 0 * * ?` }, 'cronExpression'],
  ])('are refused with %s, by the member that is wrong', async (_title, more, inputErrorField) => {
    await expect(open.createPolicy(Object(more))).rejects.toMatchObject({
      status: 400,
      body: { code: 'CGP_REQUEST_INVALID', inputErrorField },
    });
  });
});

describe('resource types', () => {
  it('are stored with their defaults, replaced, and listed by name', async () => {
    const body = { name: 'z-bucket', resolverConfiguration: { url: 'http://127.0.0.1:1/r' } };
    const stored = await open.governance.upsertResourceType({ body });
    expect(stored).toEqual({
      ...body,
      descriptorConfiguration: {
        resourceNameField: 'id',
        resourceDisplayNameFields: ['domain', 'name', 'version'],
        resourceFilterField: 'version',
      },
      resolverConfiguration: { url: 'http://127.0.0.1:1/r', path: 'v1/resolve' },
    });
    await open.governance.upsertResourceType({ body: { name: 'a-topic' } });
    const all = await open.governance.listResourceTypes({});
    expect(all.map(({ name }) => name)).toEqual(['a-topic', 'z-bucket']);
    const path = { resourceType: 'z-bucket' };
    expect(await open.governance.getResourceType({ path })).toEqual(stored);
    const replaced = await open.governance.upsertResourceType({
      body: { name: 'z-bucket', displayName: 'B' },
    });
    expect(replaced).not.toHaveProperty('resolverConfiguration');
    await expect(open.governance.getResourceType({ path: { resourceType: 'teapot' } })).rejects.toMatchObject(
      { status: 404 },
    );
  });
});

const lifecycle = lifecycles.GovernanceEntityStatus;
type Status = (typeof lifecycle.states)[number];

/** How entities of a kind are created and moved. */
function kindOf(kind: 'policy' | 'metric') {
  const { governance } = open;
  const { createPolicy, createMetric } = open;
  return kind === 'policy'
    ? {
        by: 'updatePolicyStatus' as const,
        create: async () => (await createPolicy()).id,
        move: (id: string, status: Status) =>
          governance.updatePolicyStatus({ path: { id }, body: { status } }),
      }
    : {
        by: 'updateMetricStatus' as const,
        create: async () => (await createMetric()).id,
        move: (id: string, status: Status) =>
          governance.updateMetricStatus({ path: { id }, body: { status } }),
      };
}

/** A new entity of a kind, and what can be done with it. */
async function made(kind: 'policy' | 'metric') {
  const resource = {
    id: 'x',
    environment: 'development',
    resourceType: 'dataproduct',
    descriptor: 'name: x',
  };
  const deleted = { status: 'deleted' } as const;
  const { governance } = open;
  if (kind === 'policy') {
    const entity = await open.createPolicy();
    const path = { id: entity.id };
    return {
      entity,
      update: (more: object) => governance.updatePolicy({ path, body: { ...entity, ...more } }),
      test: () => governance.testPolicy({ path, body: resource }),
      remove: () => governance.updatePolicyStatus({ path, body: deleted }),
    };
  }
  const entity = await open.createMetric();
  const path = { id: entity.id };
  return {
    entity,
    update: (more: object) => governance.updateMetric({ path, body: { ...entity, ...more } }),
    test: () => governance.testMetric({ path, body: resource }),
    remove: () => governance.updateMetricStatus({ path, body: deleted }),
  };
}
