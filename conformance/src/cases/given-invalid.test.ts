import { expect, it } from 'vitest';
import { doorOf } from '../../mutants/bench.ts';
import { startPlugin as startCatalog } from '../../mutants/data-catalog-plugin/plugin.ts';
import { startPlugin as startMarketplace } from '../../mutants/marketplace-plugin/plugin.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';

useVirtualTime();

const PRODUCT = 'dataProduct:\n  id: urn:dmb:dp:own:mine:1\n  components: []\n';
const BROKEN = '- : [';

it.each([
  { contract: 'data-catalog-plugin', start: startCatalog, requirement: 'DC-14' },
  { contract: 'marketplace-plugin', start: startMarketplace, requirement: 'MP-16' },
])('$contract is checked with the invalid samples', async ({ contract, start, requirement }) => {
  const server = await start();
  try {
    const samples = { invalid: [BROKEN, PRODUCT] };
    const report = await runConformance({
      contract,
      ...doorOf(server),
      samples,
      only: [requirement],
      seed: 5,
    });
    const own = report.checks.filter(({ id }) => id.startsWith(`${requirement}:invalid-`));
    expect(own.map((one) => one.verdict)).toEqual(['pass', 'fail']);
  } finally {
    await server.close();
  }
});
