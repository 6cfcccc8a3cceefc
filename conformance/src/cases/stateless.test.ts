import {
  createCustomUrlPicker,
  createLlmEngine,
  createPerimeterResolver,
  createRemoteEngine,
  createServer,
  type Mount,
} from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { runConformance } from '../run-conformance.ts';

/** The reference servers that keep no tasks, in all modes. */
const SERVERS: readonly { contract: string; mode: string; mount: () => Mount }[] = [
  { contract: 'custom-url-picker', mode: 'with a glossary', mount: () => createCustomUrlPicker() },
  {
    contract: 'custom-url-picker',
    mode: 'with two values',
    mount: () =>
      createCustomUrlPicker({
        items: [
          { id: 'a', value: 'Alpha' },
          { id: 'b', value: 'Beta' },
        ],
      }),
  },
  { contract: 'remote-engine', mode: 'judging', mount: () => createRemoteEngine() },
  {
    contract: 'remote-engine',
    mode: 'measuring',
    mount: () => createRemoteEngine({ metric: 'completeness' }),
  },
  { contract: 'perimeter-resolver', mode: 'of several types', mount: () => createPerimeterResolver() },
  {
    contract: 'perimeter-resolver',
    mode: 'of one type',
    mount: () => createPerimeterResolver({ types: ['topic'] }),
  },
  { contract: 'llm-engine', mode: 'with the embedded judge', mount: () => createLlmEngine() },
];

describe('reference servers without tasks', () => {
  it.each(SERVERS)('$contract conforms $mode', async ({ contract, mount }) => {
    const server = createServer({ mounts: [mount()] });
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const url = new URL(`/${contract}`, address);
      const report = await runConformance({ contract, url, seed: 11 });
      const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
      expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
      expect(report.verdict).toBe('conformant');
      console.log(`${report.counts.pass} passed, ${report.run.requests} requests, ${report.run.duration} ms`);
    } finally {
      await server.close();
    }
  });
});
