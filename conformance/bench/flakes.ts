import { doorOf } from '../mutants/bench.ts';
import { createRandom } from '../mutants/random.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { Report, ReportedCheck } from '../src/suite/report.ts';
import { startUnsteadyAdapter } from './unsteady-adapter.ts';

/** What came of many runs against a conformant adapter on bad days. */
export interface Flakes {
  readonly runs: number;
  /** Checks that failed, warned or could not be made although nothing is wrong, with how often. */
  readonly flaky: Readonly<Record<string, number>>;
}

const ODD = ['fail', 'warn', 'harness-error', 'not-testable'];

/**
 * Judges so often, some side by side; every odd verdict is a flake. Throws `RangeError` for numbers with which nothing
 * would be judged.
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
