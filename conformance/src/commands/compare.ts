import type { Report, ReportedCheck } from '../suite/report.ts';
import { EXIT, type Verdict } from '../suite/verdict.ts';
import { readReport } from './report-file.ts';

const TROUBLE: readonly Verdict[] = ['fail', 'warn', 'harness-error'];

/** Shows what changed between two reports; ends with 1 when something got worse. */
export function compare(before: string, after: string): number {
  const [left, right] = [readReport(before), readReport(after)];
  const earlier = new Map(left.checks.map((check) => [check.id, check]));
  const later = new Map(right.checks.map((check) => [check.id, check]));
  let worse = 0;
  for (const check of right.checks) {
    const old = earlier.get(check.id);
    if (old?.verdict === check.verdict) continue;
    const isWorse = TROUBLE.includes(check.verdict);
    if (isWorse) worse += 1;
    console.log(describe(isWorse ? 'worse' : 'changed', check, old));
  }
  for (const check of left.checks)
    if (!later.has(check.id)) console.log(`gone     ${check.id}  was ${check.verdict}`);
  console.log(summary(left, right));
  return worse === 0 ? EXIT.conformant : EXIT.nonConformant;
}

function describe(kind: string, check: ReportedCheck, old: ReportedCheck | undefined): string {
  return `${kind.padEnd(8)} ${check.id}  ${old?.verdict ?? 'not made'} -> ${check.verdict}  ${check.findings[0]?.actual ?? ''}`.trimEnd();
}

function summary(left: Report, right: Report): string {
  return `${left.verdict} -> ${right.verdict}; ${left.headlines.length} -> ${right.headlines.length} causes`;
}
