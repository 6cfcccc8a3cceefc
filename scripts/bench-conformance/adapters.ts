import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const ROOT = resolve(import.meta.dirname, '../..');
export const ROOM = join(ROOT, 'conformance');

/** A server on loopback to test. */
export interface Served {
  readonly kind: 'good' | 'mutant' | 'variant';
  readonly name: string;
  readonly url: string;
}

/** Starts adapters in a separate process; call `stop` when done. */
export async function serve(
  ...args: readonly string[]
): Promise<{ readonly adapters: readonly Served[]; readonly stop: () => void }> {
  const sources = ['--conditions=tessera-source', '--import', 'tsx'];
  const child = spawn(process.execPath, [...sources, join(ROOM, 'bench/serve.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const adapters: Served[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') return { adapters, stop: () => void child.kill() };
    adapters.push(JSON.parse(line));
  }
  throw new Error('the adapters have not started');
}
