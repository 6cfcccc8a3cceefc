import { describe, expect, it } from 'vitest';
import { operationOf } from '../../node/contract-docs/catalog.ts';
import { compareVersions, historyOf } from './operation-changes.ts';

const historyAt = (reference: string) => {
  const { operation, placed } = operationOf(reference);
  return historyOf(operation, placed.api);
};

describe('the changes of an operation', () => {
  it('are listed newest first, down to the contract version that added it', () => {
    const { changes } = historyAt('tech-adapter#provision');
    expect(changes.map(({ contractVersion }) => contractVersion)).toEqual(['2.5.0', '2.2.0', '2.0.0']);
    expect(changes[0]?.texts).toContain('Value `TERMINATED` of `ProvisioningTaskStatus` added.');
    expect(changes[1]?.texts).toContain('Member `logs` of `ProvisioningStatus` added.');
    expect(changes[2]?.texts).toEqual(['Operation added.']);
  });

  it('include members that this request accepts later than others', () => {
    const { changes } = historyAt('tech-adapter#asyncValidate');
    expect(changes[0]).toMatchObject({ contractVersion: '2.2.0' });
    expect(changes[0]?.texts).toContain('The request accepts `descriptorKind`.');
  });

  it('leave out what came together with the operation', () => {
    expect(historyAt('tech-adapter#terminateProvisioning').changes).toEqual([
      { contractVersion: '2.5.0', texts: ['Operation added.'] },
    ]);
  });

  it('name what is deprecated, without a contract version, because contracts record none', () => {
    expect(historyAt('coordinator-v1#deploy').deprecations).toEqual(['The operation is deprecated.']);
    expect(historyAt('tech-adapter#getStatus').deprecations).toEqual([
      'Member `result` of `ProvisioningStatus` is deprecated.',
    ]);
    expect(historyAt('governance#evaluate').deprecations).toEqual([]);
  });
});

it('contract versions are compared by their numbers', () => {
  expect(['2.10.0', '2.9.3', '2.9.0'].toSorted(compareVersions)).toEqual(['2.9.0', '2.9.3', '2.10.0']);
});
