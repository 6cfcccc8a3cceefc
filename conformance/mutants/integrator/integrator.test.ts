import { describe, expect, it } from 'vitest';
import { judgeRecording } from '../../src/offline/judge-recording.ts';
import { listChecks } from '../../src/run-conformance.ts';
import type { Report } from '../../src/suite/report.ts';
import { BENCHES } from '../benches.ts';
import { testBench } from '../test-bench.ts';
import { GOOD, type Sent, write } from './traffic.ts';

function judge(traffic: readonly Sent[], isFresh = false): Promise<Report> {
  return judgeRecording({
    contract: 'integrator',
    ids: { environment: 'development,production' },
    recording: { path: 'traffic.ndjson', text: write(traffic) },
    isFresh,
  });
}

/** Pushed results whose list of errors is absent: only this toolkit requires it. */
function withoutErrors(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.map(({ result: { errors: _, ...result }, ...entry }) => ({ ...entry, result }));
}

describe('the checks of integrators', () => {
  it('report no violation of a conformant one, and state what a recording cannot show', async () => {
    const report = await judge(GOOD);
    const odd = report.checks.filter(({ verdict }) => verdict !== 'pass');
    expect(odd.map(({ id, verdict, findings }) => ({ id, verdict, findings }))).toEqual([
      { id: 'TR-04', verdict: 'not-testable', findings: [] },
    ]);
    expect(report.verdict).toBe('partial');
  });

  it('give each requirement a verdict on live traffic, asked for alone', async () => {
    const { runCorrect } = BENCHES.find(({ contract }) => contract === 'integrator') ?? {};
    const ids = new Set((await listChecks('integrator')).map(({ requirement }) => requirement.id));
    for (const id of ids) {
      const report = await runCorrect?.({ only: [id] });
      expect(
        report?.checks.map(({ verdict }) => verdict),
        id,
      ).not.toContain('not-testable');
      expect(report?.verdict, id).not.toBe('inconclusive');
    }
  });

  it('do not apply to requests that were not sent', async () => {
    const report = await judge(GOOD.filter(({ operation }) => operation === 'updateHook'));
    const open = report.checks.filter(({ verdict }) => verdict === 'not-applicable');
    expect(open.map(({ requirement }) => requirement)).toContain('TR-01');
    expect(report.verdict).toBe('conformant');
  });

  it.each([
    { name: 'unknown fields', change: (body: object) => ({ ...body, traceId: 't-1' }) },
    { name: 'null for absent fields', change: (body: object) => ({ ...body, properties: null }) },
    {
      name: 'fields in another order',
      change: (body: object) => Object.fromEntries(Object.entries(body).reverse()),
    },
  ])('reports no violation for $name', async ({ change }) => {
    const report = await judge(
      GOOD.map((one) =>
        one.operation === 'registerTechAdapter' && typeof one.body === 'object' && one.body !== null
          ? { ...one, body: change(one.body) }
          : one,
      ),
    );
    expect(report.headlines).toEqual([]);
  });

  it.each([
    {
      name: 'a charset',
      change: (one: Sent): Sent => ({ ...one, mediaType: 'application/json; charset=utf-8' }),
    },
    { name: 'another prefix', change: (one: Sent): Sent => ({ ...one, path: `/gateway${one.path}` }) },
    {
      name: 'results without errors',
      change: (one: Sent): Sent => ({ ...one, body: withoutErrors(one.body) }),
    },
  ])('reports no violation for $name', async ({ change }) => {
    expect((await judge(GOOD.map(change))).headlines).toEqual([]);
  });
});

testBench('integrator');
