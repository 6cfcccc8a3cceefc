import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { oneOf, readFlags, runProgram, UsageError } from './flags.ts';
import { loadSpecs } from './generate/load.ts';
import { formatProblems } from './generate/problems.ts';
import { ChangedTables } from './mutate-specs/changed-tables.ts';
import { applyMutant, findMutants, KINDS, type Mutant } from './mutate-specs/mutants.ts';
import { formatReport, makeReport, type Outcome } from './mutate-specs/report.ts';
import { sample } from './mutate-specs/sample.ts';
import { readSurvivors } from './mutate-specs/survivors.ts';
import { TestBench } from './mutate-specs/test-bench.ts';

const HELP = `Deletes one thing from the specs at a time (a value of an enumeration, a bound or default, a member from those that are
required, a move of a lifecycle, an error code of an operation, an error of the catalog), regenerates, and runs the tests of the other rooms in a copy
until one fails. Prints the deletions that no test noticed. Those that may go unnoticed are listed with their reason in
scripts/mutate-specs/survivors.yaml; any other survivor, and a listed one that is noticed by now, makes the exit code 1.

Usage: npm run mutate:specs -- [flags]
  --sample N     only N deletions, chosen by the seed
  --seed S       which ones (default 1)
  --kind KIND    only ${KINDS.join(', ')}
  --only TEXT    only those whose file and pointer hold this text
  --list         print the deletions and run nothing
  --json         print the result as JSON
  --help         print this

Examples
  npm run mutate:specs                                (all of them: a quarter of an hour or two)
  npm run mutate:specs -- --sample 20 --seed 7
  npm run mutate:specs -- --only tech-adapter.yaml --kind transition`;

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const kind = oneOf('kind', flags.kind, KINDS);
  const size = flags.sample === undefined ? undefined : wholeNumber('sample', flags.sample);
  const seed = wholeNumber('seed', flags.seed);
  const specs = loadSpecs(ROOT);
  if (!specs.problems.isEmpty) throw new Error(formatProblems(specs.problems.list()));
  const asked = findMutants(specs).filter(
    (mutant) => (kind === undefined || mutant.kind === kind) && mutant.id.includes(flags.only),
  );
  if (asked.length === 0) throw new UsageError('nothing in the specs fits --kind and --only');
  const chosen = size === undefined ? asked : sample(asked, size, seed);
  // Mutants that the same test detects are adjacent: the test that failed last runs first.
  const mutants = KINDS.flatMap((one) => chosen.filter((mutant) => mutant.kind === one));
  if (flags.list) {
    for (const mutant of mutants) console.log(line(mutant));
    return 0;
  }
  const outcomes: Outcome[] = [];
  const tables = new ChangedTables(specs, readVersion());
  const bench = await TestBench.open(ROOT);
  try {
    for (const mutant of mutants) {
      const changed = tables.of(applyMutant(specs, mutant));
      outcomes.push({ mutant, killer: await bench.killerOf(changed) });
      showProgress(outcomes, mutants.length);
    }
  } finally {
    await bench.close();
  }
  const report = makeReport(
    outcomes,
    readSurvivors(join(import.meta.dirname, 'mutate-specs/survivors.yaml')),
  );
  console.log(flags.json ? JSON.stringify(report, null, 2) : formatReport(report));
  return report.unlisted.length + report.stale.length === 0 ? 0 : 1;
});

function line({ file, line: row, kind, what }: Mutant): string {
  return `${file}:${row}  ${kind}  ${what}`;
}

function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${flag} takes a whole number from 1, not '${text}'`);
  return number;
}

function readVersion(): string {
  return String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
}

/** On stderr, so that --json output stays valid: every survivor at once, and progress from time to time. */
function showProgress(outcomes: readonly Outcome[], total: number): void {
  const last = outcomes.at(-1);
  if (last !== undefined && last.killer === undefined) console.error(`survived: ${line(last.mutant)}`);
  if (outcomes.length % 25 === 0) console.error(`${outcomes.length} of ${total}`);
}
