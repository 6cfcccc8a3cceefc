import { describe, expect, it } from 'vitest';
import { killPlans } from '../testing/kill-plans.ts';
import { HANGS_AFTER_MS } from '../testing/limits.ts';
import { findPostgres } from '../testing/postgres.ts';

describe('a platform whose process is killed', () => {
  it('continues its plans from disk when it is started again', { timeout: 4 * HANGS_AFTER_MS }, async () => {
    const report = await killPlans({ kills: 3, seed: 7 });
    expect(report.problems).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  });

  it.skipIf(findPostgres() === undefined)(
    'leaves its plans to the other processes on a PostgreSQL server',
    { timeout: 4 * HANGS_AFTER_MS },
    async () => {
      const report = await killPlans({ kills: 2, seed: 3, processes: 2 });
      expect(report.problems).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(0);
    },
  );
});
