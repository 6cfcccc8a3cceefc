import { pageOf } from '../explanations.ts';
import type { Report } from '../suite/report.ts';
import { plainText } from './plain-text.ts';
import { verdictWords } from './verdict-words.ts';

/** A summary for a pull request or a CI step. */
export function renderMarkdown(report: Report): string {
  const { suite, target, run, headlines, counts } = report;
  const tally = Object.entries(counts).filter(([, count]) => count > 0);
  const rows = headlines.map(
    ({ verdict, severity, check, title, expected, actual, fix }) =>
      `| ${verdict} | ${severity} | ${checkCell(report, check)} | ${cell(title)} | ${cell(expected)} | ${cell(actual)} | ${cell(fix)} |`,
  );
  const table = [
    '| | Severity | Check | What | Expected | Got | Fix |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
  const hints = new Set(
    report.checks
      .filter(({ verdict, blockedBy }) => verdict === 'not-testable' && blockedBy === undefined)
      .map(({ reason }) => reason ?? ''),
  );
  return [
    `## Conformance of ${suite.contract}: ${verdictWords(report)}`,
    '',
    `\`${target.url}\`, contract ${suite.contractVersion}, ${run.requests} requests in ${(run.duration / 1000).toFixed(1)} s, seed ${run.seed}.`,
    '',
    tally.map(([verdict, count]) => `${count} ${verdict}`).join(', '),
    '',
    ...(rows.length === 0 ? [] : [...table, '']),
    ...[...report.notes, ...hints].flatMap((note) => [`- ${oneLine(note)}`]),
    '',
  ].join('\n');
}

/** The check, as a link to its documentation if that is served. */
function checkCell({ checks, suite: { contract, docsUrl } }: Report, check: string): string {
  const asked = checks.find(({ id }) => id === check);
  if (asked === undefined || docsUrl === undefined) return cell(check);
  return `[${cell(check)}](${pageOf(contract, asked.requirement, docsUrl)})`;
}

function cell(text: string): string {
  const LIMIT = 160;
  const flat = oneLine(text);
  return (flat.length > LIMIT ? `${flat.slice(0, LIMIT)}…` : flat)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}

function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}
