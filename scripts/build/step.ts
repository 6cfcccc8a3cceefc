import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../check/command.ts';

/** A program and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

/** One piece of work of a build. */
export interface Step {
  readonly name: string;
  /** Files and folders that the work follows from, from the root of the repository. */
  readonly reads: readonly string[];
  /** The beginning of the names of environment variables that it follows from. */
  readonly variables?: string;
  /** Files and folders that it writes. */
  readonly writes: readonly string[];
  readonly commands: readonly Command[];
  /** When this command ends with 0, the commands have nothing to do. */
  readonly check?: Command;
}

/** How a step ended: `fresh` when there was nothing to do. */
export type Verdict = 'fresh' | 'ready' | 'failed';

/** The progress events of a build. */
export interface BuildOptions {
  readonly onBegin?: (step: Step) => void;
  readonly onEnd: (step: Step, verdict: Verdict) => void;
  /** Ends the command that is running; the promise then rejects. */
  readonly stop?: AbortSignal;
}

/** A step that failed, and what its command printed. */
export interface Failure {
  readonly step: Step;
  readonly output: string;
}

/** `npm ci` empties this folder, so a change of the installed packages makes every step stale. */
const STAMPS = 'node_modules/.cache/tessera';

/** Folders that are not inputs of a step, unless the step names them. */
const SKIPPED = ['node_modules', '.cache', 'dist'];

/**
 * Runs the steps in their order, except those whose inputs and outputs have not changed since their last success.
 * Comparing sizes and times of files takes milliseconds; a compiler without work, seconds.
 */
export async function performSteps(
  root: string,
  steps: readonly Step[],
  options: BuildOptions,
): Promise<Failure | undefined> {
  const performed: { step: Step; reads: string }[] = [];
  for (const step of steps) {
    // Before the work: a source that changes while it is compiled stays stale.
    const reads = fingerprintOf(root, step.reads, step.variables);
    performed.push({ step, reads });
    if (readStamp(root, step) === stampOf(root, step, reads)) {
      options.onEnd(step, 'fresh');
      continue;
    }
    options.onBegin?.(step);
    const { verdict, output } = await runStep(root, step, options.stop);
    options.onEnd(step, verdict);
    if (verdict === 'failed') return { step, output };
  }
  // After all of them: some write into another step's folder.
  for (const { step, reads } of performed) writeStamp(root, step, stampOf(root, step, reads));
  return undefined;
}

async function runStep(
  root: string,
  { check, commands }: Step,
  stop: AbortSignal | undefined,
): Promise<{ verdict: Verdict; output: string }> {
  const run = ([file, ...args]: Command) => runCommand(root, file, args, stop);
  if (check !== undefined && (await run(check)).code === 0) return { verdict: 'fresh', output: '' };
  for (const command of commands) {
    const { code, output } = await run(command);
    if (code !== 0) return { verdict: 'failed', output };
  }
  return { verdict: 'ready', output: '' };
}

function stampOf(root: string, step: Step, reads: string): string {
  return `${reads} ${fingerprintOf(root, step.writes)}`;
}

function stampPath(root: string, { name }: Step): string {
  return join(root, STAMPS, name.replaceAll('/', ''));
}

function readStamp(root: string, step: Step): string | undefined {
  const path = stampPath(root, step);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(root: string, step: Step, stamp: string): void {
  mkdirSync(join(root, STAMPS), { recursive: true });
  writeFileSync(stampPath(root, step), stamp);
}

/** Changes when a file appears, disappears, or is written. */
function fingerprintOf(root: string, paths: readonly string[], variables?: string): string {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of describeFiles(root, path)) hash.update(line);
  if (variables !== undefined) {
    const set = Object.entries(process.env).filter(([name]) => name.startsWith(variables));
    hash.update(JSON.stringify(set.sort()));
  }
  return hash.digest('hex');
}

function* describeFiles(root: string, path: string): Generator<string> {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) yield `${path} is missing\n`;
  else if (!found.isDirectory()) yield `${path} ${found.size} ${found.mtimeMs}\n`;
  else {
    for (const name of readdirSync(join(root, path)).sort()) {
      if (!SKIPPED.includes(name)) yield* describeFiles(root, `${path}/${name}`);
    }
  }
}
