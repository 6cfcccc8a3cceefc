import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SITE_ROOT } from '../node/config.ts';

/** The site and the reference servers on one port, started as users start them, with further flags. */
export async function serveEverything(
  folder: string,
  ...flags: readonly string[]
): Promise<{ origin: string; stop(): void }> {
  const command = path.join(SITE_ROOT, '..', 'reference-servers', 'bin', 'tessera-serve.js');
  const child = spawn(process.execPath, [command, 'all', '--site', folder, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill();
  for await (const line of createInterface(child.stdout)) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin !== undefined) return { origin, stop };
  }
  throw new Error('tessera-serve ended before it served: run npm run prepare.');
}
