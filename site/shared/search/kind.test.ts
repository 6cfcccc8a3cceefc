import { describe, expect, it } from 'vitest';
import { kindOf, operationAt } from './kind.ts';

describe('the kind of a result', () => {
  it.each([
    ['/docs/p0_intro/#four-modules', 'Guides'],
    ['/extension-points/#tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision', 'Operations'],
    ['/api/#error/COR_PLAN_UNKNOWN', 'Errors'],
    ['/api/#schema/governance/Metric', 'Schemas'],
    ['/api/#api/governance', 'APIs'],
    ['/docs/next/p5_glossary/#adapter', 'Terms'],
    ['/conformance/every-contract/x-01/', 'Requirements'],
  ])('of %s is %s', (url, kind) => expect(kindOf(url)).toBe(kind));

  it('says method and path of an operation', () => {
    const url = '/extension-points/#tag/tech-adapter-provisioning/DELETE/tech-adapter/v1/provision/{token}';
    expect(operationAt(url)).toEqual({ method: 'DELETE', path: '/tech-adapter/v1/provision/{token}' });
    expect(operationAt('/docs/p0_intro/#x')).toBeNull();
  });
});
