import { describe, expect, it } from 'vitest';
import { listChecks, runConformance } from '../../src/run-conformance.ts';
import type { Report } from '../../src/suite/report.ts';
import { doorOf } from '../judge.ts';
import { recordHonest, recordKill } from '../kills.ts';
import { useVirtualTime } from '../virtual-time.ts';
import { llmAlone, pickerAlone, remoteAlone, resolverAlone } from './alone.ts';
import { blindEngines, blindLlms, blindPickers, blindResolvers } from './blind.ts';
import { everywhere, type StatelessMutant, withBodies } from './crimes.ts';
import { honestEngine, honestLlm } from './engine.ts';
import { remoteMutants } from './engine-mutants.ts';
import { companyPickers, companyResolvers } from './in-company.ts';
import { partEngines, partLlms } from './in-part.ts';
import { llmMutants } from './llm-mutants.ts';
import { pickerNearMisses, remoteNearMisses, resolverNearMisses } from './near-misses.ts';
import { nearPickers, nearResolvers } from './near-names.ts';
import { oneByOneEngines, oneByOneLlms, spoiltPicker, spoiltResolver } from './one-by-one.ts';
import { honestPicker } from './picker.ts';
import { listMutants } from './picker-lists.ts';
import { listShapeMutants } from './picker-pages.ts';
import { verdictMutants } from './picker-verdicts.ts';
import { honestResolver } from './resolver.ts';
import { findMutants } from './resolver-mutants.ts';
import { pageMutants } from './resolver-pages.ts';
import { secondLookPickers, secondLookResolvers } from './second-looks.ts';
import { type Responder, startServer } from './server.ts';
import { unusualEngines, unusualLlms, unusualPickers, unusualResolvers } from './unusual.ts';

useVirtualTime();

interface Court {
  readonly contract: string;
  readonly honest: () => Responder;
  readonly mutants: readonly StatelessMutant[];
}

const COURTS: readonly Court[] = [
  {
    contract: 'custom-url-picker',
    honest: honestPicker,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...listMutants,
      ...listShapeMutants,
      ...verdictMutants,
      ...pickerNearMisses,
      ...pickerAlone,
      ...blindPickers,
      ...unusualPickers,
      ...nearPickers,
      ...secondLookPickers,
      ...companyPickers,
      spoiltPicker,
    ],
  },
  {
    contract: 'perimeter-resolver',
    honest: honestResolver,
    mutants: [
      ...everywhere,
      ...pageMutants,
      ...findMutants,
      ...resolverNearMisses,
      ...resolverAlone,
      ...blindResolvers,
      ...unusualResolvers,
      ...nearResolvers,
      ...secondLookResolvers,
      ...companyResolvers,
      spoiltResolver,
    ],
  },
  {
    contract: 'remote-engine',
    honest: honestEngine,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...remoteMutants,
      ...remoteNearMisses,
      ...remoteAlone,
      ...blindEngines,
      ...unusualEngines,
      ...oneByOneEngines,
      ...partEngines,
    ],
  },
  {
    contract: 'llm-engine',
    honest: honestLlm,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...llmMutants,
      ...llmAlone,
      ...blindLlms,
      ...unusualLlms,
      ...oneByOneLlms,
      ...partLlms,
    ],
  },
];

const CAUGHT = ['fail', 'warn'];

/** Many judges share one thread. Milliseconds. */
const BUSY_MACHINE = 600_000;

async function judge(contract: string, respond: Responder): Promise<Report> {
  const server = await startServer(respond);
  try {
    return await runConformance({ contract, ...doorOf(server), promptness: 600, timeout: 4_000, seed: 7 });
  } finally {
    await server.close();
  }
}

/** Headlines of each mutant, by contract. */
const headlines = new Map<string, number[]>(COURTS.map(({ contract }) => [contract, []]));

const isSlow = (mutant: StatelessMutant): boolean => mutant.class === 'promptness';

function tryMutants(contract: string, honest: () => Responder, mutants: readonly StatelessMutant[]): void {
  it.each(mutants.map((mutant) => ({ ...mutant, title: `${mutant.name}: ${mutant.crime}` })))(
    'catches $title ($caughtBy)',
    async ({ commit, ...mutant }) => {
      const { caughtBy, name } = mutant;
      const report = await judge(contract, commit(honest()));
      const found = report.headlines.map(
        (one) => `${one.verdict} ${one.check} (${one.checks.join(' ')}): ${one.actual}`,
      );
      headlines.get(contract)?.push(found.length);
      recordKill(contract, mutant, report);
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
}

describe.concurrent.each(COURTS)('the judge of $contract', ({ contract, honest, mutants }) => {
  it('has nothing to say about the server without a crime', async () => {
    const report = await judge(contract, honest());
    recordHonest(contract, report);
    expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
  });

  tryMutants(
    contract,
    honest,
    mutants.filter((mutant) => !isSlow(mutant)),
  );
});

describe.each(COURTS)('the mutants of $contract', ({ contract, mutants }) => {
  it('try every binding requirement that is checked', async () => {
    const tried = new Set(mutants.map(({ caughtBy }) => caughtBy));
    const musts = (await listChecks(contract)).filter(({ requirement }) => requirement.level === 'MUST');
    const ids = musts
      .filter(({ requirement }) => requirement.chosen === undefined)
      .map(({ requirement }) => requirement.id);
    expect([...new Set(ids)].filter((id) => !tried.has(id))).toEqual([]);
  });
});

// By themselves: where many judges share one process, nobody can tell whose time it is.
describe.concurrent.each(COURTS)('the judge of a slow $contract', ({ contract, honest, mutants }) => {
  tryMutants(contract, honest, mutants.filter(isSlow));
});

describe.each(COURTS)('all mutants of $contract', ({ contract, mutants }) => {
  it('make about one headline each', () => {
    const counts = headlines.get(contract) ?? [];
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    console.log(`${contract}: ${counts.length} mutants, ${mean.toFixed(2)} headlines each`);
    expect(counts.length).toBe(mutants.length);
    expect(mean).toBeLessThanOrEqual(1.3);
  });
});
