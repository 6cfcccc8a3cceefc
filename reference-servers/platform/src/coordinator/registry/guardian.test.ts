import { describe, expect, it } from 'vitest';
import { findRepeatedPolicy, withGuardianPolicy } from './guardian.ts';

const properties = { dataContractGuardian: { policies: [{ resourceType: 'dataproduct', id: 'policy-1' }] } };
const guardian = { id: 'c', __dataContractGuardianSpec: { guards: [] } };

describe('a data contract guardian', () => {
  it('finds the passive policy of its unit in its results, beside what its adapter reported', () => {
    const info = { publicInfo: {}, privateInfo: { table: 'x' } };
    expect(withGuardianPolicy(info, guardian, properties, 'dataproduct')).toEqual({
      publicInfo: {},
      privateInfo: { table: 'x', __dataContractGuardian: { policyId: 'policy-1' } },
    });
    expect(withGuardianPolicy(undefined, guardian, properties, 'dataproduct')).toEqual({
      privateInfo: { __dataContractGuardian: { policyId: 'policy-1' } },
    });
  });

  it.each([
    ['another component', { id: 'c' }, properties, 'dataproduct'],
    ['an adapter without policies', guardian, undefined, 'dataproduct'],
    ['a unit of another kind', guardian, properties, 'biproject'],
  ])('is left alone: %s', (_what, component, given, kind) => {
    expect(withGuardianPolicy({ a: 1 }, component, given, kind)).toEqual({ a: 1 });
  });

  it('has at most one policy for each resource type', () => {
    const policy = { resourceType: 'dataproduct', spec: { id: 'policy-1' } };
    expect(findRepeatedPolicy({ dataContractGuardian: { policies: [policy, policy] } })).toMatchObject({
      resourceType: 'dataproduct',
    });
  });
});
