import { describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { doorOf } from '../mutants/bench.ts';
import { startServer } from '../mutants/stateless/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import { moodyEngines } from './moods.ts';
import { STATELESS_VARIANTS } from './stateless.ts';

useVirtualTime();

const ALARMS = ['fail', 'warn', 'not-testable', 'harness-error'];

describe.concurrent('conformant variants of servers without tasks', () => {
  it.each(oneIn(4, [...STATELESS_VARIANTS, ...moodyEngines]))(
    'have no violation: $contract, $name',
    async ({ contract, respond, write, options }) => {
      const server = await startServer(respond, write);
      try {
        const report = await runConformance({ contract, ...doorOf(server), seed: 5, ...options });
        const alarms = report.checks.filter(({ verdict }) => ALARMS.includes(verdict));
        expect(
          alarms.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings })),
        ).toEqual([]);
        expect(report.verdict).toBe('conformant');
      } finally {
        await server.close();
      }
    },
  );
});
