import { describe, expect, it } from 'vitest';
import { killEvaluations } from '../testing/kill-evaluations.ts';
import { killPlans } from '../testing/kill-plans.ts';
import { HANGS_AFTER_MS } from '../testing/limits.ts';
import { findPostgres } from '../testing/postgres.ts';

/** How often a process is killed. */
const kills = 3;

describe('a platform whose process is killed', () => {
  it.skipIf(findPostgres() === undefined)(
    'leaves its plans to the other processes on a PostgreSQL server',
    { timeout: 4 * HANGS_AFTER_MS },
    async () => {
      const report = await killPlans({ kills, seed: 3, processes: 2 });
      expect(report.problems).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(0);
    },
  );

  it('ends every report with one outcome for each policy and resource', {
    timeout: 4 * HANGS_AFTER_MS,
  }, async () => {
    const { problems, acknowledged, reports } = await killEvaluations({ kills, seed: 7 });
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(reports).toBeGreaterThanOrEqual(acknowledged);
  });
});
