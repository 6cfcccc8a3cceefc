import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';

/** A process of the platform. */
export interface Process {
  readonly child: ChildProcess;
  readonly origin: string;
  /** What it printed before it served. */
  readonly output: string;
}

/** Starts a process of the platform with flags, on a free port; resolves when it serves. */
export async function startProcess(flags: readonly string[]): Promise<Process> {
  const child = spawn(process.execPath, [...PROGRAM, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, found] = /Serving at (\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`the platform ended: ${output}`)));
  });
  return { child, origin, output };
}

/** Kills a process with SIGKILL. */
export async function kill(one: Process | undefined): Promise<void> {
  if (one === undefined || one.child.exitCode !== null || one.child.signalCode !== null) return;
  const ended = once(one.child, 'close');
  one.child.kill('SIGKILL');
  await ended;
}
