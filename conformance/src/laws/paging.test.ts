import { describe, expect, it } from 'vitest';
import { doorOf } from '../../mutants/bench.ts';
import { honestResolver, RESOURCES } from '../../mutants/stateless/resolver.ts';
import { startServer } from '../../mutants/stateless/server.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';

useVirtualTime();

const HERE = RESOURCES.filter(({ environment }) => environment === 'development');

describe('a list in another order on every request', () => {
  it('fails the requirement on pages, and none on the defaults of offset and limit', async () => {
    let count = 0;
    const server = await startServer((asked) => {
      count += 7;
      const first = count % HERE.length;
      return honestResolver([...HERE.slice(first), ...HERE.slice(0, first)])(asked);
    });
    try {
      const options = { contract: 'perimeter-resolver', only: ['PR-03', 'PR-04', 'PR-12'], seed: 5 };
      const { checks } = await runConformance({ ...options, ...doorOf(server) });
      const failed = checks.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
      expect([...new Set(failed)]).toEqual(['PR-12']);
    } finally {
      await server.close();
    }
  });
});
