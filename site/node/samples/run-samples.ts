import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { CodeSample } from '../markdown/render.ts';
import { type SessionStep, sessionSteps } from '../markdown/session.ts';
import { describe } from '../problems.ts';

const READY_TIMEOUT = 20_000;
const COMMAND_TIMEOUT = 120_000;
/** Ports that pages write; each becomes a free one, so that pages can be run beside anything. */
const PORT = /\b(?:44\d\d|80\d\d)\b/g;

export interface SamplePage {
  /** Source file, for messages. */
  readonly file: string;
  readonly samples: readonly CodeSample[];
}

/** Where a page's programs run and what `npx NAME` starts there. */
export interface SampleHost {
  readonly folder: string;
  readonly commands: ReadonlyMap<string, string>;
}

/**
 * Runs every sample of a page that says `run`, in order, in a folder of its own: files are written under their
 * title, commands are executed, and what they print is compared with the page.
 * @throws Error naming file and line of the first sample that does not do what the page says
 */
export async function runSamples(page: SamplePage, host: SampleHost): Promise<void> {
  rmSync(host.folder, { recursive: true, force: true });
  mkdirSync(path.join(host.folder, 'bin'), { recursive: true });
  writeShim(host);
  const mapPorts = await createPortMap(page.samples);
  writeFiles(page.samples, host.folder, mapPorts);
  const running: ChildProcess[] = [];
  try {
    let shell = '';
    for (const sample of page.samples) {
      if (sample.meta.mode !== 'run' || sample.meta.language !== 'bash') continue;
      for (const step of sessionSteps(sample.code)) {
        const command = mapPorts(step.command);
        const fail = (problem: string) =>
          new Error(describe({ file: page.file, line: sample.line, message: `${step.command}\n${problem}` }));
        if (sample.meta.isBackground) running.push(await startProgram(command, step, host, mapPorts, fail));
        // Variables of earlier commands live on, as they do in a reader's shell.
        else shell = await runCommand(shell, command, step, host, mapPorts, fail);
      }
    }
  } finally {
    for (const program of running) if (program.pid !== undefined) process.kill(-program.pid);
  }
}

/** The first line of `expected` that `actual` does not have, in order; numbers and `…` stand for anything. */
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

function patternOf(line: string): RegExp {
  const escaped = line.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\d+(?:\\\.\d+)*/g, '[\\d.]+').replaceAll('…', '.*')}$`);
}

async function runCommand(
  shell: string,
  command: string,
  step: SessionStep,
  host: SampleHost,
  mapPorts: (text: string) => string,
  fail: (problem: string) => Error,
): Promise<string> {
  const saved = path.join(host.folder, 'bin', 'variables');
  const script = `${shell}\n${command}\ncode=$?\ndeclare -p | grep -E '^declare -- [a-z]' > ${saved}\nexit $code`;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const options = { cwd: host.folder, env: environment(host), timeout: COMMAND_TIMEOUT };
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
  if (code !== 0) throw fail(`ended with ${code}:\n${output}`);
  const missing = missingLine(step.output.map(mapPorts), output);
  if (missing !== null) throw fail(`did not print "${missing}" but:\n${output}`);
  return readFileSync(saved, 'utf8');
}

async function startProgram(
  command: string,
  step: SessionStep,
  host: SampleHost,
  mapPorts: (text: string) => string,
  fail: (problem: string) => Error,
): Promise<ChildProcess> {
  // A group of its own, so that whatever the command starts ends with it.
  const program = spawn('bash', ['-c', command], {
    cwd: host.folder,
    env: environment(host),
    detached: true,
  });
  const expected = step.output.length > 0 ? step.output.map(mapPorts) : ['Serving at …'];
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(fail(`printed only:\n${output}`)), READY_TIMEOUT);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (missingLine(expected, output) !== null) return;
      clearTimeout(timer);
      resolve();
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.on('exit', (code) => reject(fail(`ended with ${code}:\n${output}`)));
  });
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
    if (meta.title === null || meta.language === 'bash' || !/^[\w.-]+$/.test(meta.title)) continue;
    files.set(meta.title, `${files.get(meta.title) ?? ''}${code}\n`);
  }
  for (const [name, code] of files) writeFileSync(path.join(folder, name), mapPorts(code));
}

/** Stands in for npx: starts the commands of this workspace without asking a registry. */
function writeShim(host: SampleHost): void {
  const cases = [...host.commands].map(([name, file]) => `${name}) shift; exec node ${file} "$@";;`);
  const script = `#!/bin/bash\ncase "$1" in\n${cases.join('\n')}\n*) echo "npx: $1 is not a command of this workspace" >&2; exit 1;;\nesac\n`;
  writeFileSync(path.join(host.folder, 'bin', 'npx'), script, { mode: 0o755 });
}

function environment(host: SampleHost): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${path.join(host.folder, 'bin')}${path.delimiter}${process.env['PATH']}`,
    NO_COLOR: '1',
  };
}

async function createPortMap(samples: readonly CodeSample[]): Promise<(text: string) => string> {
  const ports = new Map<string, string>();
  for (const [port] of samples
    .map((sample) => sample.code)
    .join('\n')
    .matchAll(PORT)) {
    if (!ports.has(port)) ports.set(port, String(await freePort()));
  }
  return (text) => text.replaceAll(PORT, (port) => ports.get(port) ?? port);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
