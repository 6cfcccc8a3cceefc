import {
  createDataCatalogPlugin,
  createMarketplacePlugin,
  createRemoteRequestHook,
  createServer,
  type Mount,
} from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { serveOn } from '../mutants/virtual-time.ts';
import { findSuite } from './contracts.ts';
import { listChecks, runConformance } from './run-conformance.ts';
import type { ConformanceOptions } from './suite/options.ts';
import { freeze, loadRequirements } from './suite/requirement.ts';

useVirtualTime();

/** Every mode of the stateful reference servers. */
const MODES: readonly {
  contract: string;
  mode: string;
  create: () => Mount;
  options?: Partial<ConformanceOptions>;
}[] = [
  {
    contract: 'data-catalog-plugin',
    mode: 'with tasks',
    create: () => createDataCatalogPlugin({ taskMs: 100 }),
  },
  {
    contract: 'data-catalog-plugin',
    mode: 'at once',
    create: () => createDataCatalogPlugin({ mode: 'sync', taskMs: 100 }),
  },
  {
    contract: 'data-catalog-plugin',
    mode: 'without a status',
    create: () => createDataCatalogPlugin({ withoutStatus: true, taskMs: 100 }),
  },
  { contract: 'marketplace-plugin', mode: 'as it is', create: () => createMarketplacePlugin() },
  {
    contract: 'remote-request-hook',
    mode: 'approving',
    create: () => createRemoteRequestHook({ decisionMs: 100 }),
  },
  {
    contract: 'remote-request-hook',
    mode: 'rejecting, with a secret',
    create: () => createRemoteRequestHook({ decision: 'reject', decisionMs: 100, secret: 's3' }),
    options: { headers: { authorization: 'Bearer s3' } },
  },
];

describe('a reference server', () => {
  it.each(MODES)('conforms to $contract, $mode', async ({ contract, create, options = {} }) => {
    const server = createServer({ mounts: [create()] });
    await server.ready();
    const { url } = await serveOn(server.server);
    try {
      const door = doorOf({ url: new URL(`/${contract}`, url) });
      const report = await runConformance({ contract, ...door, pollBudget: 10_000, seed: 11, ...options });
      const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
      expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
      expect(report.verdict).toBe('conformant');
    } finally {
      await server.close();
    }
  });
});

describe('the register of a contract with state', () => {
  it.each([...new Set(MODES.map(({ contract }) => contract)), 'notifications', 'integrator'])(
    'gives %s a check for each requirement, a clause and a reason',
    async (contract) => {
      const suite = await findSuite(contract);
      const requirements = freeze(loadRequirements(suite.requirements), suite.frozen);
      const checked = new Set((await listChecks(contract)).map(({ requirement }) => requirement.id));
      const without = requirements.filter(
        ({ id, notTestedReason }) => checked.has(id) === (notTestedReason !== undefined),
      );
      expect(without.map(({ id }) => id)).toEqual([]);
      expect(requirements.filter(({ clause, why }) => clause === '' || why === '')).toEqual([]);
      expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    },
  );
});
