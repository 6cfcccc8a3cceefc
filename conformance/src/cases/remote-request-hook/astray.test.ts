import { expect, it } from 'vitest';
import { doorOf } from '../../../mutants/bench.ts';
import { listenForDecisions, SECRET, startHook } from '../../../mutants/remote-request-hook/hook.ts';
import { useVirtualTime } from '../../../mutants/use-virtual-time.ts';
import { runConformance } from '../../run-conformance.ts';

useVirtualTime();

/** Virtual milliseconds that a run would take that waits for the decision. */
const POLL_BUDGET = 120_000;

it.each([
  { moved: 'without its query', address: (url: string) => url.replace(/\?.*$/, '') },
  { moved: 'at another path', address: (url: string) => new URL('/decisions', url).href },
])('shows the address of a decision that was sent $moved', async ({ address }) => {
  const hook = await startHook({ address: ({ url }) => address(url) });
  try {
    const report = await runConformance({
      contract: 'remote-request-hook',
      ...doorOf(hook),
      ...listenForDecisions(),
      headers: { authorization: SECRET },
      only: ['HK-10:arrives'],
      pollBudget: POLL_BUDGET,
      promptness: 100,
      seed: 1,
    });
    expect(report.run.duration).toBeLessThan(POLL_BUDGET);
    const [headline] = report.headlines;
    expect(headline?.check).toBe('HK-10:arrives');
    const url = /http\S+/.exec(headline?.expected ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(address(url));
    expect(headline?.actual).toContain(`PATCH ${pathname}${search} `);
  } finally {
    await hook.close();
  }
});
