import { describe, expect, it } from 'vitest';
import { oneIn, RUNS_ALL } from '../../scripts/test-cases.js';
import { listChecks } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import type { Bench, RunnableMutant } from './bench.ts';
import { BENCHES } from './benches.ts';

/** The maximum average number of headlines per mutant of a contract: about one headline per defect. */
const HEADLINES = 1.3;

/** The maximum share of mutants that no check catches. */
const SURVIVING = 0.02;

/** Tests that the named requirement alone catches each mutant, and that every binding requirement has a mutant. */
export function testBench(contract: string): void {
  const bench = benchOf(contract);
  const { mutants, survivors, beyond, runCorrect } = bench;

  describe(`the suite for ${contract}`, () => {
    it('reports nothing about a correct implementation', async () => {
      const report = await runCorrect();
      expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
    });

    it.each(titled(RUNS_ALL ? mutants : sampled(contract, mutants)))(
      'catches $title (only $caughtBy)',
      async ({ run, caughtBy }) => expectCaught(await run({ only: [caughtBy] }), caughtBy),
    );

    it('lists at most two in a hundred mutants as survivors', () => {
      expect(survivors.length / (mutants.length + survivors.length)).toBeLessThanOrEqual(SURVIVING);
    });

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

/** A check of the platform needs the state that others create: such a run takes ten times as long as the other ones. */
const PLATFORM_ONE_IN = 8;

function sampled(contract: string, mutants: readonly RunnableMutant[]): readonly RunnableMutant[] {
  const firsts = mutants.filter((mutant) => SAMPLE.has(mutant));
  return contract === 'platform' ? oneIn(PLATFORM_ONE_IN, firsts) : firsts;
}

/**
 * Runs the mutants that are not derived with all checks. A derived fault is coarse: other requirements may report it first,
 * or in several headlines.
 */
function testWholeRuns({ contract, mutants, survivors }: Bench): void {
  describe(`a whole run of ${contract}`, () => {
    const headlines: number[] = [];

    it.each(titled(mutants.filter(({ isDerived }) => isDerived !== true)))(
      'catches $title ($caughtBy)',
      async (mutant) => {
        const report = await mutant.run();
        headlines.push(report.headlines.length);
        expectCaught(report, mutant.caughtBy);
      },
    );

    if (survivors.length > 0)
      it.each(titled(survivors))('does not catch $title yet', async ({ run }) => {
        const { headlines } = await run();
        expect(headlines.map(({ check }) => check)).toEqual([]);
      });

    it('makes about one headline for one defect', () => {
      const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
      console.log(`${contract}: ${headlines.length} mutants, ${mean.toFixed(2)} headlines each`);
      expect(mean).toBeLessThanOrEqual(HEADLINES);
    });
  });
}

/** One mutant of every requirement over all contracts: the first, and of several contracts in the fastest. */
const SAMPLE = new Set(
  BENCHES.toReversed()
    .flatMap(({ mutants }) => mutants)
    .filter(isFirstOfRequirement),
);

function isFirstOfRequirement(
  { caughtBy }: RunnableMutant,
  index: number,
  all: readonly RunnableMutant[],
): boolean {
  return all.findIndex((one) => one.caughtBy === caughtBy) === index;
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
