import { describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import type { Report } from './report.ts';
import { type Waiver, waivable } from './waivers.ts';

useVirtualTime();

const FUTURE = '2999-12-31';
const waiver = (changes: Partial<Waiver>): Waiver => ({
  id: 'TA-37',
  reason: 'known',
  owner: 'data team',
  expires: FUTURE,
  ...changes,
});

/** An adapter that completes a reverse provisioning without updates: it violates TA-37 and the schema. */
async function judge(waivers: readonly Waiver[], flaky: readonly string[] = []): Promise<Report> {
  const adapter = await startAdapter({ finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end) });
  try {
    return await runConformance({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      pollBudget: 3_000,
      only: ['TA-37', 'TA-34'],
      waivers,
      flaky,
    });
  } finally {
    await adapter.close();
  }
}

describe('a waiver', () => {
  it('turns a failure into a waived one, and the run into a partial one', async () => {
    const report = await judge([waiver({})]);
    expect(report.counts.waived).toBe(1);
    expect(report.headlines).toEqual([]);
    expect(report.exitCode).toBe(2);
  });

  it('has no effect after it expired, and is reported', async () => {
    const report = await judge([waiver({ expires: '2001-01-01' })]);
    expect(report.exitCode).toBe(1);
    expect(report.staleWaivers).toEqual([{ id: 'TA-37', why: 'expired on 2001-01-01' }]);
  });

  it('ends the run with a separate exit code when the check passes', async () => {
    const report = await judge([waiver({}), waiver({ id: 'TA-34' })]);
    expect(report.exitCode).toBe(7);
    expect(report.staleWaivers).toEqual([{ id: 'TA-34', why: 'the check passes' }]);
  });
});

describe('the waivers of a cause', () => {
  it('cover every check that shows it: a requirement if several of its checks do', async () => {
    const adapter = await startAdapter({
      answer: (reply) => (reply.status === 400 ? { status: 422, body: { detail: [] } } : reply),
    });
    const options = { contract: 'tech-adapter', ...doorOf(adapter), only: ['X-12', 'TA-32'] };
    const report = await runConformance(options);
    const [headline] = report.headlines;
    if (headline === undefined) throw new Error('the adapter answers 422');
    const ids = waivable(headline, report.checks).map(({ id }) => id);
    expect(ids).toContain('X-12');
    const accepted = await runConformance({ ...options, waivers: ids.map((id) => waiver({ id })) });
    await adapter.close();
    expect(accepted.counts.fail).toBe(0);
  });
});

describe('a waiver in a partial run', () => {
  it('of an excluded check is not stale', async () => {
    const report = await judge([waiver({}), waiver({ id: 'TA-32' })]);
    expect({ stale: report.staleWaivers, exitCode: report.exitCode }).toEqual({ stale: [], exitCode: 2 });
  });

  it('of a check that the contract does not have is stale', async () => {
    const report = await judge([waiver({}), waiver({ id: 'TA-99' })]);
    expect(report.staleWaivers).toEqual([{ id: 'TA-99', why: 'the contract has no check with that id' }]);
  });

  it('of a failed flaky check is still needed', async () => {
    const report = await judge([waiver({})], ['TA-37']);
    expect(report.staleWaivers).toEqual([]);
  });

  it('links to its documentation in the report', async () => {
    const report = await judge([waiver({ link: 'https://tickets.example.com/7' })]);
    const waived = report.checks.find(({ verdict }) => verdict === 'waived');
    expect(waived?.reason).toBe('known (data team, until 2999-12-31, https://tickets.example.com/7)');
  });
});

describe('a check that is known to be flaky', () => {
  it('is reported separately when it fails: no headline, and a partial run', async () => {
    const report = await judge([], ['TA-37']);
    expect(report.checks.find(({ id }) => id === 'TA-37')?.verdict).toBe('known-flaky');
    expect({ headlines: report.headlines.length, exitCode: report.exitCode }).toEqual({
      headlines: 0,
      exitCode: 2,
    });
  });

  it('passes like any other when it does', async () => {
    const report = await judge([waiver({})], ['TA-34']);
    expect(report.checks.find(({ id }) => id === 'TA-34')?.verdict).toBe('pass');
  });
});
