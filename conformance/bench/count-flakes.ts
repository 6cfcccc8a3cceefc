import { Command, readProgram, wholeNumber } from '@tessera/cli';
import { countFlakes } from './flakes.ts';

const program = new Command('npm run flakes:conformance --')
  .description(
    'Judges a conformant adapter on bad days, again and again: answers are held back for up to 500 ms at random, and its clock ' +
      'is an hour off. Every verdict but pass is a flake. Ends with 1 when there was one.',
  )
  .option('--runs <n>', 'how often', wholeNumber, 1_000)
  .option('--at-once <n>', 'runs side by side', wholeNumber, 20)
  .option('--seed <n>', 'which delays', wholeNumber, 1);
const flags = readProgram<{ runs: number; atOnce: number; seed: number }>(
  program,
  'npm run flakes:conformance',
  'npm run flakes:conformance -- --runs 100 --seed 7',
);
process.exitCode = await count();

/** Returns the exit code: 1 if it found a flake. */
async function count(): Promise<number> {
  const began = performance.now();
  const { runs, flaky } = await countFlakes(flags.runs, flags.atOnce, flags.seed, (done, odd) => {
    for (const { id, verdict, reason, findings } of odd)
      console.log(`${verdict} ${id}: ${reason ?? ''}${findings[0]?.actual ?? ''}`);
    if (done % 50 === 0) console.log(`${done} runs`);
  });
  for (const [id, times] of Object.entries(flaky)) console.log(`${id}  ${times} of ${runs}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${runs} runs, ${Object.keys(flaky).length} flaky checks, ${seconds} s, seed ${flags.seed}`);
  return Object.keys(flaky).length === 0 ? 0 : 1;
}
