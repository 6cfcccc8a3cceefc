import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_GATES } from './check/all-gates.ts';
import { describeFailures, progressLine } from './check/print-results.ts';
import { isFine, runGates } from './check/run-gates.ts';
import { findChromium } from './chromium.ts';
import { oneOf, readFlags, runProgram } from './flags.ts';
import { runVitest } from './run-vitest.ts';
import { add, type Count, type Tally, tallyLine } from './tally.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KINDS = ['gates', 'unit', 'browser'] as const;
type Kind = (typeof KINDS)[number];

const HELP = `Runs every gate and every test. The last line is 'N passed, N failed'; the exit code is 1 if any failed.

Usage: npm test -- [flags]
  --only gates|unit|browser   run one kind only
  --bail                      stop at the first failure
  --help                      print this

Examples
  npm test
  npm test -- --only unit --bail
  TESSERA_CHROMIUM=/opt/chrome/chrome npm test -- --only browser`;

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, { only: { type: 'string' }, bail: { type: 'boolean', default: false } });
  const only = oneOf('only', flags.only, KINDS);
  const wanted = (kind: Kind): boolean => only === undefined || only === kind;
  const counts: Count[] = [];
  const goOn = (): boolean => !flags.bail || counts.every((count) => count.failed === 0);

  if (wanted('gates')) counts.push(await gates(flags.bail));
  let browser = wanted('browser') && goOn();
  if (browser) {
    const missing = await provideChromium();
    if (missing !== undefined) {
      counts.push(missing);
      browser = false;
    }
  }
  const projects = vitestProjects(wanted('unit'), browser);
  if (projects !== undefined && goOn())
    counts.push(await runVitest(ROOT, [...projects, ...(flags.bail ? ['--bail=1'] : [])]));
  return report(counts);
});

async function gates(bail: boolean): Promise<Count> {
  console.log('gates');
  const onResult = (result: Parameters<typeof progressLine>[0]): void => console.log(progressLine(result));
  const results = await runGates(ALL_GATES, { root: ROOT, bail, onResult });
  const failed = results.filter((result) => !isFine(result));
  if (failed.length > 0) console.log(`\n${describeFailures(failed)}`);
  return {
    passed: results.filter((result) => result.verdict === 'pass').length,
    failed: failed.length,
    skipped: results.filter((result) => result.verdict === 'skip').length,
    failures: failed.map((result) => `gate ${result.name}`),
    repeated: [],
  };
}

/** Sets the path in the environment of the tests, or returns the failure of a missing browser. */
async function provideChromium(): Promise<Count | undefined> {
  try {
    const path = await findChromium((line) => console.log(line));
    process.env['TESSERA_CHROMIUM'] = path;
    console.log(`\nchromium: ${path}`);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    console.error(`\n${message}`);
    return { passed: 0, failed: 1, skipped: 0, failures: [message], repeated: [] };
  }
}

function vitestProjects(unit: boolean, browser: boolean): string[] | undefined {
  if (unit) return browser ? [] : ['--project=!browser'];
  return browser ? ['--project=browser'] : undefined;
}

function report(counts: readonly Count[]): number {
  list(
    'passed only when repeated, which is to be mended',
    counts.flatMap((count) => count.repeated),
  );
  list(
    'failed',
    counts.flatMap((count) => count.failures),
  );
  const total: Tally = add(...counts);
  console.log(`\n${tallyLine(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`\n${title}:`);
  for (const line of lines) console.log(`  ${line.replaceAll(ROOT, relative('.', ROOT))}`);
}
