import { fork } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option, readProgram, wholeNumber } from '@tessera/cli';
import { CONTRACTS } from '../src/contracts.ts';
import { describePages } from './describe-pages.ts';
import { type Example, type ExampleRun, exampleRuns, makeExample, sampleOfRuns } from './example-runs.ts';

/** How long to wait before the first progress line, and between further lines, in milliseconds. */
const PATIENCE = 2_000;
const LINE_EVERY = 5_000;

interface Flags {
  readonly out: string;
  readonly processes: number;
  readonly examples: keyof typeof RUNS;
}

/** What `--examples` takes, and the runs that it makes. */
const RUNS = { all: exampleRuns, sample: sampleOfRuns, none: () => [] };

/** The child processes get this word alone. */
const ANSWER = 'answer';

const program = new Command('npm run pages:conformance --')
  .description(
    'Writes what the documentation says about every requirement, one JSON file per contract. The examples come from runs ' +
      'against mutants and correct servers in virtual time: the same sources give the same bytes.',
  )
  .requiredOption('--out <folder>', 'replaced by the new pages; the site reads conformance/.cache/pages/HASH')
  .option('--processes <n>', 'processes that run mutants side by side', wholeNumber, availableParallelism())
  .addOption(
    new Option('--examples <which>', 'sample: few of them, for tests; none: the pages show no answers then')
      .choices(Object.keys(RUNS))
      .default('all'),
  );

if (process.argv[2] === ANSWER) serveRuns();
else
  await makePages(
    readProgram<Flags>(
      program,
      'npm run pages:conformance -- --out conformance/.cache/pages/today',
      'npm run pages:conformance -- --out /tmp/pages --examples none',
    ),
  );

/** Writes to a temporary folder first, so that readers never see incomplete pages. */
async function makePages({ out: folder, processes, examples: which }: Flags): Promise<void> {
  const examples = await makeExamples(RUNS[which](), processes);
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
async function makeExamples(runs: readonly ExampleRun[], processes: number): Promise<Example[]> {
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
      const child = fork(fileURLToPath(import.meta.url), [ANSWER]);
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
    await Promise.all(Array.from({ length: Math.min(processes, runs.length) }, work));
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
