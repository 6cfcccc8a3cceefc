import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { CodeSample } from '../markdown/render.ts';
import { type SessionStep, sessionSteps } from '../markdown/session.ts';
import type { Problem } from '../problems.ts';
import { canRun } from './other-programs.ts';
import { problemAt, type SamplePage } from './verdict.ts';

/** Ends a program that hangs, in milliseconds: a busy machine needs minutes for what takes seconds alone. */
export const HANGS_AFTER = 300_000;
/** How much of a program's output a message shows. */
const OUTPUT_LINES = 25;
const OUTPUT_WIDTH = 240;
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
/** Ports in the text of pages; each is replaced with a free one, so that pages can run beside anything. */
const PORT = /(?<=localhost:|127\.0\.0\.1:|[^:\w]|^)(?:44\d\d|80\d\d)\b/g;

/** Where a project of `init` and a platform listen by default. */
const PROJECT_PORT = '8080';
const PLATFORM_PORT = '4400';

/** Where a page's programs run and what `npx NAME` starts there: the arguments of `node`. */
export interface SampleHost {
  readonly folder: string;
  readonly commands: ReadonlyMap<string, readonly string[]>;
  /** Uses the ports of the page; the caller ensures that they are free. */
  readonly keepsPorts?: boolean;
  /** Receives the output of each command. */
  readonly onOutput?: (sample: CodeSample, command: string, output: string) => void;
}

/** A command that did not do what the page says. */
class SampleError extends Error {
  override readonly name = 'SampleError';
}

/** Signals that end a run before its end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs every sample of a page marked `run`, in order, in a separate folder: files are written under their title,
 * commands are executed, and their output is compared with the page. Returns the first sample that does not do what the
 * page says; those after it are skipped.
 */
export async function runSamples(page: SamplePage, host: SampleHost): Promise<Problem | null> {
  rmSync(host.folder, { recursive: true, force: true });
  mkdirSync(path.join(host.folder, 'bin'), { recursive: true });
  writeShims(host);
  const mapPorts = host.keepsPorts ? (text: string) => text : await createPortMap(page.samples);
  writeFiles(page.samples, host.folder, mapPorts);
  const running: ChildProcess[] = [];
  const onSignal = (signal: NodeJS.Signals): void => {
    for (const program of running) stop(program);
    process.kill(process.pid, signal);
  };
  // Detached programs get no signal of the terminal.
  for (const signal of SIGNALS) process.once(signal, onSignal);
  let at = 0;
  try {
    let shell = '';
    for (const sample of page.samples) {
      if (sample.meta.mode !== 'run' || sample.meta.language !== 'bash') continue;
      if (!canRun(sample.code)) continue;
      at = sample.line;
      const steps = sessionSteps(sample.code);
      // Variables of earlier commands persist, as in a reader's shell; each block begins in the folder of the page.
      shell = shell.replace(/^cd .*$/m, '');
      for (const step of steps) {
        const isLast = step === steps.at(-1);
        const expected = isLast ? sample.meta.exitCode : 0;
        const text = `${shell}\n${mapPorts(step.command)}`;
        const command: Command = { text, sample, step, expected, host, mapPorts };
        if (isLast && sample.meta.isBackground) running.push(await startProgram(command));
        else shell = await runCommand(command);
      }
    }
    return null;
  } catch (error) {
    if (!(error instanceof SampleError)) throw error;
    return problemAt(page, at, error.message);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    for (const program of running) stop(program);
  }
}

