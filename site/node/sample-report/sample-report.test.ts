import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { CONTRACT, readVerdicts, runReport } from './run-report.ts';
import { addSampleReports, REPORTS, reportFile } from './sample-reports.ts';

const { contentDir } = readSettings([], {});
const RUN_TIMEOUT = 150_000;
const REMEDY = 'npm run record:report -w site writes the report anew';

describe('the report that the home page shows', () => {
  const kept = readFileSync(reportFile(contentDir, CONTRACT), 'utf8');

  it(
    'says of every check what a run says today',
    async () => {
      const verdicts = readVerdicts(kept);
      expect(Object.keys(verdicts).length).toBeGreaterThan(100);
      expect(verdicts, REMEDY).toEqual(readVerdicts(await runReport(0)));
    },
    RUN_TIMEOUT,
  );

  it('needs nothing else and asks for nothing', () => {
    expect(kept).toContain('http-equiv="Content-Security-Policy" content="default-src \'none\'');
    expect(kept).not.toMatch(/<(?:link|img|iframe)\b|<script[^>]+src=/);
  });

  it('is published as it is, with a link back to the site', () => {
    const output = new Map();
    addSampleReports(output, contentDir);
    const link = '<p><a href="../">Conformance requirements</a></p>\n';
    const published = String(output.get(`${REPORTS}/${CONTRACT}.html`));
    expect(published).toContain(`<body>\n${link}`);
    expect(published.replace(link, '')).toBe(kept);
  });

  it('has the figures of the home page', () => {
    const verdicts = Object.values(readVerdicts(kept));
    const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
    const home = readFileSync(path.join(contentDir, 'pages/index.md'), 'utf8');
    expect(home).toContain(`conformant: ${count('pass')} pass, ${count('not-applicable')} not-applicable`);
  });
});

describe('the verdicts of a report', () => {
  it('are read by check', () => {
    const row = (id: string, verdict: string) =>
      `<details class="row" id="check-${id}" data-verdict="${verdict}" data-level="MUST">`;
    expect(readVerdicts(row('A-01', 'pass') + row('X-04:validate', 'fail'))).toEqual({
      'A-01': 'pass',
      'X-04:validate': 'fail',
    });
  });
});
