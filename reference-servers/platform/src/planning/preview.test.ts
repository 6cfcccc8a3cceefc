import { rules } from '@tessera/contracts/rules';
import type { ComponentStatus, ProvisioningRequest } from '@tessera/contracts/types/coordinator-v2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUnit } from '../descriptor/read-unit.ts';
import { type KnownComponent, type PreviewInput, preview, type TargetComponent } from './preview.ts';

const STATUSES: readonly ComponentStatus[] = ['DEPLOYED', 'NOT_DEPLOYED', 'CORRUPT'];

/** Components c0, c1, ... of which each depends on earlier ones only, so there is no cycle. */
const components = fc
  .array(fc.array(fc.nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map((lists) =>
    lists.map(
      (list, index): TargetComponent => ({
        id: `c${index}`,
        dependsOn: [...new Set(list.filter((other) => other < index))].map((other) => `c${other}`),
      }),
    ),
  );

/** A state in which every deployed component has its dependencies, as after a plan that succeeded. */
const worlds = fc.record({
  described: components,
  before: components,
  deployed: fc.array(fc.nat(11), { maxLength: 12 }),
  broken: fc.array(fc.nat(11), { maxLength: 2 }),
  targets: fc.dictionary(
    fc.nat(11).map((index) => `c${index}`),
    fc.constantFrom('DEPLOYED' as const, 'NOT_DEPLOYED' as const),
    { maxKeys: 6 },
  ),
  removeData: fc.boolean(),
  preventRedeploy: fc.boolean(),
});

function toInput(world: typeof worlds extends fc.Arbitrary<infer T> ? T : never): PreviewInput {
  const { described, before, deployed, broken, targets, removeData, preventRedeploy } = world;
  const byId = new Map(before.map((one) => [one.id, one]));
  const there = new Set<string>();
  const deploy = (id: string): void => {
    const component = byId.get(id);
    if (component === undefined || there.has(id)) return;
    there.add(id);
    component.dependsOn.forEach(deploy);
  };
  for (const index of deployed) deploy(`c${index}`);
  const known = before.map(
    ({ id, dependsOn }): KnownComponent => ({
      id,
      dependsOn,
      status: broken.includes(Number(id.slice(1))) ? 'CORRUPT' : there.has(id) ? 'DEPLOYED' : 'NOT_DEPLOYED',
    }),
  );
  const ids = new Set(described.map(({ id }) => id));
  const present = new Set(known.filter(({ status }) => status !== 'NOT_DEPLOYED').map(({ id }) => id));
  const targetStatus = Object.entries(targets)
    .filter(([id]) => ids.has(id) || present.has(id))
    .map(([componentId, status]) => ({ componentId, targetStatus: status }));
  return { target: described, known, request: { targetStatus, removeData, preventRedeploy }, autofill: true };
}

/** The components after every operation has succeeded. */
function carryOut({ target, known }: PreviewInput, result: ReturnType<typeof preview>): KnownComponent[] {
  const after = new Map(known.map((one) => [one.id, one]));
  if (result.problems !== undefined || result.outcome !== 'OK') return [...after.values()];
  for (const { componentId: id, action } of result.operations) {
    const dependsOn = target.find((one) => one.id === id)?.dependsOn ?? after.get(id)?.dependsOn ?? [];
    if (action === 'DEPLOY') after.set(id, { id, dependsOn, status: 'DEPLOYED' });
    else if (action !== 'NO_ACTION')
      after.set(id, { id, dependsOn: after.get(id)?.dependsOn ?? [], status: 'NOT_DEPLOYED' });
  }
  return [...after.values()];
}

const check = (law: (input: PreviewInput, result: ReturnType<typeof preview>) => void): void =>
  fc.assert(
    fc.property(worlds, (world) => {
      const input = toInput(world);
      law(input, preview(input));
    }),
    { numRuns: 400 },
  );

describe('a preview', () => {
  it('never deploys a component before or without what it depends on', () => {
    check((input, result) => {
      if (result.problems !== undefined || result.outcome !== 'OK') return;
      const there = new Set(input.known.filter(({ status }) => status === 'DEPLOYED').map(({ id }) => id));
      for (const { componentId, action } of result.operations) {
        if (action === 'DEPLOY') {
          const described = input.target.find(({ id }) => id === componentId);
          const known = new Set([...input.target, ...input.known].map(({ id }) => id));
          for (const other of described?.dependsOn ?? [])
            if (known.has(other)) expect(there).toContain(other);
          there.add(componentId);
        } else if (action !== 'NO_ACTION') there.delete(componentId);
      }
    });
  });

  it('never undeploys a component that a deployed one needs', () => {
    check((input, result) => {
      if (result.problems !== undefined || result.outcome !== 'OK') return;
      const after = carryOut(input, result);
      const undeployed = new Set(
        result.operations
          .filter(({ action }) => action.startsWith('UNDEPLOY'))
          .map(({ componentId }) => componentId),
      );
      for (const { status, dependsOn } of after) {
        if (status !== 'DEPLOYED') continue;
        for (const other of dependsOn) expect(undeployed).not.toContain(other);
      }
    });
  });

  it('of the state that it leads to has nothing left to do that is not asked for', () => {
    check((input, result) => {
      if (result.problems !== undefined || result.outcome !== 'OK') return;
      const again = preview({ ...input, known: carryOut(input, result) });
      if (again.problems !== undefined) return;
      expect(again.outcome).toBe('OK');
      for (const { action, reason } of again.operations) {
        expect(action === 'NO_ACTION' || reason === 'REQUEST').toBe(true);
      }
    });
  });

  it('names every component at most once, and every one that is there and no longer described', () => {
    check((input, result) => {
      if (result.problems !== undefined) return;
      const named = result.operations.map(({ componentId }) => componentId);
      expect(new Set(named).size).toBe(named.length);
      const described = new Set(input.target.map(({ id }) => id));
      for (const { id, status } of input.known) {
        if (status !== 'NOT_DEPLOYED' && !described.has(id)) expect(named).toContain(id);
      }
    });
  });

  it('is the same whatever the order of its lists', () => {
    check((input, result) => {
      const { targetStatus = [] } = input.request;
      const reversed = preview({
        ...input,
        target: input.target.toReversed(),
        known: input.known.toReversed(),
        request: { ...input.request, targetStatus: targetStatus.toReversed() },
      });
      if (result.problems === undefined) expect(reversed).toEqual(result);
    });
  });

  it('lists each operation after those that it waits for', () => {
    check((_input, result) => {
      if (result.problems !== undefined) return;
      const seen = new Set<string>();
      for (const { componentId, after } of result.operations) {
        for (const other of after) expect(seen).toContain(other);
        seen.add(componentId);
      }
    });
  });

  it('undeploys components that came to depend on each other by different descriptors', () => {
    const known: KnownComponent[] = [
      { id: 'a', status: 'DEPLOYED', dependsOn: ['b'] },
      { id: 'b', status: 'DEPLOYED', dependsOn: ['a'] },
    ];
    const targetStatus = known.map(({ id }) => ({ componentId: id, targetStatus: 'NOT_DEPLOYED' as const }));
    const request = { targetStatus, removeData: false, preventRedeploy: false };
    const result = preview({ target: [], known, request, autofill: false });
    if (result.problems !== undefined) throw new Error('the request has no problems');
    expect(result.operations.map(({ after }) => after)).toEqual([[], [result.operations[0]?.componentId]]);
  });

  it('lists operations that contradict each other only among its operations', () => {
    check((_input, result) => {
      if (result.problems !== undefined) return;
      expect(result.conflicting.length > 0).toBe(result.outcome === 'ABORTED_FOR_CONFLICTS');
      for (const operation of result.conflicting) expect(result.operations).toContain(operation);
    });
  });

  it('is made for 5,000 components with 20,000 dependencies', () => {
    const target = Array.from({ length: 5_000 }, (_, index) => ({
      id: `c${index}`,
      dependsOn: [1, 2, 3, 4]
        .map((step) => index - step * 7)
        .filter((other) => other >= 0)
        .map((other) => `c${other}`),
    }));
    const targetStatus = target.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' as const }));
    const result = preview({
      target,
      known: [],
      request: { targetStatus, removeData: false, preventRedeploy: false },
      autofill: false,
    });
    expect(result.problems).toBeUndefined();
    if (result.problems === undefined) expect(result.operations).toHaveLength(5_000);
  });
});

interface Expectation {
  readonly deployed?: readonly string[];
  readonly unsafe?: boolean;
  readonly accepted?: boolean;
  readonly outcome?: string;
  readonly operations?: readonly object[];
}

describe.each([
  rules['every-component-needs-a-target-status'],
  rules['removed-components-need-a-target-status'],
  rules['dependencies-are-drawn-in'],
])('the rule $id', ({ cases }) => {
  it.each([...cases])('$title', ({ given, expect: expected }) => {
    const { descriptor, ...request }: ProvisioningRequest = JSON.parse(
      JSON.stringify({ removeData: false, preventRedeploy: false, ...given }),
    );
    const { unit } = readUnit(descriptor);
    const { deployed = [], unsafe = true, ...wanted }: Expectation = expected;
    const target = unit?.components ?? [];
    const known = deployed.map((id) => ({
      id,
      dependsOn: target.find((one) => one.id === id)?.dependsOn ?? [],
      status: 'DEPLOYED' as const,
    }));
    const result = preview({ target, known, request, autofill: unsafe });
    if (wanted.accepted !== undefined) expect(result.problems === undefined).toBe(wanted.accepted);
    if (wanted.outcome !== undefined) expect(result).toMatchObject({ outcome: wanted.outcome });
    if (wanted.operations !== undefined) expect(result).toMatchObject({ operations: wanted.operations });
  });
});

describe.each([rules['action-fits-target-status'], rules['undeploy-of-undeployed-is-no-action']])(
  'the rule $id',
  ({ cases }) => {
    it.each([...cases])('$title', ({ given, expect: expected }) => {
      const { componentId, status }: { componentId: string; status?: string } = given;
      const known = STATUSES.filter((one) => one === (status ?? 'DEPLOYED'));
      const result = preview({
        target: [{ id: componentId, dependsOn: [] }],
        known: known.map((one) => ({ id: componentId, dependsOn: [], status: one })),
        request: { targetStatus: [{ ...given }], removeData: false, preventRedeploy: false },
        autofill: true,
      });
      const { accepted = true, action }: { accepted?: boolean; action?: string } = expected;
      expect(result.problems === undefined).toBe(accepted);
      if (action !== undefined) expect(result).toMatchObject({ operations: [{ action }] });
    });
  },
);
