import { parseArgs } from 'node:util';
import { countFlakes } from './flakes.ts';

const HELP = `Judges a conformant adapter on bad days, again and again: answers are held back for up to 500 ms at random, and its
clock is an hour off. Every verdict but pass is a flake. Ends with 1 when there was one.

Usage: npm run flakes:conformance -- [--runs 1000] [--at-once 20] [--seed 1]`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await count();

/** Returns the exit code: 1 if it found a flake, 2 if the numbers leave nothing to run. */
async function count(): Promise<number> {
  const began = performance.now();
  try {
    const { runs, flaky } = await countFlakes(
      Number(values.runs),
      Number(values['at-once']),
      Number(values.seed),
      (done, odd) => {
        for (const { id, verdict, reason, findings } of odd)
          console.log(`${verdict} ${id}: ${reason ?? ''}${findings[0]?.actual ?? ''}`);
        if (done % 50 === 0) console.log(`${done} runs`);
      },
    );
    for (const [id, count] of Object.entries(flaky)) console.log(`${id}  ${count} of ${runs}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${runs} runs, ${Object.keys(flaky).length} flaky checks, ${seconds} s, seed ${values.seed}`);
    return Object.keys(flaky).length === 0 ? 0 : 1;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    console.error(`--${cause.message}\n\n${HELP}`);
    return 2;
  }
}
