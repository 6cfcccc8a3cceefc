import { describe, expect, it } from 'vitest';
import { listChecks, runConformance } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import { startAdapter } from './adapter.ts';
import { aloneMutants } from './alone.ts';
import { betweenTasksMutants } from './between-tasks.ts';
import { blindMutants } from './blind.ts';
import { circumstanceMutants } from './by-circumstance.ts';
import { recordKill } from './kills.ts';
import { meaningMutants } from './meanings.ts';
import type { Mutant } from './mutant.ts';
import { nearMissMutants } from './near-misses.ts';
import { negativeMutants } from './negatives.ts';
import { obligingMutants } from './obliging.ts';
import { overTimeMutants } from './over-time.ts';
import { shapeMutants } from './shapes.ts';
import { unforeseenMutants } from './unforeseen.ts';

const MUTANTS = [
  ...overTimeMutants,
  ...betweenTasksMutants,
  ...shapeMutants,
  ...meaningMutants,
  ...negativeMutants,
  ...nearMissMutants,
  ...obligingMutants,
  ...aloneMutants,
  ...blindMutants,
  ...unforeseenMutants,
  ...circumstanceMutants,
];
const CAUGHT = ['fail', 'warn'];

const isSlow = (one: Mutant): boolean => one.class === 'promptness';

async function judge(habits: Mutant['habits']): Promise<Report> {
  const adapter = await startAdapter(habits);
  try {
    return await runConformance({
      contract: 'tech-adapter',
      url: adapter.url,
      pollBudget: 2_000,
      promptness: 600,
      seed: 7,
    });
  } finally {
    await adapter.close();
  }
}

const headlines: number[] = [];

function catchEach(mutants: readonly Mutant[]): void {
  it.each(mutants.map((mutant) => ({ ...mutant, title: `${mutant.name}: ${mutant.crime}` })))(
    'catches $title ($caughtBy)',
    async (mutant) => {
      const { habits, caughtBy, name } = mutant;
      const report = await judge(habits);
      recordKill('tech-adapter', mutant, report);
      const verdicts = report.checks
        .filter(({ requirement }) => requirement === caughtBy)
        .map(({ verdict }) => verdict);
      expect(
        verdicts.filter((verdict) => CAUGHT.includes(verdict)),
        `${name}: ${report.headlines.map((one) => `${one.check} ${one.actual}`).join('; ')}`,
      ).not.toEqual([]);
      expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
      headlines.push(report.headlines.length);
      if (process.env['HEADLINES'] !== undefined && report.headlines.length > 1) {
        console.log(
          name,
          report.headlines.map(
            (one) => `${one.verdict} ${one.check} (${one.checks.join(' ')}): ${one.actual}`,
          ),
        );
      }
    },
  );
}

describe.concurrent('the judge', () => {
  catchEach(MUTANTS.filter((one) => !isSlow(one)));

  it('is tried by a mutant for every binding requirement that it checks', async () => {
    const tried = new Set(MUTANTS.map(({ caughtBy }) => caughtBy));
    const musts = (await listChecks('tech-adapter')).filter(
      ({ requirement }) => requirement.level === 'MUST',
    );
    expect(
      [...new Set(musts.map(({ requirement }) => requirement.id))].filter((id) => !tried.has(id)),
    ).toEqual([]);
  });
});

// Not beside the others: time that this thread loses is not held against a server, and all have to have ended.
describe('the judge, alone', () => {
  catchEach(MUTANTS.filter(isSlow));

  it('makes about one headline of one crime', () => {
    const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
    console.log(`${headlines.length} mutants, ${mean.toFixed(2)} headlines each`);
    expect(mean).toBeLessThanOrEqual(1.3);
  });
});
