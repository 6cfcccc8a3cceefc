import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Output } from '../output/output-folder.ts';

/** Folder of the content, and of the site. */
const SOURCE = '_reports';
export const REPORTS = 'conformance/reports';

/** The file of the content that holds the report about a contract. */
export function reportFile(contentDir: string, contract: string): string {
  return path.join(contentDir, SOURCE, `${contract}.html`);
}

/** The only change of a published report. */
const LINK_BACK = '<p><a href="../">Conformance requirements</a></p>';

/** Publishes reports of the conformance suite: separate documents, with a separate policy. */
export function addSampleReports(output: Output, contentDir: string): void {
  const folder = path.join(contentDir, SOURCE);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const report = readFileSync(path.join(folder, name), 'utf8');
    output.set(`${REPORTS}/${name}`, report.replace('<body>', `<body>\n${LINK_BACK}`));
  }
}
