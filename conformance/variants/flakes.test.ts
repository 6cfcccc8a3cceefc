import { describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { countFlakes } from '../bench/flakes.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';

useVirtualTime();

/** Parallel runs, and the first seed of each batch: ten runs, at night twenty. `npm run flakes:conformance` makes a thousand. */
const AT_ONCE = 10;
const SEEDS = [1, 11];

describe('the checks of an adapter with random delays and a clock that is an hour off', () => {
  it.each(oneIn(2, SEEDS))('have the same verdicts ten times, from seed %i', async (seed) => {
    expect(await countFlakes(AT_ONCE, AT_ONCE, seed)).toEqual({ runs: AT_ONCE, flaky: {} });
  });
});

it.each([
  [Number.NaN, 1, 'runs is a whole number from 1, not NaN'],
  [0, 1, 'runs is a whole number from 1, not 0'],
  [10, 1.5, 'at-once is a whole number from 1, not 1.5'],
])('without runs the test fails: %d runs, %d at the same time', async (runs, atOnce, says) => {
  await expect(countFlakes(runs, atOnce, 1)).rejects.toThrow(new RangeError(says));
});
