import { resolve } from 'node:path';
import { performSteps } from './build/step.ts';
import { PACKAGES } from './build/steps.ts';
import { readFlags, runProgram } from './flags.ts';

const HELP = `Compiles the packages, bundles their commands, and makes the database that the platform starts from, as far as
that is out of date. npm ci does this, too.

Usage: npm run prepare -- [flags]
  --help  print this

Examples
  npm run prepare`;

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(HELP, async (argv) => {
  readFlags(argv, {});
  const failure = await performSteps(ROOT, PACKAGES, {
    onEnd: ({ name }, verdict) => console.log(`${name.padEnd(11)} ${verdict}`),
  });
  if (failure === undefined) return 0;
  console.error(`\n${failure.output.trimEnd()}\n\n${failure.step.name} could not be built`);
  return 1;
});
