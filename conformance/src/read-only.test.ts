import { describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { startPlugin as startCatalogPlugin } from '../mutants/data-catalog-plugin/plugin.ts';
import { startPlugin as startMarketplacePlugin } from '../mutants/marketplace-plugin/plugin.ts';
import { startConsumer } from '../mutants/notifications/consumer.ts';
import { startHook } from '../mutants/remote-request-hook/hook.ts';
import { honestEngine } from '../mutants/stateless/engine.ts';
import { startServer } from '../mutants/stateless/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { verdictWords } from './reports/verdict-words.ts';
import { runConformance } from './run-conformance.ts';

useVirtualTime();

/** Operations that create, change or remove something. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  'tech-adapter': ['provision', 'unprovision', 'updateacl', 'terminateProvisioning'],
  'data-catalog-plugin': ['provision', 'unprovision'],
};

describe.concurrent('a run that only reads', () => {
  it.each([
    { contract: 'tech-adapter', start: startAdapter },
    { contract: 'data-catalog-plugin', start: startCatalogPlugin },
    { contract: 'remote-engine', start: () => startServer(honestEngine()) },
  ])(
    'finds nothing missing at a conformant $contract, and says what it left out',
    async ({ contract, start }) => {
      const target = await start();
      const report = await runConformance({ contract, ...doorOf(target), readOnly: true });
      await target.close();
      const { verdict, exitCode, checks, exchanges, counts } = report;
      expect(
        checks.filter((one) => one.verdict === 'not-testable').map(({ id, reason }) => [id, reason]),
      ).toEqual([]);
      expect({ verdict, exitCode }).toEqual({ verdict: 'conformant', exitCode: 0 });
      expect(verdictWords(report)).toBe('conformant, read only');
      expect(counts.pass).toBeGreaterThan(10);
      const called = new Set(exchanges.map(({ operation }) => operation));
      for (const operation of CHANGING[contract] ?? []) expect(called).not.toContain(operation);
      if (contract !== 'remote-engine')
        expect(report.notes.join(' ')).toMatch(/Judged by what can be read: \d+ of \d+ checks need calls/);
      // The two options exclude each other: to allow writing, the user must remove --read-only.
      const told = [...report.notes, ...checks.map(({ reason = '' }) => reason)].join(' ');
      expect(told.replaceAll('--write in place of --read-only', '')).not.toContain('--write');
    },
  );

  it.each([
    { contract: 'marketplace-plugin', start: startMarketplacePlugin },
    { contract: 'remote-request-hook', start: startHook },
    { contract: 'notifications', start: startConsumer },
  ])(
    'is not told that a $contract is conformant, of which nothing that binds could be asked',
    async ({ contract, start }) => {
      const target = await start();
      const report = await runConformance({ contract, ...doorOf(target), readOnly: true });
      await target.close();
      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 4 });
      expect(report.counts['not-testable']).toBe(0);
    },
  );
});
