import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { StepFailed } from './must-run.ts';

/** A program that serves HTTP. */
export interface ServerCommand {
  /** Folder that it runs in. */
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Responds with a 2xx status as soon as the server can be used. */
  readonly health: string;
}

/** How long a server may take to respond to its health check, in seconds. */
const START_SECONDS = 120;

/**
 * Starts a server, waits until it is healthy, and stops it with SIGTERM after the work.
 * @throws StepFailed with what the server printed, when it does not become healthy
 */
export async function withServer<Result>(
  server: ServerCommand,
  work: () => Promise<Result>,
): Promise<Result> {
  const [file, ...args] = server.command;
  const child = spawn(file, args, {
    cwd: server.folder,
    env: { ...process.env, ...server.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => printed.push(String(chunk)));
  child.on('error', (cause) => printed.push(cause.message));
  try {
    if (!(await isSoonHealthy(child, server.health)))
      throw new StepFailed(`the server did not become healthy\n${printed.join('')}`);
    return await work();
  } finally {
    await stop(child);
  }
}

async function isSoonHealthy(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline && child.exitCode === null && child.pid !== undefined) {
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** A port of loopback that no program listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      probe.close(() => resolve(port));
    });
  });
}
