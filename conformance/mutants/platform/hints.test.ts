import { expect, it } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { doorOf } from '../bench.ts';
import { useVirtualTime } from '../use-virtual-time.ts';
import { startPlatform } from './server.ts';

useVirtualTime();

it('the report names the missing data as flags that can be copied', async () => {
  const run = async (bodies: Readonly<Record<string, unknown>>) => {
    const { close, ...served } = await startPlatform();
    const wanted = {
      contract: 'platform',
      ...doorOf(served),
      readOnly: false,
      seed: 7,
      only: ['P-01'],
      bodies,
    };
    return runConformance(wanted).finally(close);
  };
  const before = await run({});
  const hints = before.checks.flatMap(({ verdict, reason = '' }) =>
    verdict === 'not-testable' ? [/--body (\S+)=FILE.*?(\{.*\})/.exec(reason) ?? reason] : [],
  );
  expect(hints).not.toEqual([]);
  const given = Object.fromEntries(
    hints.map(([, operation = '', body = '']) => [operation, JSON.parse(body)]),
  );
  expect(JSON.stringify(given)).not.toContain('not-a-real-key');
  const after = await run(given);
  expect(after.counts['not-testable']).toBe(0);
});
