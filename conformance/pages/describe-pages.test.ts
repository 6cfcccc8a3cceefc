import { describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { CONTRACTS } from '../src/contracts.ts';
import { describeChecks } from '../src/describe-checks.ts';
import { describePages } from './describe-pages.ts';
import { exampleRuns, makeExample } from './example-runs.ts';

describe.each(CONTRACTS)('the pages of %s', (contract) => {
  it('have the paths that --list prints', async () => {
    const { requirements } = await describePages(contract);
    const routes = new Set(requirements.map(({ page }) => page));
    const named = (await describeChecks(contract)).map(({ page }) => page);
    expect(named.filter((page) => !routes.has(page))).toEqual([]);
  });
});

describe('pages that were created without runs', () => {
  it('have requirements, checks and mutants, and no responses', async () => {
    const [first] = (await describePages('tech-adapter')).requirements;
    expect(first?.checks.length).toBeGreaterThan(0);
    expect(first).not.toHaveProperty('wrong');
    expect(first).not.toHaveProperty('right');
  });
});

describe('the checks that run without --write', () => {
  it('are counted for a platform, and all run for a contract that the suite always writes to', async () => {
    const { requirements } = await describePages('platform');
    const counts = Object.fromEntries(requirements.map(({ id, runsReadOnly }) => [id, runsReadOnly]));
    expect(counts).toMatchObject({ 'P-24': 2, 'P-45': 1, 'P-57': 0 });
    expect(counts['P-21']).toBeUndefined();
    const others = (await describePages('remote-request-hook')).requirements;
    expect(others.filter(({ runsReadOnly }) => runsReadOnly !== undefined)).toEqual([]);
  });
});

describe('the examples of the pages', () => {
  it.each(oneIn(16, exampleRuns()))('are the same from every run: $contract $requirement', async (run) => {
    const example = await makeExample(run);
    expect(example.right ?? example.wrong).toBeDefined();
    expect(JSON.stringify(await makeExample(run))).toBe(JSON.stringify(example));
  });
});
