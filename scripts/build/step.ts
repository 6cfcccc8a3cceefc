import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
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

/** What identifies a state of files. Equal times of all of them mean equal content, which takes longer to read. */
interface Prints {
  readonly times: string;
  readonly content: string;
}

/** The files of a step at its last success. */
interface Stamp {
  readonly reads: Prints;
  readonly writes: Prints;
}

/**
 * Runs the steps in their order, except those whose inputs and outputs have the same content as at their last success.
 * Comparing sizes and times of files takes milliseconds, and their content tenths of a second; a compiler without work,
 * seconds.
 */
export async function performSteps(
  root: string,
  steps: readonly Step[],
  options: BuildOptions,
): Promise<Failure | undefined> {
  const performed: { step: Step; now: Stamp }[] = [];
  for (const step of steps) {
    const last = readStamp(root, step);
    // Before the work: a source that changes while it is compiled stays stale.
    const now = stampOf(root, step, last);
    performed.push({ step, now });
    if (now.reads.content === last?.reads.content && now.writes.content === last.writes.content) {
      options.onEnd(step, 'fresh');
      continue;
    }
    options.onBegin?.(step);
    const { verdict, output } = await runStep(root, step, options.stop);
    options.onEnd(step, verdict);
    if (verdict === 'failed') return { step, output };
  }
  // After all of them: some write into another step's folder.
  for (const { step, now } of performed)
    writeStamp(root, step, { reads: now.reads, writes: printsOf(root, step.writes, now.writes) });
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

function stampOf(root: string, { reads, writes, variables }: Step, last: Stamp | undefined): Stamp {
  return {
    reads: printsOf(root, reads, last?.reads, variables),
    writes: printsOf(root, writes, last?.writes),
  };
}

function stampPath(root: string, { name }: Step): string {
  return join(root, STAMPS, `${name.replaceAll('/', '')}.json`);
}

function readStamp(root: string, step: Step): Stamp | undefined {
  const path = stampPath(root, step);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function writeStamp(root: string, step: Step, stamp: Stamp): void {
  mkdirSync(join(root, STAMPS), { recursive: true });
  writeFileSync(stampPath(root, step), JSON.stringify(stamp));
}

/** The prints of files now. Their content is read unless they have the times of `known`. */
function printsOf(root: string, paths: readonly string[], known?: Prints, variables?: string): Prints {
  const times = hashOf(root, paths, variables, ({ size, mtimeMs }) => `${size} ${mtimeMs}`);
  if (times === known?.times) return known;
  const content = hashOf(root, paths, variables, (_, file) =>
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  );
  return { times, content };
}

/** Describes one file. */
type Describe = (found: Stats, file: string) => string;

/** Changes when a file appears, disappears, or has another description. */
function hashOf(
  root: string,
  paths: readonly string[],
  variables: string | undefined,
  describe: Describe,
): string {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of describeFiles(root, path, describe)) hash.update(line);
  if (variables !== undefined) {
    const set = Object.entries(process.env).filter(([name]) => name.startsWith(variables));
    hash.update(JSON.stringify(set.sort()));
  }
  return hash.digest('hex');
}

function* describeFiles(root: string, path: string, describe: Describe): Generator<string> {
  const file = join(root, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) yield `${path} is missing\n`;
  else if (!found.isDirectory()) yield `${path} ${describe(found, file)}\n`;
  else {
    for (const name of readdirSync(file).sort()) {
      if (!SKIPPED.includes(name)) yield* describeFiles(root, `${path}/${name}`, describe);
    }
  }
}
