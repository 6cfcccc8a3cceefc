import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

describe('an evaluation', () => {
  it('goes on when one of its scripts does not end', async () => {
    const resourceType = 'endless';
    const loop = '[for a in list.Range(0, 3000, 1) for b in list.Range(0, 3000, 1) if a + b < 0 {a}]';
    await open.createPolicy({ resourceType, cueScript: `import "list"\nx: ${loop}\ny: ${loop}` }, 'enabled');
    await open.createPolicy({ resourceType }, 'enabled');
    const { evaluationResults } = await open.evaluate('name: Shipments\n', { resourceType });
    expect(evaluationResults).toMatchObject([
      { outcome: 'error', result: { isError: true, errors: [expect.stringContaining('was stopped')] } },
      { outcome: 'ok' },
    ]);
  });
});
