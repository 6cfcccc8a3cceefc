import { doorOf } from '../mutants/bench.ts';
import { runConformance } from '../src/run-conformance.ts';
import { createRandom } from '../src/suite/invention.ts';
import type { Report, ReportedCheck } from '../src/suite/report.ts';
import { startUnsteadyAdapter } from './unsteady-adapter.ts';

/** The result of many runs against a conformant but slow and unsteady adapter. */
export interface Flakes {
  readonly runs: number;
  /** Checks that failed, warned or could not run although the adapter is correct, and how often each did. */
  readonly flaky: Readonly<Record<string, number>>;
}

const ODD = ['fail', 'warn', 'harness-error', 'not-testable'];

/**
 * Runs the suite `runs` times, some runs in parallel, and counts every unexpected verdict as a flake. Throws
 * `RangeError` if the numbers leave nothing to run.
 */
export async function countFlakes(
  runs: number,
  atOnce: number,
  seed: number,
  onRun?: (done: number, odd: readonly ReportedCheck[]) => void,
): Promise<Flakes> {
  for (const [name, count] of Object.entries({ runs, 'at-once': atOnce }))
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(`${name} is a whole number from 1, not ${count}`);
  const flaky: Record<string, number> = {};
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const index = next;
      next += 1;
      if (index >= runs) return;
      const odd = (await judge(seed + index)).checks.filter(({ verdict }) => ODD.includes(verdict));
      for (const { id } of odd) flaky[id] = (flaky[id] ?? 0) + 1;
      done += 1;
      onRun?.(done, odd);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, runs) }, work));
  return { runs, flaky };
}

async function judge(seed: number): Promise<Report> {
  const adapter = await startUnsteadyAdapter(createRandom(seed), seed % 2 === 0);
  try {
    return await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), seed, pollBudget: 30_000 });
  } finally {
    await adapter.close();
  }
}
