import { commandAlone } from '../command-line.ts';
import { readBehaviors, untested } from './list-behaviors.ts';

commandAlone(`Lists the statements of BEHAVIORS.md that no test names.

Usage: npm run behaviors -w site`);

const report = readBehaviors();
const missing = untested(report);
for (const statement of missing) console.log(`no test names ${statement}`);
console.log(
  `${report.statements.size - missing.length} of ${report.statements.size} statements are named by tests`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
