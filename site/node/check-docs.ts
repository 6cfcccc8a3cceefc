import './production.ts';
import { commandPaths } from './command-line.ts';
import { readSettings } from './config.ts';
import { describe } from './problems.ts';

const WHAT = `Says what is wrong with the pages of the content, without building the site.

Usage: npm run check:docs -w site -- [path...]
  A path like p3_tech/p7_errors takes the pages below it; without one, all are checked.`;

const started = performance.now();
const prefixes = commandPaths(WHAT);
// After the flags: its compilers take longer to load than it takes to report an invalid flag.
const { findContentProblems } = await import('./content-problems.ts');
const { problems, pages, projectFiles } = await findContentProblems(readSettings([], process.env), prefixes);
for (const problem of problems) console.error(describe(problem));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const isNothing = pages + projectFiles === 0;
if (isNothing) console.error(`no page is below ${prefixes.join(', ')}`);
console.log(
  `${pages} pages and ${projectFiles} files of projects checked, ${problems.length} problems (${seconds} s)`,
);
if (problems.length > 0 || isNothing) process.exitCode = 1;
