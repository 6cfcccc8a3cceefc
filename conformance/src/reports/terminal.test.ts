import { beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import { NEEDS_WRITING } from '../suite/check.ts';
import type { Report } from '../suite/report.ts';
import { readWaivers } from '../waivers-file.ts';
import { createTerminal } from './terminal.ts';

useVirtualTime();

let said: string;
let brief: string;
let report: Report;
beforeAll(async () => {
  const adapter = await startAdapter({
    work: 20,
    finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end),
  });
  const texts: string[] = [];
  const shown: string[] = [];
  const short = createTerminal({ quiet: false, plain: true, write: (text) => shown.push(text) });
  const terminal = createTerminal({
    quiet: false,
    plain: true,
    verbose: true,
    write: (text) => texts.push(text),
  });
  report = await runConformance({
    contract: 'tech-adapter',
    ...doorOf(adapter),
    readOnly: true,
    seed: 1,
    pollBudget: 2_000,
    onPlan: terminal.plan,
    onExchange: terminal.exchange,
    onOutcome(outcome) {
      terminal.outcome(outcome);
      short.outcome(outcome);
    },
  });
  terminal.end(report, ['reports/x.html']);
  terminal.close();
  short.end(report, ['reports/x.html']);
  short.close();
  brief = shown.join('');
  await adapter.close();
  said = texts.join('');
});

describe('the terminal', () => {
  it('explains a failure with clause, page, reason, and a command that repeats it', () => {
    expect(said).toMatch(/1\. fail {2}TA-37/);
    for (const word of ['expected', 'got', 'fix', 'clause', 'repeat'])
      for (const text of [said, brief]) expect(text).toMatch(new RegExp(`\\n {3}${word} +\\S`));
    expect(said).toContain('page       /conformance/tech-adapter/ta-37/');
  });

  it.each([
    [['X-02'], 'also seen  in one more check: X-02'],
    [['X-02', 'X-03'], 'also seen  in 2 more checks: X-02, X-03'],
  ])('lists other checks with the same cause: %s', (others, line) => {
    const texts: string[] = [];
    const terminal = createTerminal({ quiet: false, plain: true, write: (text) => texts.push(text) });
    const headlines = report.headlines.map((one) => ({ ...one, checks: [one.check, ...others] }));
    terminal.end({ ...report, headlines }, []);
    terminal.close();
    expect(texts.join('')).toContain(line);
  });

  it('prints a waiver template', () => {
    const [, line = ''] = /\n {3}waiver +(- .*)\n/.exec(said) ?? [];
    const filled = line.replaceAll("''", "'known'").replace('YYYY-MM-DD', '2999-12-31');
    expect(readWaivers('waivers.yaml', `waivers:\n  ${filled}`)).toEqual([
      { id: 'TA-37', reason: 'known', owner: 'known', expires: '2999-12-31' },
    ]);
  });

  it('shows a failing run on one screen, the headlines first and the verdict last', () => {
    expect(brief).toMatch(/^1\. fail {2}TA-37/);
    expect(brief.split('\n').length).toBeLessThanOrEqual(30);
    expect(brief).toMatch(/\nnon-conformant, read only: .*\n$/);
    for (const { id } of report.checks.filter(({ verdict }) => verdict === 'pass'))
      expect(brief).not.toContain(`${id}  `);
  });

  it('counts the checks of each group, and untested ones by reason', () => {
    expect(brief).toMatch(/\n {2}tasks +\d+ pass/);
    expect(brief).toMatch(new RegExp(`\\nnot applicable: \\d+ checks: ${NEEDS_WRITING}\\n`));
  });

  it('shows every check with --verbose', () => {
    for (const { id } of report.checks) expect(said).toContain(` ${id}  `);
  });

  it('prints no progress line without a terminal', () => {
    expect(said).not.toContain('\u001B');
    expect(said).not.toContain('\r');
  });
});
