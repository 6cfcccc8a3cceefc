import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../src/contracts.ts';
import { describeChecks } from '../src/describe-checks.ts';
import { describePages } from './describe-pages.ts';
import { exampleRuns, makeExample } from './example-runs.ts';

describe.each(CONTRACTS)('the pages of %s', (contract) => {
  it('are where --list says that they are', async () => {
    const { requirements } = await describePages(contract);
    const routes = new Set(requirements.map(({ page }) => page));
    const named = (await describeChecks(contract)).map(({ page }) => page);
    expect(named.filter((page) => !routes.has(page))).toEqual([]);
  });
});

/** A fixed part of the runs: one in so many. All of them are compared every night. */
const PART = process.env['MUTANTS'] === 'all' ? 1 : 8;
const RUNS = exampleRuns().filter((_run, index) => index % PART === 0);

describe('an example of a page', () => {
  it.each(RUNS)('is the same in two runs: $contract $requirement', { timeout: 600_000 }, async (run) => {
    const example = await makeExample(run);
    expect(JSON.stringify(await makeExample(run))).toBe(JSON.stringify(example));
    expect(example.right ?? example.wrong).toBeDefined();
  });
});
