import { resolve } from 'node:path';
import { killAndResume } from './bench-sdk/resume.ts';
import { readFlags, runProgram, UsageError } from './flags.ts';

const HELP = `Starts a task in a separate process, kills that process with SIGKILL before the result is there, and takes the task
up from its stored handle in another process, over and over. Fails unless every handle survives and nothing is started
twice.

Usage: npm run resume:kill -- [flags]
  --rounds N  how often (default 50)
  --help      print this

Examples
  npm run resume:kill
  npm run resume:kill -- --rounds 3`;

await runProgram(HELP, async (argv) => {
  const { rounds: text } = readFlags(argv, { rounds: { type: 'string', default: '50' } });
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a whole number from 1, not '${text}'`);
  const { started, survived } = await killAndResume(resolve(import.meta.dirname, '..'), rounds);
  console.log(`${survived} of ${rounds} handles survived, ${started - rounds} operations were started twice`);
  return survived === rounds && started === rounds ? 0 : 1;
});
