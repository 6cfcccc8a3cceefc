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
  'log-level-warn',
  'log-without-timestamp',
  'token-is-a-number',
  'more-info-is-text',
  'missing-kind-refused-without-errors',
  'declines-without-error',
  'info-without-private-half',
  'locked-is-text',
  'completed-without-updates',
  'empty-path-segment',
  'reverse-terminates',
];

async function caught(name: string, withOwner: boolean): Promise<string[]> {
  const { habits, caughtBy } = MUTANTS.find((one) => one.name === name) ?? {};
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
  it.each(OWNED)('only its owner catches %s: without it the server passes', async (name) => {
    expect(await caught(name, true)).toEqual(['its owner']);
    expect(await caught(name, false)).toEqual([]);
  });
});
