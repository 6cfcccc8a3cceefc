import { explanationOf } from '../explanations.ts';
import type { Report, ReportedCheck } from '../suite/report.ts';

/** What to do about a check that found something: the fix of the headline that it belongs to, or of its requirement. */
export function fixOf(
  { headlines, suite }: Pick<Report, 'headlines' | 'suite'>,
  { id, requirement }: Pick<ReportedCheck, 'id' | 'requirement'>,
): string {
  const own = headlines.find(({ checks }) => checks.includes(id));
  return own?.fix ?? explanationOf(suite.contract, requirement).fix;
}
