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
    'reports no violation of a conformant $contract, and lists what it excluded',
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
        expect(report.notes.join(' ')).toMatch(/Checked read-only: \d+ of \d+ checks need calls/);
      // The two options exclude each other: to allow writing, the user must remove --read-only.
      const told = [...report.notes, ...checks.map(({ reason = '' }) => reason)].join(' ');
      expect(told.replaceAll('--write instead of --read-only', '')).not.toContain('--write');
    },
  );

  it.each([
    { contract: 'marketplace-plugin', start: startMarketplacePlugin },
    { contract: 'remote-request-hook', start: startHook },
    { contract: 'notifications', start: startConsumer },
  ])(
    'does not report a $contract as conformant when no binding check could run',
    async ({ contract, start }) => {
      const target = await start();
      const report = await runConformance({ contract, ...doorOf(target), readOnly: true });
      await target.close();
      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 4 });
      expect(report.counts['not-testable']).toBe(0);
    },
  );
});
