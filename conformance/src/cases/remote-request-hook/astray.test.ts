import { expect, it } from 'vitest';
import { SECRET, startHook } from '../../../mutants/remote-request-hook/hook.ts';
import { runConformance } from '../../run-conformance.ts';

it.each([
  { moved: 'without its query', address: (url: string) => url.replace(/\?.*$/, '') },
  { moved: 'at another path', address: (url: string) => new URL('/decisions', url).href },
])('shows where a decision came in that was sent $moved', async ({ address }) => {
  const hook = await startHook({ address: ({ url }) => address(url) });
  try {
    const report = await runConformance({
      contract: 'remote-request-hook',
      url: hook.url,
      headers: { authorization: SECRET },
      only: ['HK-10:arrives'],
      // Only a run without waiting ends before the time-out of the test.
      pollBudget: 120_000,
      promptness: 100,
      seed: 1,
    });
    const [headline] = report.headlines;
    expect(headline?.check).toBe('HK-10:arrives');
    const url = /http\S+/.exec(headline?.expected ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(address(url));
    expect(headline?.actual).toContain(`PATCH ${pathname}${search} `);
  } finally {
    await hook.close();
  }
});
