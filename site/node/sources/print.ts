import { readSettings } from '../config.ts';
import { describe, type Problem } from '../problems.ts';
import { compareWithLock, updateLock } from './update.ts';

const HELP = `Tells whether the repositories that pages come from still stand where the lock file says.

Usage: npm run sources -w site -- [flags]
  --update       take what the branches and tags stand for now, and write the lock file
  --content DIR  folder with the manifest _sources.yaml, relative to site/ (default content)
  --help         print this

Ends with 0 when everything is as locked, with 1 otherwise. A build never follows a branch: it takes the locked commit.`;

const argv = process.argv.slice(2);
if (argv.includes('--help')) console.log(HELP);
else {
  const isUpdate = argv.includes('--update');
  const { contentDir } = readSettings(
    argv.filter((flag) => flag !== '--update'),
    process.env,
  );
  const problems: Problem[] = [];
  const lines = (isUpdate ? updateLock : compareWithLock)(contentDir, problems);
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(describe(problem));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
