import { commandSettings } from '../command-line.ts';
import { describe, type Problem } from '../problems.ts';
import { compareWithLock, updateLock } from './update.ts';

const WHAT = `Tells whether the repositories that pages come from still stand where the lock file says.

Ends with 0 when everything is as locked, with 1 otherwise. A build never follows a branch: it takes the locked commit.

Usage: npm run sources -w site -- [--update] [flags]
  --update         take what the branches and tags stand for now, and write the lock file`;

const args = process.argv.slice(2);
const isUpdate = args.includes('--update');
const { contentDir } = commandSettings(
  WHAT,
  args.filter((flag) => flag !== '--update'),
);
const problems: Problem[] = [];
for (const line of (isUpdate ? updateLock : compareWithLock)(contentDir, problems)) console.log(line);
for (const problem of problems) console.error(describe(problem));
process.exitCode = problems.length === 0 ? 0 : 1;
