import { assistantFixtures } from '@tessera/contracts/fixtures/assistant';
import { describe, expect, it } from 'vitest';
import { verdictWords } from '../../src/reports/verdict-words.ts';
import { type ConformanceOptions, listChecks, runConformance } from '../../src/run-conformance.ts';
import type { Report } from '../../src/suite/report.ts';
import { recordKill } from '../kills.ts';
import { answerMutants } from './answer-mutants.ts';
import { membersOf } from './asked.ts';
import { behaviourMutants } from './behaviour-mutants.ts';
import { changingMutants } from './changing-mutants.ts';
import { companyMutants } from './company-mutants.ts';
import { deployingMutants } from './deploying-mutants.ts';
import { edgeMutants } from './edge-mutants.ts';
import { findingMutants } from './finding-mutants.ts';
import { on, onGood } from './habits.ts';
import { judgingMutants } from './judging-mutants.ts';
import { keepingMutants } from './keeping-mutants.ts';
import { meaningMutants } from './meaning-mutants.ts';
import { narrowingMutants } from './narrowing-mutants.ts';
import { reachingMutants } from './reaching-mutants.ts';
import { replacingMutants } from './replacing-mutants.ts';
import { restingMutants } from './resting-mutants.ts';
import { type Habits, startPlatform } from './server.ts';
import { staleMutants } from './stale-mutants.ts';
import { stoppingMutants } from './stopping-mutants.ts';
import { takingMutants } from './taking-mutants.ts';
import { tellingMutants } from './telling-mutants.ts';

const platformMutants = [
  ...answerMutants,
  ...behaviourMutants,
  ...meaningMutants,
  ...replacingMutants,
  ...takingMutants,
  ...stoppingMutants,
  ...edgeMutants,
  ...keepingMutants,
  ...companyMutants,
  ...judgingMutants,
  ...findingMutants,
  ...deployingMutants,
  ...tellingMutants,
  ...staleMutants,
  ...narrowingMutants,
  ...changingMutants,
  ...reachingMutants,
  ...restingMutants,
];
const CAUGHT = ['fail', 'warn'];

/** Models are replaced only with a body of the caller. */
const MODEL = Object.values(assistantFixtures['setLlmConfig']?.request ?? {})[0]?.value;
const BODIES = {
  'assistant.setLlmConfig': MODEL,
  'assistant.setEmbedderConfig': { ...membersOf(MODEL), model: 'embedder-1' },
};

async function judge(habits: Partial<Habits>, more: Partial<ConformanceOptions> = {}): Promise<Report> {
  const platform = await startPlatform(habits);
  try {
    return await runConformance({
      contract: 'platform',
      url: platform.url,
      readOnly: false,
      bodies: BODIES,
      pollBudget: 700,
      promptness: 500,
      seed: 7,
      ids: { hooks: 'hook-1' },
      ...more,
    });
  } finally {
    await platform.close();
  }
}

describe('the judge of a platform', () => {
  const headlines: number[] = [];

  it('raises no alarm over a platform that keeps to its contract', async () => {
    const report = await judge({});
    const odd = report.checks.filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict));
    expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  it('judges what can be read without changing anything, and says that it did no more', async () => {
    const report = await judge({}, { readOnly: true, bodies: {} });
    const methods = new Set(report.exchanges.map(({ request }) => request.method));
    expect([...methods].sort()).toEqual(['GET', 'POST', 'PROPFIND']);
    const created = report.exchanges.filter(
      ({ operation, request }) =>
        request.method !== 'PROPFIND' && /\.(create|upsert|delete|set|deploy)/.test(operation),
    );
    expect(created).toEqual([]);
    expect(report.counts['not-testable']).toBe(0);
    expect(report.notes.join(' ')).toMatch(/^Judged by what can be read: \d+ of \d+ checks .*--write/);
    expect(verdictWords(report)).toBe('conformant, read only');
    expect(report.exitCode).toBe(0);
  });

  it('calls nothing an error of its own when a thing cannot be made', async () => {
    const refused = { status: 400, body: { errors: ['no metrics here'] } };
    const report = await judge(on('governance.createMetric', () => refused));
    expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
    const replaced = report.checks.find(({ id }) => id === 'P-01:governance.updateMetric');
    expect(replaced).toMatchObject({
      verdict: 'not-testable',
      reason: expect.stringContaining('governance.createMetric was answered 400'),
    });
  });

  it.each([
    onGood('coordinator-v1.getLogLevel', () => ({ level: 'info' })),
    onGood('governance.createPolicy', (body) => ({ ...body, version: '1' })),
  ])('fails what tells a wrong value, and sends no such value back', async (habits) => {
    const report = await judge(habits);
    expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
    expect(report.exitCode).toBe(1);
  });

  it('fails what it only reads', async () => {
    const report = await judge(
      onGood('coordinator-v1.getLogLevel', () => ({ level: 'LOUD' })),
      {
        readOnly: true,
      },
    );
    expect(verdictWords(report)).toBe('non-conformant, read only');
  });

  it.each(platformMutants.map((mutant) => ({ ...mutant, title: `${mutant.name}: ${mutant.crime}` })))(
    'catches $title ($caughtBy)',
    async (mutant) => {
      const { habits, caughtBy, name } = mutant;
      const report = await judge(habits);
      recordKill('platform', mutant, report);
      const own = report.checks.filter(({ requirement }) => requirement === caughtBy);
      const told = report.headlines.map((one) => `${one.check} ${one.actual}`).join('; ');
      expect(
        own.filter(({ verdict }) => CAUGHT.includes(verdict)).length,
        `${name}: ${told}`,
      ).toBeGreaterThan(0);
      expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
      headlines.push(report.headlines.length);
      if (process.env['HEADLINES'] !== undefined && report.headlines.length > 1) console.log(name, told);
    },
  );

  it('makes about one headline of one crime', () => {
    const mean = headlines.reduce((sum, count) => sum + count, 0) / headlines.length;
    expect(mean).toBeLessThanOrEqual(1.3);
  });

  it('is tried by a mutant for every binding requirement that it checks', async () => {
    const tried = new Set(platformMutants.map(({ caughtBy }) => caughtBy));
    const musts = (await listChecks('platform')).filter(({ requirement }) => requirement.level === 'MUST');
    expect(
      [...new Set(musts.map(({ requirement }) => requirement.id))].filter((id) => !tried.has(id)),
    ).toEqual([]);
  });
});
