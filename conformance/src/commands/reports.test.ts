import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { runCommand } from '../../mutants/command.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { listChecks, runConformance } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import type { Verdict } from '../suite/verdict.ts';

useVirtualTime();

let folder: string;
let report: Report;
let warning: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-reports-'));
  const should = (await listChecks('tech-adapter')).find(({ requirement }) => requirement.level === 'SHOULD');
  warning = should?.check.id ?? '';
  const adapter = await startAdapter();
  report = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), skip: [warning] });
  await adapter.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, changed: Report): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(changed));
  return path;
};
/** The report with another verdict of its first check; without that check if the verdict is undefined. */
const withFirst = (verdict: Verdict | undefined): Report => {
  const [first, ...rest] = report.checks;
  if (first === undefined || verdict === undefined) return { ...report, checks: rest };
  return { ...report, checks: [{ ...first, verdict, findings: [] }, ...rest] };
};

describe('compare', () => {
  it.each<{ before: Verdict; after: Verdict | undefined; says: string; code: number }>([
    { before: 'fail', after: 'warn', says: 'better', code: 0 },
    { before: 'warn', after: 'fail', says: 'worse', code: 1 },
    { before: 'pass', after: 'not-testable', says: 'lost', code: 1 },
    { before: 'fail', after: 'not-testable', says: 'lost', code: 1 },
    { before: 'harness-error', after: 'fail', says: 'better', code: 0 },
    { before: 'pass', after: 'not-applicable', says: 'changed', code: 0 },
    { before: 'pass', after: undefined, says: 'gone', code: 1 },
  ])('calls $before that became $after $says', async ({ before, after, says, code }) => {
    const paths = [write('before.json', withFirst(before)), write('after.json', withFirst(after))];
    const compared = await runCommand('compare', ...paths);
    expect(compared.said.split('\n')[0]).toMatch(new RegExp(`^${says} +${report.checks[0]?.id} `));
    expect(compared.code).toBe(code);
  });

  it('lists checks as lost that a read-only run excluded', async () => {
    const reads = withFirst('not-applicable');
    const after = { ...reads, run: { ...reads.run, readOnly: true } };
    const compared = await runCommand('compare', write('b.json', withFirst('fail')), write('a.json', after));
    expect(compared.said).toContain(`lost     ${report.checks[0]?.id} `);
    expect(compared.code).toBe(1);
  });

  it('ignores a check that another version of the suite does not have', async () => {
    const newer = { ...withFirst(undefined), suite: { ...report.suite, version: '99.0.0' } };
    const paths = [write('old.json', report), write('new.json', newer)];
    expect((await runCommand('compare', ...paths)).code).toBe(0);
  });

  it('shows text of a target without terminal escape sequences', async () => {
    const [first, ...rest] = report.checks;
    if (first === undefined) throw new Error('a report holds checks');
    const finding = { check: first.id, verdict: 'fail' as const, symptom: 's', expected: 'e', exchanges: [] };
    const findings = [{ ...finding, actual: 'red \u001B[31m and \u009B2J' }];
    const hostile = { ...report, checks: [{ ...first, verdict: 'fail' as const, findings }, ...rest] };
    const { said } = await runCommand('compare', write('a.json', report), write('b.json', hostile));
    expect(said).toContain('red \uFFFD[31m and \uFFFD2J');
  });
});

describe('verify', () => {
  it('reports a selection as such, and accepts its verdict', async () => {
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'conformant',
      exitCode: 0,
    });
    const { code, said } = await runCommand('verify', write('selection.json', report));
    expect(said.split('\n')).toEqual([`incomplete: a selection: ${report.checks.length} checks`]);
    expect(code).toBe(1);
  });
});
