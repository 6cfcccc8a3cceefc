import { commandAlone } from '../command-line.ts';
import { readBehaviours, untested } from './list-behaviours.ts';

commandAlone(`Lists the statements of BEHAVIOURS.md that no test names.

Usage: npm run behaviours -w site`);

const report = readBehaviours();
const missing = untested(report);
for (const statement of missing) console.log(`no test names ${statement}`);
console.log(
  `${report.statements.size - missing.length} of ${report.statements.size} statements are named by tests`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
