import { createTechAdapterServer, type TechAdapterOptions } from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { runConformance } from './run-conformance.ts';

/** Modes of the reference adapter, and the checks that find nothing to check there. */
const MODES: readonly { name: string; options: TechAdapterOptions }[] = [
  { name: 'asynchronous', options: { mode: 'async', taskMs: 150 } },
  { name: 'synchronous', options: { mode: 'sync', taskMs: 150 } },
  { name: 'without termination', options: { mode: 'async', taskMs: 150, without: ['termination'] } },
  {
    name: 'synchronous without termination',
    options: { mode: 'sync', taskMs: 150, without: ['termination'] },
  },
];

describe('the reference tech adapter', () => {
  it.each(MODES)('conforms when it runs $name', async ({ options }) => {
    const server = createTechAdapterServer(options);
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const url = new URL('/tech-adapter', address);
      const report = await runConformance({ contract: 'tech-adapter', url, pollBudget: 10_000, seed: 11 });
      const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
      expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
      expect(report.verdict).toBe('conformant');
      console.log(`${report.counts.pass} passed, ${report.run.requests} requests, ${report.run.duration} ms`);
    } finally {
      await server.close();
    }
  });
});
