import {
  createCustomUrlPicker,
  createLlmEngine,
  createPerimeterResolver,
  createRemoteEngine,
  createServer,
  type Mount,
} from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { serveOn } from '../../mutants/virtual-time.ts';
import { runConformance } from '../run-conformance.ts';

useVirtualTime();

/** The reference servers without tasks, in all modes. */
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
  {
    contract: 'remote-engine',
    mode: 'counting columns',
    mount: () => createRemoteEngine({ metric: 'described-columns' }),
  },
  { contract: 'perimeter-resolver', mode: 'of several types', mount: () => createPerimeterResolver() },
  {
    contract: 'perimeter-resolver',
    mode: 'of one type',
    mount: () => createPerimeterResolver({ types: ['topic'] }),
  },
  { contract: 'llm-engine', mode: 'with the built-in evaluator', mount: () => createLlmEngine() },
];

async function expectConformant(contract: string, mount: Mount): Promise<void> {
  const server = createServer({ mounts: [mount] });
  await server.ready();
  const { url } = await serveOn(server.server);
  try {
    const door = doorOf({ url: new URL(`/${contract}`, url) });
    const report = await runConformance({ contract, ...door, seed: 11 });
    const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
    expect(report.verdict).toBe('conformant');
  } finally {
    await server.close();
  }
}

describe('reference servers without tasks', () => {
  it.each(SERVERS)('$contract conforms $mode', ({ contract, mount }) => expectConformant(contract, mount()));
});
