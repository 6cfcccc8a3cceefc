import { describe, expect, it } from 'vitest';
import { benchStatuses } from '../testing/bench-statuses.ts';
import { findPostgres } from '../testing/postgres.ts';

describe.skipIf(findPostgres() === undefined)('the measurement of searches', () => {
  it('compares a deep page of each search with its first one, on PostgreSQL', async () => {
    const numbers = await benchStatuses(10_000, 1);
    expect(numbers.map(({ search, page }) => [search, page])).toEqual([
      ['no filter', 200],
      ['one environment', 20],
      ['one policy', 20],
      ['derived resources', 20],
      ['one resource type', 18],
      ['late results', 2],
      ['late results of an environment', 2],
    ]);
  });
});
