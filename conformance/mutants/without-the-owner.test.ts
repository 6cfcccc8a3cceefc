import { describe, expect, it } from 'vitest';
import { runConformance } from '../src/run-conformance.ts';
import { startAdapter } from './adapter.ts';
import { aloneMutants } from './alone.ts';
import { doorOf } from './bench.ts';
import { overTimeMutants } from './over-time.ts';
import { shapeMutants } from './shapes.ts';
import { useVirtualTime } from './use-virtual-time.ts';

useVirtualTime();

const MUTANTS = [...shapeMutants, ...aloneMutants, ...overTimeMutants];

/** Mutants that would catch if a more specific requirement did not own the clause. */
const OWNED = [
  'logs with the level WARN',
  'logs without a timestamp',
  'returns numbers as tokens',
  'returns the solutions of moreInfo as one string',
  'omits errors when it rejects a request without descriptorKind',
  'returns a 501 without an error string for a termination request',
  'omits privateInfo from info',
  'returns locked of aclInfo as text',
  'completes a reverse provisioning without updates',
  'names an update by a path with an empty segment',
  'ends a reverse provisioning as TERMINATED',
];

async function caught(defect: string, withOwner: boolean): Promise<string[]> {
  const { habits, caughtBy } = MUTANTS.find((one) => one.defect === defect) ?? {};
  const adapter = await startAdapter(habits?.());
  try {
    const report = await runConformance({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      seed: 7,
      skip: withOwner ? [] : [caughtBy ?? ''],
    });
    const told = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    return [
      ...new Set(told.map(({ requirement }) => (requirement === caughtBy ? 'its owner' : requirement))),
    ];
  } finally {
    await adapter.close();
  }
}

describe('each clause has one owner', () => {
  it.each(OWNED)('only its owner catches %s: without it the server passes', async (defect) => {
    expect(await caught(defect, true)).toEqual(['its owner']);
    expect(await caught(defect, false)).toEqual([]);
  });
});
