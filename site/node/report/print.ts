import '../production.ts';
import { commandAlone } from '../command-line.ts';
import { readSettings } from '../config.ts';

commandAlone(`Lists what a reader would miss in the documentation.

Usage: npm run report:docs -w site`);

// After the flags: its imports take longer to load than it takes to report an invalid flag.
const { loadReport } = await import('./load-report.ts');
const report = loadReport(readSettings([], process.env));
for (const [title, lines] of Object.entries(report)) {
  const found = Array.isArray(lines) ? lines : [];
  console.log(`${title}: ${found.length}`);
  for (const line of found) console.log(`  ${line}`);
}
if (Object.values(report).some((lines) => lines.length > 0)) process.exitCode = 1;
