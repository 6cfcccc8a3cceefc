import { fileURLToPath } from 'node:url';
import { showCommand } from './check/command.ts';
import { seconds } from './check/print-results.ts';
import { findChromium } from './chromium.ts';
import { oneOf, readFlags, runProgram } from './flags.ts';
import { NIGHTLY_COMMANDS } from './nightly-commands.ts';
import { runVitest } from './run-vitest.ts';
import { add, type Count, tallyLine } from './tally.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every test, with all cases where npm test takes a sample: all mutants, page views, routes and templates. */
const TESTS = 'tests';
const PARTS = [TESTS, ...Object.keys(NIGHTLY_COMMANDS)];

const HELP = `Runs what takes too long for every push: all tests with all their cases, a thousand runs against an adapter that answers
late at random, 100,000 wrong requests to every server, killed processes, a sample of changed specs, and the benchmarks with their smallest settings.
Prints the time of each part. The last line is 'N passed, N failed'; the exit code is 1 if any failed.

Usage: npm run test:nightly -- [flags]
  --only PART  run one part: ${PARTS.slice(0, 5).join(', ')},
               ${PARTS.slice(5).join(', ')}
  --help       print this

Examples
  npm run test:nightly
  npm run test:nightly -- --only ${TESTS}`;

await runProgram(HELP, async (argv) => {
  const only = oneOf('only', readFlags(argv, { only: { type: 'string' } }).only, PARTS);
  const counts: Count[] = [];
  const times: string[] = [];
  for (const part of only === undefined ? PARTS : [only]) {
    const began = performance.now();
    console.log(`\n${part}`);
    const count = part === TESTS ? await runTests() : await runCommand(part);
    counts.push(count);
    const verdict = count.failed === 0 ? 'pass' : 'fail';
    times.push(`${part.padEnd(18)} ${verdict} ${seconds(performance.now() - began).padStart(9)}`);
  }
  console.log(`\n${times.join('\n')}`);
  const failures = counts.flatMap((count) => count.failures);
  if (failures.length > 0) console.log(`\nfailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
  const total = add(...counts);
  console.log(`\n${tallyLine(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

async function runTests(): Promise<Count> {
  process.env['TESTS'] = 'all';
  process.env['TESSERA_CHROMIUM'] = await findChromium((line) => console.log(line));
  return runVitest(ROOT, []);
}

/** A command counts as one test. */
async function runCommand(part: string): Promise<Count> {
  const [script = '', ...args] = NIGHTLY_COMMANDS[part] ?? [];
  const code = await showCommand(ROOT, 'npm', ['run', '--silent', script, '--', ...args]);
  const failures = code === 0 ? [] : [`npm run ${script}: ended with code ${code}`];
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, repeated: [] };
}
