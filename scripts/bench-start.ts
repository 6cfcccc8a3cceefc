import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readFlags, runProgram, UsageError } from './flags.ts';

const HELP = `Times npm start on a warm checkout until it serves, beside an empty Node process in the same run. A busy machine
stretches both: trust the ratio.

Usage: npm run bench:start -- [flags]
  --rounds N  how often it is started (default 3)
  --port N    port to listen on (default 4499)
  --json      print the numbers as JSON
  --help      print this

Examples
  npm run bench:start
  npm run bench:start -- --rounds 5 --json`;

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '4499' },
    json: { type: 'boolean', default: false },
  });
  const rounds = Number(flags.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a whole number from 1, not '${flags.rounds}'`);
  // Stale outputs are built before measuring starts.
  await timeStart(flags.port);
  const starts = [];
  const empty = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push(await timeStart(flags.port));
    empty.push(await timeEmpty());
  }
  const startMs = Math.round(median(starts));
  const emptyMs = Math.round(median(empty));
  const ratio = Math.round(startMs / emptyMs);
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  if (flags.json) console.log(JSON.stringify({ rounds, startMs, emptyMs, ratio, load }, undefined, 2));
  else {
    console.log(
      `npm start until it serves  ${startMs} ms, ${ratio} times an empty Node process (${emptyMs} ms)`,
    );
    console.log(`median of ${rounds}, load ${load}`);
  }
  return 0;
});

/** Starts everything, and ends it once it serves; in milliseconds. */
async function timeStart(port: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start', '--', '--port', port], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let output = '';
  const took = await new Promise<number>((found, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Serving at')) found(performance.now() - began);
    });
    child.on('close', () => reject(new Error(`npm start ended before it served:\n${output}`)));
  });
  child.kill('SIGTERM');
  await closed;
  return took;
}

async function timeEmpty(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
