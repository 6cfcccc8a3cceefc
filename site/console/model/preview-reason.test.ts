import type { PreviewOperation } from '@tessera/contracts/types/coordinator-v2';
import { describe, expect, it } from 'vitest';
import { describeReason } from './preview-reason.ts';

const operation = (more: Partial<PreviewOperation>): PreviewOperation => ({
  ...{ componentId: 'a', targetStatus: 'DEPLOYED', action: 'DEPLOY', reason: 'REQUEST' },
  ...more,
});
const reasonOf = (more: Partial<PreviewOperation>) =>
  describeReason(operation(more), (id) => id.toUpperCase());

describe('the reason of an operation', () => {
  it('is one sentence', () => {
    expect(reasonOf({})).toBe('The request asks for it.');
    expect(reasonOf({ reason: 'NOT_IN_TARGET_DESCRIPTOR' })).toBe('The descriptor no longer has it.');
  });

  it('names the components that it follows from', () => {
    expect(reasonOf({ reason: 'DEPENDENCY_OF', dependencyOf: ['b'] })).toBe('B depends on it.');
    expect(reasonOf({ reason: 'DEPENDENCY_OF', dependencyOf: ['b', 'c', 'd'] })).toBe(
      'B, C and D depend on it.',
    );
    expect(reasonOf({ reason: 'DEPENDANT_ON', dependantOn: ['b'] })).toBe(
      'It depends on B, which will be undeployed.',
    );
  });

  it('holds all reasons when there are several', () => {
    expect(reasonOf({ additionalReasons: ['DEPENDENCY_OF'], dependencyOf: ['b'] })).toBe(
      'The request asks for it, and B depends on it.',
    );
  });
});
