import { describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';

useVirtualTime();

/** A member that an adapter of an older version uses with another meaning than newer versions. */
const ownAccess = { publicInfo: {}, privateInfo: {}, aclInfo: { owner: 'jane' } };

type Adapter = Awaited<ReturnType<typeof startAdapter>>;

/** Checks some requirements of an adapter that implements a contract version. */
function check(adapter: Adapter, contractVersion: string, only: readonly string[]) {
  return runConformance({ contract: 'tech-adapter', ...doorOf(adapter), contractVersion, only, seed: 1 });
}

async function verdictOf(contractVersion: string): Promise<string | undefined> {
  const adapter = await startAdapter({
    work: 20,
    finish: (end) => ('info' in end ? { ...end, info: { ...ownAccess, ...verdictIn(end['info']) } } : end),
  });
  const report = await check(adapter, contractVersion, ['X-02', 'TA-25']);
  await adapter.close();
  return report.checks.find(({ id }) => id === 'X-02')?.verdict;
}

function verdictIn(info: unknown): object {
  const publicInfo: unknown = Object(info).publicInfo;
  return publicInfo === undefined ? {} : { publicInfo };
}

describe('a contract version', () => {
  it('before descriptorKind: a validation without it is valid', async () => {
    const adapter = await startAdapter({
      refuse: ({ operation }, found) =>
        operation === 'asyncValidate' ? found.filter(({ field }) => field !== 'descriptorKind') : found,
    });
    const verdictsOn = async (contractVersion: string): Promise<unknown> => {
      const { headlines } = await check(adapter, contractVersion, ['X-12', 'TA-09']);
      return headlines.map(({ actual }) => actual.slice(0, 3));
    };
    const verdicts = [await verdictsOn('2.1.0'), await verdictsOn('2.6.3')];
    await adapter.close();
    expect(verdicts).toEqual([[], ['202']]);
  });

  it('gets no field of a newer version, and is not checked for its values', async () => {
    const sent: string[] = [];
    const adapter = await startAdapter({
      answer(reply, { input }) {
        sent.push(...Object.keys(Object(input)));
        return reply;
      },
      refuse: (_call, found) => found.filter(({ field }) => field !== 'removeData'),
    });
    const verdictsOn = async (contractVersion: string): Promise<unknown> => {
      const { headlines } = await check(adapter, contractVersion, ['TA-22', 'TA-25', 'CO-10']);
      return [...new Set(headlines.map((headline) => headline.check.replace(/:.*/, '')))];
    };
    expect(await verdictsOn('2.1.0')).toEqual([]);
    expect(sent).not.toContain('removeData');
    expect(sent).not.toContain('latestEnrichedDescriptor');
    expect(await verdictsOn('2.2.0')).toEqual(['TA-22']);
    await adapter.close();
  });

  it('is not reported for missing fields of a newer version', async () => {
    expect([await verdictOf('2.2.0'), await verdictOf('2.6.3')]).toEqual(['pass', 'fail']);
  });
});
