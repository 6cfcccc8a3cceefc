import { oneLine } from '../reports/plain-text.ts';
import type { Report, ReportedCheck } from '../suite/report.ts';
import { EXIT, type Verdict } from '../suite/verdict.ts';
import { readReport } from './report-file.ts';

/** Severity of verdicts; verdicts with the same number are equally good. */
const RANKS: Readonly<Record<Verdict, number>> = {
  pass: 0,
  'not-applicable': 0,
  note: 1,
  waived: 2,
  'known-flaky': 2,
  'not-testable': 3,
  warn: 4,
  fail: 5,
  'harness-error': 6,
};
/** The limit for a check that the earlier report does not have: from here on it counts as worse. */
const TROUBLE = RANKS.warn;

/**
 * Shows what changed between two reports.
 * @returns 1 when a check got worse, has lost its verdict, or is now excluded by the same suite
 */
export function compare(before: string, after: string): number {
  const [left, right] = [readReport(before), readReport(after)];
  const earlier = new Map(left.checks.map((check) => [check.id, check]));
  const later = new Set(right.checks.map(({ id }) => id));
  let worse = 0;
  for (const check of right.checks) {
    const old = earlier.get(check.id);
    if (old?.verdict === check.verdict) continue;
    const kind = isLeftOut(check, left, right) ? 'lost' : kindOf(check, old);
    if (kind === 'worse' || kind === 'lost') worse += 1;
    console.log(describe(kind, check, old));
  }
  const gone = left.checks.filter(({ id }) => !later.has(id));
  for (const { id, verdict } of gone) console.log(`gone     ${id}  was ${verdict}`);
  // Another suite or contract version may have other requirements; with the same one, the configuration has excluded
  // them.
  const isSelection =
    left.suite.version === right.suite.version && left.suite.contractVersion === right.suite.contractVersion;
  console.log(summary(left, right));
  return worse === 0 && !(isSelection && gone.length > 0) ? EXIT.conformant : EXIT.nonConformant;
}

/** A read-only run excludes what the earlier one checked. */
function isLeftOut({ verdict }: ReportedCheck, before: Report, after: Report): boolean {
  return after.run.readOnly && !before.run.readOnly && verdict === 'not-applicable';
}

type Kind = 'worse' | 'better' | 'changed' | 'lost';

function kindOf(check: ReportedCheck, old: ReportedCheck | undefined): Kind {
  const now = RANKS[check.verdict];
  if (old === undefined) return now >= TROUBLE ? 'worse' : 'changed';
  // A failure that is no longer tested is not an improvement.
  if (check.verdict === 'not-testable') return 'lost';
  const then = RANKS[old.verdict];
  return now > then ? 'worse' : now < then ? 'better' : 'changed';
}

function describe(kind: Kind, check: ReportedCheck, old: ReportedCheck | undefined): string {
  return `${kind.padEnd(8)} ${check.id}  ${old?.verdict ?? 'not made'} -> ${check.verdict}  ${oneLine(check.findings[0]?.actual ?? '')}`.trimEnd();
}

function summary(left: Report, right: Report): string {
  return `${left.verdict} -> ${right.verdict}; ${left.headlines.length} -> ${right.headlines.length} causes`;
}