/** Ends a program and its children; it may have ended by itself. */
function stop(program: ChildProcess): void {
  if (program.pid === undefined || program.exitCode !== null) return;
  try {
    process.kill(-program.pid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

interface Command {
  /** The variables and the folder of earlier commands, and the command with the ports of this run. */
  readonly text: string;
  readonly sample: CodeSample;
  readonly step: SessionStep;
  /** The expected exit code. */
  readonly expected: number;
  readonly host: SampleHost;
  readonly mapPorts: (text: string) => string;
}

function failure({ step }: Command, problem: string, output: string): SampleError {
  return new SampleError(`${step.command}\n${problem}:\n${excerpt(output)}`);
}

/** The end of a program's output, limited to a readable length. */
function excerpt(output: string): string {
  return output
    .trimEnd()
    .split('\n')
    .slice(-OUTPUT_LINES)
    .map((line) => line.slice(0, OUTPUT_WIDTH))
    .join('\n');
}

/** The first line of `expected` that is missing in `actual`, in order; `…` matches anything. */
export function missingLine(expected: readonly string[], actual: string): string | null {
  const lines = actual.split('\n');
  let at = 0;
  for (const wanted of expected) {
    if (wanted.trim() === '' || wanted.trim() === '…') continue;
    const pattern = patternOf(wanted);
    const found = lines.findIndex((line, index) => index >= at && pattern.test(line.trim()));
    if (found === -1) return wanted;
    at = found + 1;
  }
  return null;
}

/**
 * The last line of a program's output if the page ends before it. The last line that the page shows must be the last one
 * that the program printed, on either stream; a page that ends in `…` shows only the beginning.
 */
export function lineAfterEnd(expected: readonly string[], ...streams: readonly string[]): string | null {
  const end = lastLine(expected);
  if (end === '' || end === '…') return null;
  const ends = streams.map((stream) => lastLine(stream.split('\n'))).filter((line) => line !== '');
  return ends.some((line) => patternOf(end).test(line)) ? null : (ends[0] ?? null);
}

function lastLine(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? '';
}

function patternOf(line: string): RegExp {
  const escaped = line.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}$`);
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the variables and the folder in which the command ended, as commands. */
async function runCommand(command: Command): Promise<string> {
  const { text, sample, step, host, mapPorts } = command;
  const saved = path.join(host.folder, 'bin', 'variables');
  const save = `{ declare -p | grep -E '^declare -- [a-z]'; printf 'cd %q\\n' "$PWD"; } > ${quoted(saved)}`;
  const script = `${text}\ncode=$?\n${save}\nexit $code`;
  const { code, stdout, stderr } = await new Promise<Ended>((resolve) => {
    const options = { cwd: host.folder, env: environment(host, mapPorts), timeout: HANGS_AFTER };
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
  const output = stdout + stderr;
  if (code !== command.expected) throw failure(command, `ended with ${code}`, output);
  const shown = step.output.map(mapPorts);
  const missing = missingLine(shown, output);
  if (missing !== null) throw failure(command, `did not print "${missing}" but`, output);
  const after = lineAfterEnd(shown, stdout, stderr);
  if (after !== null) throw failure(command, `printed more than the page shows, up to "${after}"`, output);
  host.onOutput?.(sample, step.command, output);
  return readFileSync(saved, 'utf8');
}

async function startProgram(command: Command): Promise<ChildProcess> {
  const { text, sample, step, host, mapPorts } = command;
  // A separate process group, so that the children of the command end with it.
  const program = spawn('bash', ['-c', text], {
    cwd: host.folder,
    env: environment(host, mapPorts),
    detached: true,
  });
  const expected = step.output.length > 0 ? step.output.map(mapPorts) : ['Serving at …'];
  let output = '';
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(failure(command, 'printed only', output)), HANGS_AFTER);
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (missingLine(expected, output) !== null) return;
        clearTimeout(timer);
        resolve();
      };
      program.stdout.on('data', read);
      program.stderr.on('data', read);
      // Only now all of its output has arrived.
      program.on('close', (code) => {
        clearTimeout(timer);
        reject(failure(command, `ended with ${code}`, output));
      });
    });
  } catch (error) {
    stop(program);
    throw error;
  }
  host.onOutput?.(sample, step.command, output);
  return program;
}

/** Blocks with the same title are parts of one file. */
function writeFiles(
  samples: readonly CodeSample[],
  folder: string,
  mapPorts: (text: string) => string,
): void {
  const files = new Map<string, string>();
  for (const { meta, code } of samples) {
    if (meta.mode === 'show-only' || meta.language === 'bash') continue;
    if (meta.title === null || !/^[\w.-]+$/.test(meta.title)) continue;
    files.set(meta.title, `${files.get(meta.title) ?? ''}${code}`);
  }
  for (const [name, code] of files) writeFileSync(path.join(folder, name), mapPorts(code));
}

/**
 * Replaces npx: starts the commands of this workspace without a registry. `npm install` does nothing, because the packages
 * of this workspace are in a folder above.
 */
function writeShims(host: SampleHost): void {
  const cases = [...host.commands].map(
    ([name, words]) => `${name}) shift; exec node ${words.map(quoted).join(' ')} "$@";;`,
  );
  const script = `#!/bin/bash\ncase "$1" in\n${cases.join('\n')}\n*) echo "npx: $1 is not a command of this workspace" >&2; exit 1;;\nesac\n`;
  writeFileSync(path.join(host.folder, 'bin', 'npx'), script, { mode: 0o755 });
  const npm = '#!/bin/bash\n[ "$1" = install ] || PATH=$(echo "$PATH" | cut -d: -f2-) exec npm "$@"\n';
  writeFileSync(path.join(host.folder, 'bin', 'npm'), npm, { mode: 0o755 });
}

/** One word for a shell, such as a path with a space. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The environment of a reader's shell with the ports of this run; variables of this process must not leak into it. */
function environment(host: SampleHost, mapPorts: (text: string) => string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TSX_|VITEST|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PATH: `${path.join(host.folder, 'bin')}${path.delimiter}${process.env['PATH']}`,
    NO_COLOR: '1',
    PORT: mapPorts(PROJECT_PORT),
    TESSERA_PLATFORM: mapPorts(`http://127.0.0.1:${PLATFORM_PORT}`),
  };
}

async function createPortMap(samples: readonly CodeSample[]): Promise<(text: string) => string> {
  const ports = new Map<string, string>();
  const texts = [PROJECT_PORT, PLATFORM_PORT, ...samples.map((sample) => sample.code)];
  for (const [port] of texts.join('\n').matchAll(PORT)) {
    if (!ports.has(port)) ports.set(port, String(await freePort()));
  }
  return (text) => text.replaceAll(PORT, (port) => ports.get(port) ?? port);
}

const taken = new Set<number>();

/** A free port below the range for outgoing connections: one of these could take it before the page's server does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
