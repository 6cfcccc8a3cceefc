import { expect, it } from 'vitest';
import { countFlakes } from '../bench/flakes.ts';

// Ten runs take as long as a test may; a thousand are run by `npm run flakes:conformance`.
it('says the same ten times about an adapter that answers late at random, with its clock an hour off', async () => {
  expect(await countFlakes(10, 10, 1)).toEqual({ runs: 10, flaky: {} });
}, 120_000);
