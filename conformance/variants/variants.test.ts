import { describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { sample } from '../mutants/sample.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { PACES } from './paces.ts';
import { VARIANTS } from './variants.ts';

useVirtualTime();

const TROUBLE = ['fail', 'warn', 'harness-error', 'not-testable'];

describe.concurrent('a conformant adapter', () => {
  it.each(sample([...VARIANTS, ...FRAMEWORKS, ...PACES], 4))(
    'reports no violation for $name',
    async ({ habits }) => {
      const adapter = await startAdapter(habits());
      try {
        const report = await runConformance({
          contract: 'tech-adapter',
          ...doorOf(adapter),
          pollBudget: 10_000,
          seed: 3,
        });
        const trouble = report.checks.filter(({ verdict }) => TROUBLE.includes(verdict));
        expect(
          trouble.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings })),
        ).toEqual([]);
        expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
          verdict: 'conformant',
          exitCode: 0,
        });
      } finally {
        await adapter.close();
      }
    },
  );
});
