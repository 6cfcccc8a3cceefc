import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import type { Adapter, Habits } from '../mutants/server.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';

const TROUBLE = ['fail', 'warn', 'harness-error', 'not-testable'];

/** A conformant server with unusual behavior. */
export interface ConformantVariant<H extends Habits = Habits> {
  readonly name: string;
  /** Creates its behavior: each start of the server gets a separate state. */
  habits(): Partial<H>;
}

/** Tests that the suite reports no problem for any of the variants. */
export function testVariants<H extends Habits>(
  contract: string,
  variants: readonly ConformantVariant<H>[],
  start: (habits: Partial<H>) => Promise<Adapter>,
  options: () => Partial<ConformanceOptions> = () => ({}),
): void {
  describe(`a conformant ${contract}`, () => {
    it.each(variants)('reports no violation for $name', async ({ habits }) => {
      const adapter = await start(habits());
      try {
        const door = doorOf(adapter);
        const usual = { pollBudget: 10_000, seed: 3 };
        const report = await runConformance({ contract, ...door, ...usual, ...options() });
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
    });
  });
}
