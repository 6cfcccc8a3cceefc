import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../src/contracts.ts';
import { describeChecks } from '../src/describe-checks.ts';
import { describePages } from './describe-pages.ts';
import { type Example, type ExampleRun, exampleRuns } from './example-runs.ts';

describe.each(CONTRACTS)('the pages of %s', (contract) => {
  it('are where --list says that they are', async () => {
    const { requirements } = await describePages(contract);
    const routes = new Set(requirements.map(({ page }) => page));
    const named = (await describeChecks(contract)).map(({ page }) => page);
    expect(named.filter((page) => !routes.has(page))).toEqual([]);
  });
});

/** The tests compare one in PART runs. The nightly tests compare all of them. */
const PART = process.env['MUTANTS'] === 'all' ? 1 : 8;
const RUNS = exampleRuns().filter((_run, index) => index % PART === 0);

describe('pages that were made without runs', () => {
  it('have requirements, checks and mutants, and no answers', async () => {
    const [first] = (await describePages('tech-adapter')).requirements;
    expect(first?.checks.length).toBeGreaterThan(0);
    expect(first).not.toHaveProperty('wrong');
    expect(first).not.toHaveProperty('right');
  });
});

describe('the examples of the pages', () => {
  it('are the same from two processes', { timeout: 600_000 }, async () => {
    const [examples, again] = await Promise.all([inFreshProcess(RUNS), inFreshProcess(RUNS)]);
    for (const [index, example] of examples.entries()) {
      expect(example.right ?? example.wrong).toBeDefined();
      expect(JSON.stringify(again[index])).toBe(JSON.stringify(example));
    }
  });
});

/** Starts a new process for the runs, as the command does: a mutant may keep state that a second run would see. */
async function inFreshProcess(runs: readonly ExampleRun[]): Promise<Example[]> {
  const execArgv = ['--import', 'tsx', '--conditions=tessera-source'];
  const child = fork(fileURLToPath(new URL('make-pages.ts', import.meta.url)), ['--answer'], { execArgv });
  try {
    const made: Example[] = [];
    for (const run of runs) {
      child.send(run);
      const [example] = await once(child, 'message');
      made.push(example);
    }
    return made;
  } finally {
    child.disconnect();
  }
}
