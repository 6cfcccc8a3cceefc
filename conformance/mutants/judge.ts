import { describe, expect, it } from 'vitest';
import type { ConformanceOptions } from '../src/run-conformance.ts';
import { listChecks, runConformance } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import { recordHonest, recordKill } from './kills.ts';
import type { Mutant } from './mutant.ts';
import type { Adapter, Habits } from './server.ts';
import type { Served } from './virtual-time.ts';

/** How the judge of one contract is judged. */
export interface Bench<H extends Habits = Habits> {
  readonly contract: string;
  readonly mutants: readonly Mutant<H>[];
  /** Binding requirements that nothing of this contract can violate. */
  readonly beyond?: readonly string[];
  readonly start: (habits: Partial<H>) => Promise<Adapter>;
  readonly options?: Partial<ConformanceOptions>;
}

/** Five runs at a time share one thread. Milliseconds. */
const BUSY_MACHINE = 600_000;

const CAUGHT = ['fail', 'warn'];

/** Every mutant is caught by the check that it names, and every binding requirement has a mutant. */
export function judgeTheJudge<H extends Habits>({
  contract,
  mutants,
  beyond = [],
  start,
  options = {},
}: Bench<H>): void {
  async function judge(habits: Partial<H>): Promise<Report> {
    const adapter = await start(habits);
    const times = { pollBudget: 900, promptness: 600, seed: 7 };
    try {
      return await runConformance({ contract, ...doorOf(adapter), ...times, ...options });
    } finally {
      await adapter.close();
    }
  }

  const headlines: number[] = [];

  const catchEach = (some: readonly Mutant<H>[]): void => {
    it.each(some.map((mutant) => ({ ...mutant, title: `${mutant.name}: ${mutant.crime}` })))(
      'catches $title ($caughtBy)',
      async (mutant) => {
        const { habits, caughtBy, name } = mutant;
        const report = await judge(habits);
        recordKill(contract, mutant, report);
        const found = report.headlines.map(
          (one) => `${one.verdict} ${one.check} (${one.checks.join(' ')}): ${one.actual}`,
        );
        headlines.push(found.length);
        if (process.env['HEADLINES'] !== undefined && found.length > 1) console.log(name, found);
        const verdicts = report.checks
          .filter(({ requirement }) => requirement === caughtBy)
          .map(({ verdict }) => verdict);
        expect(
          verdicts.filter((verdict) => CAUGHT.includes(verdict)),
          `${name}: ${found.join('; ')}`,
        ).not.toEqual([]);
        expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
      },
      BUSY_MACHINE,
    );
  };
  const isSlow = (one: Mutant<H>): boolean => one.class === 'promptness';

  describe.concurrent(`the judge of ${contract}`, () => {
    it(
      'has nothing to say about the server without a crime',
      async () => {
        const report = await judge({});
        recordHonest(contract, report);
        expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
      },
      BUSY_MACHINE,
    );

    catchEach(mutants.filter((one) => !isSlow(one)));

    it('is tried by a mutant for every binding requirement that it checks', async () => {
      const tried = new Set([...mutants.map(({ caughtBy }) => caughtBy), ...beyond]);
      const musts = (await listChecks(contract)).filter(({ requirement }) => requirement.level === 'MUST');
      const untried = [...new Set(musts.map(({ requirement }) => requirement.id))];
      expect(untried.filter((id) => !tried.has(id))).toEqual([]);
    });
  });

  // Not beside the others: time that this thread loses is not held against a server, and all have to have ended.
  describe(`the judge of ${contract}, alone`, () => {
    catchEach(mutants.filter(isSlow));

    it('makes about one headline of one crime', () => {
      const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
      console.log(`${contract}: ${headlines.length} mutants, ${mean.toFixed(2)} headlines each`);
      expect(mean).toBeLessThanOrEqual(1.3);
    });
  });
}

/** How a server is reached. */
export function doorOf({ url, agent }: Served): Pick<ConformanceOptions, 'url' | 'agent'> {
  return { url, ...(agent === undefined ? {} : { agent }) };
}

const TROUBLE = ['fail', 'warn', 'harness-error', 'not-testable'];

/** A conformant server with habits of its own. */
export interface ConformantVariant<H extends Habits = Habits> {
  readonly name: string;
  readonly habits: Partial<H>;
}

/** None of the variants raises an alarm. */
export function judgeVariants<H extends Habits>(
  contract: string,
  variants: readonly ConformantVariant<H>[],
  start: Bench<H>['start'],
  options: Partial<ConformanceOptions> = {},
): void {
  describe.concurrent(`a conformant ${contract}`, () => {
    it.each(variants)(
      'raises no alarm with $name',
      async ({ habits }) => {
        const adapter = await start(habits);
        try {
          const door = doorOf(adapter);
          const report = await runConformance({ contract, ...door, pollBudget: 10_000, seed: 3, ...options });
          const trouble = report.checks.filter(({ verdict }) => TROUBLE.includes(verdict));
          expect(
            trouble.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings })),
          ).toEqual([]);
          expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
            verdict: 'conformant',
            exitCode: 0,
          });
        } finally {
          await adapter.close();
        }
      },
      BUSY_MACHINE,
    );
  });
}
