import { describe, expect, it } from 'vitest';
import { RUNS_ALL } from '../../../scripts/test-cases.js';
import { killEvaluations } from '../testing/kill-evaluations.ts';
import { killPlans } from '../testing/kill-plans.ts';
import { HANGS_AFTER_MS } from '../testing/limits.ts';
import { findPostgres } from '../testing/postgres.ts';

/** How often a process is killed; with TESTS=all, as in the nightly run, more often. */
const kills = RUNS_ALL ? 3 : 1;

describe('a platform whose process is killed', () => {
  it('continues its plans from disk when it is started again', { timeout: 4 * HANGS_AFTER_MS }, async () => {
    const report = await killPlans({ kills, seed: 7 });
    expect(report.problems).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  });
});

describe('a platform whose process is killed while evaluations are pending', () => {
  it.skipIf(findPostgres() === undefined)(
    'leaves pending reports to the other processes on a PostgreSQL server, and starts no scheduled run twice',
    { timeout: 4 * HANGS_AFTER_MS },
    async () => {
      const { problems, acknowledged } = await killEvaluations({ kills, seed: 3, processes: 3 });
      expect(problems).toEqual([]);
      expect(acknowledged).toBeGreaterThan(0);
    },
  );
});
