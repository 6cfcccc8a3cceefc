import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { main } from '../src/cli.ts';
import { PROGRAM } from './program.ts';

/** What a command printed on both streams, and its exit code. */
interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `tessera-platform` with these arguments in this process, which spares loading the platform once more. */
export async function runCommand(...args: readonly string[]): Promise<Result> {
  let output = '';
  const write = (text: unknown): boolean => {
    output += text;
    return true;
  };
  const print = (text: unknown): void => {
    write(`${text}\n`);
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
    vi.spyOn(process.stdout, 'write').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
  ];
  try {
    return { code: await main(args), output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs `tessera-platform` with these arguments in a process, as a user would, until it ends by itself. */
export async function runProcess(...args: readonly string[]): Promise<Result> {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  await once(child, 'close');
  return { code: child.exitCode, output };
}
