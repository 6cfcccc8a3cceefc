import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, readProgram } from '@tessera/cli';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { BENCHES } from '../mutants/benches.ts';
import { startVirtualTime } from '../mutants/virtual-time.ts';
import { createTerminal } from '../src/reports/terminal.ts';
import { listChecks, runConformance } from '../src/run-conformance.ts';

const ROOM = fileURLToPath(new URL('..', import.meta.url));

/** A constant that its docstring describes as a time, at its definition. */
const TIME_CONSTANT = /\/\*\*[^*]*seconds?\b[^*]*\*\/\s*(?:export )?const [A-Z_]+ = [\d_. *]+;/gi;

/** Milliseconds that a job of the measured adapter takes. */
const WORK = 150;

const program = new Command('npm run targets:conformance --')
  .description("Prints what the conformance suite is measured by, today's value beside the target.")
  .option(
    '--quick',
    'leave out the two rows that take minutes: every requirement and every mutant alone',
    false,
  );
const { quick } = readProgram<{ quick: boolean }>(
  program,
  'npm run targets:conformance',
  'npm run targets:conformance -- --quick',
);
await printTargets(quick);

async function printTargets(isQuick: boolean): Promise<void> {
  const row = (what: string, today: string, target: string): void =>
    console.log(`${what.padEnd(52)} ${today.padStart(14)}   ${target}`);
  row('what', 'today', 'target');
  const { wall, lines } = await runProfile();
  row('lines of TypeScript without tests and data', count(isCode), 'at most 25000');
  row('lines of committed run output', count(isRunOutput), '0');
  row('constants of time in source', String(countTimes()), 'under 10');
  row('whole tech-adapter profile, wall', `${(wall / 1_000).toFixed(1)} s`, 'at most 2.5 s');
  row('lines of terminal output of a passing run', String(lines), 'one screen (50)');
  if (isQuick) return;
  const stop = startVirtualTime();
  const rowOf = (what: string, tried: readonly Tried[]): void => {
    const lacking = tried.filter(({ isMet }) => !isMet);
    row(what, `${tried.length - lacking.length} of ${tried.length}`, 'all');
    for (const { what: one } of lacking) console.log(`  not: ${one}`);
  };
  rowOf('requirements that speak when run alone', await trySpeaking());
  rowOf('mutants that die by their requirement, run alone', await tryDying());
  await stop();
}

/** One requirement or mutant, and whether it does what it should when it is run alone. */
interface Tried {
  readonly what: string;
  readonly isMet: boolean;
}

/** The files of this package that Git tracks. */
function files(): string[] {
  return execFileSync('git', ['ls-files'], { cwd: ROOM, encoding: 'utf8' }).trim().split('\n');
}

function count(isCounted: (file: string) => boolean): string {
  const lines = (file: string): number => readFileSync(`${ROOM}/${file}`, 'utf8').split('\n').length - 1;
  return String(
    files()
      .filter(isCounted)
      .reduce((sum, file) => sum + lines(file), 0),
  );
}

function isCode(file: string): boolean {
  return file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file);
}

function isRunOutput(file: string): boolean {
  return /^(pages\/.*\.json|requirements\/kills\.json|CHECKS\.md)$/.test(file);
}

function countTimes(): number {
  const source = files().filter((file) => file.startsWith('src/') && isCode(file));
  return source.reduce(
    (sum, file) => sum + (readFileSync(`${ROOM}/${file}`, 'utf8').match(TIME_CONSTANT)?.length ?? 0),
    0,
  );
}

/** Runs the suite against a correct adapter over a socket, as a user does. */
async function runProfile(): Promise<{ readonly wall: number; readonly lines: number }> {
  let text = '';
  const terminal = createTerminal({ quiet: false, plain: true, write: (more) => (text += more) });
  const adapter = await startAdapter({ work: WORK });
  const began = performance.now();
  const report = await runConformance({
    contract: 'tech-adapter',
    ...doorOf(adapter),
    seed: 7,
    onPlan: terminal.plan,
    onExchange: terminal.exchange,
    onOutcome: terminal.outcome,
  });
  const wall = performance.now() - began;
  terminal.end(report, []);
  terminal.close();
  await adapter.close();
  return { wall, lines: text.trimEnd().split('\n').length };
}

/** Which requirements get a separate verdict when the suite tests a correct implementation. */
async function trySpeaking(): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const { contract, runCorrect } of BENCHES) {
    const ids = new Set((await listChecks(contract)).map(({ requirement }) => requirement.id));
    for (const id of ids) {
      const { checks, verdict } = await runCorrect({ only: [id] });
      const isMet = verdict !== 'inconclusive' && checks.some((check) => check.verdict !== 'not-testable');
      tried.push({ what: `${contract}: ${id} (${checks[0]?.reason ?? verdict})`, isMet });
    }
  }
  return tried;
}

async function tryDying(): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const { contract, mutants } of BENCHES)
    for (const { run, caughtBy, defect } of mutants) {
      const { checks } = await run({ only: [caughtBy] });
      const isMet = checks.some(
        ({ requirement, verdict }) => requirement === caughtBy && /^(fail|warn)$/.test(verdict),
      );
      tried.push({ what: `${contract}: ${defect} (${caughtBy})`, isMet });
    }
  return tried;
}
