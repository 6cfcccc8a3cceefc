import { fork } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTRACTS } from '../src/contracts.ts';
import { describePages } from './describe-pages.ts';
import { type Example, type ExampleRun, exampleRuns, makeExample } from './example-runs.ts';

const HELP = `Writes what the documentation says about every requirement, one JSON file per contract. The examples come from
runs against mutants and correct servers in virtual time: the same sources give the same bytes.

Usage: npm run pages:conformance -- --out FOLDER [flags]
  --out FOLDER        replaced by the new pages; the site reads conformance/.cache/pages/HASH
  --processes N       how many processes run mutants side by side (default: the number of cores)
  --without-examples  run nothing: the pages show no answers then`;

/** How long to wait before the first progress line, and between further lines, in milliseconds. */
const PATIENCE = 2_000;
const LINE_EVERY = 5_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
    'without-examples': { type: 'boolean', default: false },
    // Internal: the child processes get this flag.
    answer: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const processes = Number(values.processes);

if (values.answer) serveRuns();
else if (values.help) console.log(HELP);
else if (values.out === undefined || !Number.isInteger(processes) || processes < 1) {
  console.error(`--out is required, and --processes is a whole number from 1\n\n${HELP}`);
  process.exitCode = 2;
} else await makePages(values.out);

/** Writes to a temporary folder first, so that readers never see incomplete pages. */
async function makePages(folder: string): Promise<void> {
  const examples = values['without-examples'] ? [] : await makeExamples(exampleRuns());
  const fresh = join(dirname(folder), `${basename(folder)}.new-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  for (const contract of CONTRACTS) {
    const pages = await describePages(
      contract,
      examples.filter((one) => one.contract === contract),
    );
    writeFileSync(join(fresh, `${contract}.json`), `${JSON.stringify(pages, null, 1)}\n`);
  }
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(fresh, folder);
  } catch (cause) {
    // Another process has written the same pages at the same time.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause;
  }
}

/** Distributes the runs over child processes: each process gets the next run when it has finished one. */
async function makeExamples(runs: readonly ExampleRun[]): Promise<Example[]> {
  const began = performance.now();
  const queue = [...runs];
  const made: Example[] = [];
  const progress = (): void => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.error(`examples for the requirement pages: ${made.length} of ${runs.length} runs, ${seconds} s`);
  };
  let timer = setTimeout(function tell() {
    progress();
    timer = setTimeout(tell, LINE_EVERY);
  }, PATIENCE);
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(fileURLToPath(import.meta.url), ['--answer']);
      const next = (): void => {
        const run = queue.shift();
        if (run === undefined) child.disconnect();
        else child.send(run);
      };
      child.on('message', (example: Example) => {
        made.push(example);
        next();
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error('a process that runs mutants ended early: its error is printed above'));
      });
      next();
    });
  try {
    await Promise.all(Array.from({ length: processes }, work));
  } finally {
    clearTimeout(timer);
  }
  if (performance.now() - began > PATIENCE) progress();
  return made;
}

/** In a child process: makes the runs that the parent process sends. */
function serveRuns(): void {
  process.on('message', (run: ExampleRun) => {
    makeExample(run).then(
      (example) => process.send?.(example),
      (cause: unknown) => {
        console.error(`${run.contract} ${run.requirement ?? ''}: ${String(cause)}`);
        process.exit(1);
      },
    );
  });
}
