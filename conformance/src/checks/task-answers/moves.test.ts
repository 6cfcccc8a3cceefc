import { describe, expect, it } from 'vitest';
import { startAdapter } from '../../../mutants/adapter.ts';
import { doorOf } from '../../../mutants/bench.ts';
import { useVirtualTime } from '../../../mutants/use-virtual-time.ts';
import { runConformance } from '../../run-conformance.ts';

useVirtualTime();

describe('a task that completes although the response to its termination is TERMINATING', () => {
  it('makes a transition that the contract does not have', async () => {
    const adapter = await startAdapter({
      work: 2_000,
      look: (seen, { end }) => (String(seen['status']).startsWith('TERMINAT') ? end : seen),
    });
    try {
      const options = { contract: 'tech-adapter', only: ['A-06', 'TA-27'], pollBudget: 5_000, seed: 5 };
      const { checks } = await runConformance({ ...options, ...doorOf(adapter) });
      const found = checks.flatMap(({ findings }) => findings);
      const told = new Set(found.map(({ check, symptom }) => `${check} ${symptom}`));
      expect([...told]).toEqual(['A-06 TERMINATING to COMPLETED']);
    } finally {
      await adapter.close();
    }
  });
});
