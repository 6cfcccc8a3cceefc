import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs `tessera-platform` with these arguments, as a user would. */
export async function runCommand(
  ...args: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const source = [
    '--conditions=tessera-source',
    '--import',
    'tsx',
    join(import.meta.dirname, '../src/main.ts'),
  ];
  const child = spawn(process.execPath, [...source, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  await once(child, 'close');
  return { code: child.exitCode, output };
}
