import { describe, expect, it } from 'vitest';
import { runConformance } from '../src/run-conformance.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';
import { startAdapter } from './adapter.ts';
import { doorOf } from './bench.ts';
import type { Habits } from './server.ts';
import { useVirtualTime } from './use-virtual-time.ts';

useVirtualTime();

const judge = async (
  habits: Partial<Habits>,
  options: Partial<ConformanceOptions> = {},
): Promise<Awaited<ReturnType<typeof runConformance>>> => {
  const adapter = await startAdapter(habits);
  try {
    return await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), seed: 7, ...options });
  } finally {
    await adapter.close();
  }
};

/** One minute in milliseconds. */
const MINUTE = 60_000;

describe('every run writes a report, whatever the server does', () => {
  it('even when its tasks become slower and slower', async () => {
    let count = 0;
    const known = new Map<unknown, number>();
    const work: Habits['work'] = ({ input }) => {
      const own = known.get(input) ?? 100 * 2 ** count++;
      known.set(input, own);
      return own;
    };
    const report = await judge({ work }, { pollBudget: 5_000 });
    expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
    expect(report.exitCode).toBe(1);
  });

  it('within one minute of virtual time when no task ever finishes', async () => {
    const report = await judge({ work: Number.POSITIVE_INFINITY });
    expect(report.headlines.map(({ check }) => check)).toContain('A-07');
    expect(report.exitCode).toBe(1);
    expect(report.run.duration).toBeLessThan(MINUTE);
  });

  it('even when nothing can be removed at the end', async () => {
    let isOver = false;
    const report = await judge(
      { answer: (reply) => (isOver ? { status: 500, raw: '<html>' } : reply) },
      { onOutcome: ({ check }) => (isOver ||= check.requirement === 'TA-25') },
    );
    expect(report.exitCode).toBe(1);
  });
});
