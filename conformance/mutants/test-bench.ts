import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listChecks } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import type { Bench, RunnableMutant } from './bench.ts';
import { BENCHES } from './benches.ts';

/** The sample contains one in SAMPLE of the mutants whose requirement already has a mutant. */
const SAMPLE = 6;

/** One in AGAIN of the mutants is run a second time. */
const AGAIN = 40;

/** Whether to run all mutants, each with all checks as well. The nightly tests do. */
const RUNS_ALL = process.env['TESTS'] === 'all';

/** The maximum average number of headlines per mutant of a contract: about one headline per defect. */
const HEADLINES = 1.3;

/** Tests that the named requirement alone catches each mutant, and that every binding requirement has a mutant. */
export function testBench(contract: string): void {
  const bench = benchOf(contract);
  const { mutants, beyond, runCorrect } = bench;

  describe(`the suite for ${contract}`, () => {
    it('reports nothing about a correct implementation', async () => {
      const report = await runCorrect();
      expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
    });

    it.each(titled(RUNS_ALL ? mutants : sampleOf(bench)))(
      'catches $title (only $caughtBy)',
      async ({ run, caughtBy }) => expectCaught(await run({ only: [caughtBy] }), caughtBy),
    );

    // A second start in this process finds nothing of the first one. Whole runs show it of all mutants.
    it.each(titled(RUNS_ALL ? [] : mutants.filter((mutant) => isOneIn(AGAIN, mutant))))(
      'catches $title again (only $caughtBy)',
      async ({ run, caughtBy }) => expectCaught(await run({ only: [caughtBy] }), caughtBy),
    );

    it('has a mutant for every binding requirement that it checks', async () => {
      const tried = new Set([...mutants.map(({ caughtBy }) => caughtBy), ...beyond]);
      const musts = (await listChecks(contract)).filter(
        ({ requirement }) => requirement.level === 'MUST' && requirement.chosen === undefined,
      );
      const ids = [...new Set(musts.map(({ requirement }) => requirement.id))];
      expect(ids.filter((id) => !tried.has(id))).toEqual([]);
    });
  });

  if (RUNS_ALL) testWholeRuns(bench);
}

function testWholeRuns({ contract, mutants }: Bench): void {
  describe(`a whole run of ${contract}`, () => {
    const headlines: number[] = [];

    it.each(titled(mutants))('catches $title ($caughtBy)', async (mutant) => {
      const report = await mutant.run();
      headlines.push(report.headlines.length);
      expectCaught(report, mutant.caughtBy);
    });

    it('makes about one headline for one defect', () => {
      const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
      console.log(`${contract}: ${headlines.length} mutants, ${mean.toFixed(2)} headlines each`);
      expect(mean).toBeLessThanOrEqual(HEADLINES);
    });
  });
}

/** The first mutant of every requirement, and a fixed sample of the others. */
function sampleOf({ mutants }: Bench): RunnableMutant[] {
  const seen = new Set<string>();
  return mutants.filter((mutant) => {
    const isFirst = !seen.has(mutant.caughtBy);
    seen.add(mutant.caughtBy);
    return isFirst || isOneIn(SAMPLE, mutant);
  });
}

function isOneIn(size: number, { name }: RunnableMutant): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % size === 0;
}

function benchOf(contract: string): Bench {
  const bench = BENCHES.find((one) => one.contract === contract);
  if (bench === undefined) throw new Error(`${contract} has no mutants`);
  return bench;
}

function titled(mutants: readonly RunnableMutant[]): (RunnableMutant & { readonly title: string })[] {
  return mutants.map((mutant) => ({ ...mutant, title: mutant.defect }));
}

function expectCaught({ checks, headlines }: Report, requirement: string): void {
  const caught = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const found = headlines.map(({ check, actual }) => `${check}: ${actual}`).join('; ');
  expect(
    caught.map((one) => one.requirement),
    found,
  ).toContain(requirement);
  expect(checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
}
