import { describe, expect, it } from 'vitest';
import { askGoldenQueries, meanReciprocalRank } from './golden.ts';

const MINIMUM = 0.9;

describe('the golden set of queries', () => {
  it('finds what the reader wants among the first results', async () => {
    const results = await askGoldenQueries();
    expect(results.length).toBeGreaterThanOrEqual(100);
    const poor = results.filter(({ rank }) => rank !== 1).map(({ query, rank }) => `${query}: ${rank}`);
    expect(meanReciprocalRank(results), poor.join('\n')).toBeGreaterThanOrEqual(MINIMUM);
  }, 240_000);
});
