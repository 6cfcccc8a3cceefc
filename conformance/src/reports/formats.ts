import type { FormatName } from '../flags.ts';
import type { Report } from '../suite/report.ts';
import { renderBadge } from './badge.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';

interface Format {
  /** Suffix after the name of the contract. */
  readonly suffix: string;
  render(report: Report): string;
}

const FORMATS: Readonly<Record<FormatName, Format>> = {
  html: { suffix: '.html', render: renderHtml },
  json: { suffix: '.json', render: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { suffix: '.junit.xml', render: renderJunit },
  markdown: { suffix: '.md', render: renderMarkdown },
  sarif: { suffix: '.sarif', render: renderSarif },
  badge: { suffix: '.svg', render: renderBadge },
};

/** The files of a report by name. */
export function renderFiles(report: Report, formats: readonly FormatName[]): Record<string, string> {
  return Object.fromEntries(
    formats.map((name) => [`${report.suite.contract}${FORMATS[name].suffix}`, FORMATS[name].render(report)]),
  );
}
