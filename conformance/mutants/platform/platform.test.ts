import { describe, expect, it } from 'vitest';
import { verdictWords } from '../../src/reports/verdict-words.ts';
import { runConformance } from '../../src/run-conformance.ts';
import type { ConformanceOptions } from '../../src/suite/options.ts';
import type { Report } from '../../src/suite/report.ts';
import { doorOf } from '../bench.ts';
import { testBench } from '../test-bench.ts';
import { useVirtualTime } from '../use-virtual-time.ts';
import { on, onGood } from './habits.ts';
import { type Habits, startPlatform } from './server.ts';
import { SETTINGS } from './settings.ts';

useVirtualTime();

async function judge(habits: Partial<Habits>, more: Partial<ConformanceOptions> = {}): Promise<Report> {
  const platform = await startPlatform(habits);
  try {
    return await runConformance({ contract: 'platform', ...doorOf(platform), seed: 7, ...SETTINGS, ...more });
  } finally {
    await platform.close();
  }
}

describe('the checks of a platform', () => {
  it('report no violation of a conformant platform', async () => {
    const report = await judge({});
    const odd = report.checks.filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict));
    expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  it('checks a platform read-only, and says so', async () => {
    const report = await judge({}, { readOnly: true, bodies: {} });
    const methods = new Set(report.exchanges.map(({ request }) => request.method));
    expect([...methods].sort()).toEqual(['GET', 'POST', 'PROPFIND']);
    const created = report.exchanges.filter(
      ({ operation, request }) =>
        request.method !== 'PROPFIND' && /\.(create|upsert|delete|set|deploy)/.test(operation),
    );
    expect(created).toEqual([]);
    expect(report.counts['not-testable']).toBe(0);
    expect(report.notes.join(' ')).toMatch(/^Checked read-only: \d+ of \d+ checks .*--write/);
    expect(verdictWords(report)).toBe('conformant, read only');
    expect(report.exitCode).toBe(0);
  });

  it('reports no harness error when a resource cannot be created', async () => {
    const refused = { status: 400, body: { errors: ['no metrics here'] } };
    const report = await judge(on('governance.createMetric', () => refused));
    expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
    const replaced = report.checks.find(({ id }) => id === 'P-01:governance.updateMetric');
    expect(replaced).toMatchObject({
      verdict: 'not-testable',
      reason: expect.stringContaining('governance.createMetric returned 400'),
    });
  });

  it.each([
    onGood('coordinator-v1.getLogLevel', () => ({ level: 'info' })),
    onGood('governance.createPolicy', (body) => ({ ...body, version: '1' })),
  ])('reports a wrong value, and does not send it back', async (habits) => {
    const report = await judge(habits);
    expect(report.checks.filter(({ verdict }) => verdict === 'harness-error')).toEqual([]);
    expect(report.exitCode).toBe(1);
  });

  it('reports a status of a unit that lacks the status', async () => {
    const habits = onGood('coordinator-v2.getDeploymentUnitStatus', ({ status: _, ...rest }) => rest);
    const report = await judge(habits, { only: ['P-03'] });
    expect(report.checks.find(({ id }) => id === 'P-03')?.verdict).toBe('fail');
  });

  it('reports violations in a read-only run', async () => {
    const report = await judge(
      onGood('coordinator-v1.getLogLevel', () => ({ level: 'LOUD' })),
      {
        readOnly: true,
      },
    );
    expect(verdictWords(report)).toBe('non-conformant, read only');
  });
});

testBench('platform');
