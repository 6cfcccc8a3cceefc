import { explanationOf } from '../explanations.ts';
import type { Report, ReportedCheck } from '../suite/report.ts';

/** How to fix a finding of a check: the fix of its headline, or of its requirement. */
export function fixOf(
  { headlines, suite }: Pick<Report, 'headlines' | 'suite'>,
  { id, requirement }: Pick<ReportedCheck, 'id' | 'requirement'>,
): string {
  const own = headlines.find(({ checks }) => checks.includes(id));
  return own?.fix ?? explanationOf(suite.contract, requirement).fix;
}
