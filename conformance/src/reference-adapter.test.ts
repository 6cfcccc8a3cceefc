import { createTechAdapterServer, type TechAdapterOptions } from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { serveOn } from '../mutants/virtual-time.ts';
import { runConformance } from './run-conformance.ts';

useVirtualTime();

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
    await server.ready();
    const { url } = await serveOn(server.server);
    try {
      const door = doorOf({ url: new URL('/tech-adapter', url) });
      const report = await runConformance({
        contract: 'tech-adapter',
        ...door,
        pollBudget: 10_000,
        seed: 11,
      });
      const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
      expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
      expect(report.verdict).toBe('conformant');
    } finally {
      await server.close();
    }
  });
});
