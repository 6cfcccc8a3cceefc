import { rules } from '@tessera/contracts/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE, wayTo } from '../../testing/governance.ts';
import { findEntity } from './entities/entity-store.ts';
import { prepareMaterial } from './evaluation/material.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

describe('pushed results', () => {
  it.each(rules['results-need-a-state-in-force'].cases)(
    'are accepted by policies in force only: $title',
    async ({ given, expect: { accepted } }) => {
      const { id } = await open.createPolicy(PASSIVE);
      for (const status of wayTo(given, 'updatePolicyStatus'))
        await open.governance.updatePolicyStatus({ path: { id }, body: { status } });
      const pushed = open.governance.pushPolicyEvaluationResults({
        path: { id },
        query: { environment: 'development' },
        body: [{ resource: { id: 'r' }, result: { satisfiesPolicy: true, errors: [] } }],
      });
      if (accepted) await expect(pushed).resolves.toEqual({});
      else await expect(pushed).rejects.toMatchObject({ status: 422 });
    },
  );
});

describe('an update', () => {
  it.each(rules['next-version-is-a-clone'].cases)(
    'changes a version or makes the next one: $title',
    async ({ given: version, expect: expected }) => {
      let policy = await open.createPolicy();
      while (policy.version < expected.storedVersion)
        policy = await update({ ...policy, version: policy.version + 1 });
      const updated = update({ ...policy, version, name: 'Another name' });
      if (!expected.accepted) {
        const { error: code } = rules['next-version-is-a-clone'];
        await expect(updated).rejects.toMatchObject({ status: 400, body: { code } });
        return;
      }
      const { id, name, status } = await updated;
      expect([id !== policy.id, name]).toEqual([expected.cloned, 'Another name']);
      if ('status' in expected) expect(status).toBe(expected.status);
    },
  );

  async function update(body: Awaited<ReturnType<typeof open.createPolicy>>) {
    return open.governance.updatePolicy({ path: { id: body.id }, body });
  }
});

describe('an engine', () => {
  it.each(rules['strategy-shapes-the-document'].cases)(
    'sees what the strategy selects: $title',
    async ({ given: strategy, expect: { deployed, evaluated, document } }) => {
      const { id } = await open.createPolicy({ strategy });
      const entity = await findEntity(open.platform.context.db, id);
      if (entity === undefined) throw new Error('the policy was stored');
      const descriptors = { descriptor: JSON.stringify(evaluated), previous: JSON.stringify(deployed) };
      expect(prepareMaterial(entity, descriptors).value).toEqual(document);
    },
  );
});
