import { vi } from 'vitest';
import { main } from '../src/cli.ts';

/** Runs the command in this process and collects what it says, on both streams. */
export async function runCommand(...argv: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const listen = (text: unknown): boolean => said.push(String(text)) > 0;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(listen),
    vi.spyOn(console, 'error').mockImplementation(listen),
    vi.spyOn(process.stdout, 'write').mockImplementation(listen),
  ];
  const code = await main(argv);
  for (const spy of spies) spy.mockRestore();
  return { code, said: said.join('\n') };
}
