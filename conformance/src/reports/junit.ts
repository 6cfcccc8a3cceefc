import type { Report, ReportedCheck } from '../suite/report.ts';
import { fixOf } from './fix-of.ts';

const SKIPPED = ['not-applicable', 'not-testable', 'waived', 'known-flaky'];

/** JUnit XML for continuous integration: one case per check; a warning is not a failure. */
export function renderJunit(report: Report): string {
  const count = (...verdicts: string[]): number =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const attributes = [
    `name="${escapeXml(`${report.suite.contract} at ${report.target.url}`)}"`,
    `tests="${report.checks.length}"`,
    `failures="${count('fail')}"`,
    `errors="${count('harness-error')}"`,
    `skipped="${count(...SKIPPED)}"`,
    `time="${(report.run.duration / 1000).toFixed(3)}"`,
    `timestamp="${escapeXml(report.run.startedAt)}"`,
  ];
  const cases = report.checks.map((check) => `    ${testCase(check, report)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite ${attributes.join(' ')}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

function testCase(check: ReportedCheck, report: Report): string {
  const name = `classname="${escapeXml(`${report.suite.contract}.${check.requirement}`)}" name="${escapeXml(`${check.id} ${check.title}`)}"`;
  const inside = contentOf(check, fixOf(report, check));
  return inside === '' ? `<testcase ${name}/>` : `<testcase ${name}>${inside}</testcase>`;
}

function contentOf({ verdict, findings, reason = '', clause, why }: ReportedCheck, fix: string): string {
  const [first] = findings;
  const told = findings.map(({ expected, actual }) => `expected ${expected}\ngot ${actual}`).join('\n\n');
  const text = escapeXml(`${told}\n\nfix: ${fix}\n\n${clause}\n${why}`);
  if (verdict === 'fail') return `<failure message="${escapeXml(first?.actual ?? reason)}">${text}</failure>`;
  if (verdict === 'harness-error') return `<error message="${escapeXml(reason)}"/>`;
  if (SKIPPED.includes(verdict)) return `<skipped message="${escapeXml(`${verdict}: ${reason}`)}"/>`;
  return verdict === 'pass' ? '' : `<system-out>${verdict}: ${text}</system-out>`;
}

/** Allowed in XML, but terminals that print the file interpret them. */
const CONTROL = /[\u{7F}-\u{9F}]/gu;
/** Characters that XML 1.0 does not allow, even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(NOT_XML, '')
    .replaceAll(CONTROL, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
