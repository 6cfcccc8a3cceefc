import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandAlone } from '../command-line.ts';
import { readSettings, SITE_ROOT } from '../config.ts';
import { CONTRACT, readVerdicts, runReport } from './run-report.ts';
import { reportFile } from './sample-reports.ts';

/** The port in the text of the home page. */
const PORT = 4401;

commandAlone(`Judges the reference server anew and keeps the report that the home page leads to.

Usage: npm run record:report -w site`);

const file = reportFile(readSettings([], process.env).contentDir, CONTRACT);
const html = await runReport(PORT);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, html);
console.log(`${path.relative(SITE_ROOT, file)}: ${Object.keys(readVerdicts(html)).length} checks`);
