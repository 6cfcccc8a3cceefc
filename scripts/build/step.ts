import { runCommand } from '../check/command.ts';
import { type Prints, printsOf, readStamp, writeStamp } from './prints.ts';

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
    const last = readStamp<Stamp>(root, step.name);
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
    writeStamp(root, step.name, { reads: now.reads, writes: printsOf(root, step.writes, now.writes) });
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
