import { describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';

useVirtualTime();

const kindOf = (operation: string): string =>
  operation === 'getValidationStatus'
    ? 'validation'
    : operation.includes('everse')
      ? 'reverse'
      : 'provisioning';

describe('an adapter that numbers the tasks of each kind', () => {
  it('knows a number of both kinds, also if an invalid request has one of them', async () => {
    const counts = new Map<string, number>();
    const adapter = await startAdapter({
      token({ kind }) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        return `${kind}-${counts.get(kind)}`;
      },
      find: (_job, { operation, token }, jobs) => jobs.get(`${kindOf(operation)}-${token}`),
      // Accepts an optional field of the wrong type, so that the run does not follow the task.
      refuse: (_call, found) => found.filter(({ field }) => field !== 'accessControlFields'),
      answer: (reply) =>
        reply.status === 202 ? { ...reply, body: String(reply.body).split('-')[1] } : reply,
    });
    try {
      const options = { contract: 'tech-adapter', only: ['A-13', 'CO-11'], pollBudget: 2_000, seed: 5 };
      const { checks } = await runConformance({ ...options, ...doorOf(adapter) });
      const known = checks.filter(({ requirement }) => requirement === 'A-13');
      expect(known.flatMap(({ id, findings }) => findings.map(({ actual }) => `${id}: ${actual}`))).toEqual(
        [],
      );
      expect(known.map(({ verdict }) => verdict)).toContain('pass');
    } finally {
      await adapter.close();
    }
  });
});
