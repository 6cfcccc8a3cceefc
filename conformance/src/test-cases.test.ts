import { describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { conformanceTests } from './test-cases.ts';

useVirtualTime();

describe('test cases', () => {
  it('throw the expectation for a violation, and skip checks that do not apply', async () => {
    const adapter = await startAdapter({
      termination: false,
      finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end),
    });
    const only = ['TA-37', 'TA-27', 'TA-34'];
    const tests = await conformanceTests({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      only,
      pollBudget: 2_000,
    });
    const skipped: string[] = [];
    const said: Record<string, string> = {};
    for (const { id, run } of tests) {
      await run({ skip: () => skipped.push(id) }).catch((cause: unknown) => {
        said[id] = String(cause);
      });
    }
    await adapter.close();
    expect(Object.keys(said)).toEqual(['TA-37']);
    expect(said['TA-37']).toMatch(/expected[\s\S]*clause[\s\S]*repeat\s+.*curl/);
    expect(skipped).toContain('TA-27');
  });

  it('fail when no server listens', async () => {
    const url = new URL('http://127.0.0.1:1');
    const [first] = await conformanceTests({ contract: 'tech-adapter', url, only: ['TA-11'] });
    await expect(first?.run()).rejects.toThrow('nothing listens');
  });
});
