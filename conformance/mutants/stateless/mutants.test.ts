import { describe, expect, it } from 'vitest';
import { listChecks, runConformance } from '../../src/run-conformance.ts';
import type { Report } from '../../src/suite/report.ts';
import { everywhere, type StatelessMutant, withBodies } from './crimes.ts';
import { honestPicker } from './picker.ts';
import { listMutants } from './picker-lists.ts';
import { verdictMutants } from './picker-verdicts.ts';
import { type Responder, startServer } from './server.ts';

interface Court {
  readonly contract: string;
  readonly honest: () => Responder;
  readonly mutants: readonly StatelessMutant[];
  /** Binding requirements that no server of the contract can break, with the reason. */
  readonly beyond: Readonly<Record<string, string>>;
}

const COURTS: readonly Court[] = [
  {
    contract: 'custom-url-picker',
    honest: honestPicker,
    mutants: [...everywhere, ...withBodies, ...listMutants, ...verdictMutants],
    beyond: { 'X-04': 'nothing is answered with 204', 'X-13': 'no member has a closed list' },
  },
];

const CAUGHT = ['fail', 'warn'];

async function judge(contract: string, respond: Responder): Promise<Report> {
  const server = await startServer(respond);
  try {
    return await runConformance({ contract, url: server.url, promptness: 600, seed: 7 });
  } finally {
    await server.close();
  }
}

describe.concurrent.each(COURTS)('the judge of $contract', ({ contract, honest, mutants, beyond }) => {
  const headlines: number[] = [];

  it.each(mutants.map((mutant) => ({ ...mutant, title: `${mutant.name}: ${mutant.crime}` })))(
    'catches $title ($caughtBy)',
    async ({ commit, caughtBy, name }) => {
      const report = await judge(contract, commit(honest()));
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

  it('is tried by a mutant for every binding requirement that it checks', async () => {
    const tried = new Set([...mutants.map(({ caughtBy }) => caughtBy), ...Object.keys(beyond)]);
    const musts = (await listChecks(contract)).filter(({ requirement }) => requirement.level === 'MUST');
    const ids = musts
      .filter(({ requirement }) => requirement.chosen === undefined)
      .map(({ requirement }) => requirement.id);
    expect([...new Set(ids)].filter((id) => !tried.has(id))).toEqual([]);
  });

  it('makes about one headline of one crime', () => {
    const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
    console.log(`${contract}: ${headlines.length} mutants, ${mean.toFixed(2)} headlines each`);
    expect(headlines.length).toBeGreaterThanOrEqual(12);
    expect(mean).toBeLessThanOrEqual(1.3);
  });
});
