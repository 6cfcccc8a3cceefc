import { vi } from 'vitest';
import { main } from '../src/cli.ts';
import { agentInMemory } from './virtual-time.ts';

/** The command, running in this process. */
export interface RunningCommand {
  /** The output so far, of both streams. */
  readonly said: readonly string[];
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/** Starts the command in this process and collects its output. */
export function startCommand(...argv: string[]): RunningCommand {
  const said: string[] = [];
  const listen = (text: unknown): boolean => said.push(String(text)) > 0;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(listen),
    vi.spyOn(console, 'error').mockImplementation(listen),
    vi.spyOn(process.stdout, 'write').mockImplementation(listen),
  ];
  const ended = main(argv, agentInMemory()).finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { said, ended };
}

/** Runs the command until it exits. */
export async function runCommand(...argv: string[]): Promise<{ code: number; said: string }> {
  const { said, ended } = startCommand(...argv);
  const code = await ended;
  return { code, said: said.join('\n') };
}
