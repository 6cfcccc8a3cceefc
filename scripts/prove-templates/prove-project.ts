import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../check/command.ts';
import type { Command, Toolchain } from './toolchains.ts';

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const SERVE = join(ROOT, 'reference-servers/src/main.ts');
const SUITE = join(ROOT, 'conformance/bin/tessera-conformance.js');

/** How long a server may take to respond to its health check, in seconds. */
const START_SECONDS = 120;

/** A step failed; the message is what it printed. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** Writes a project as a user would do it. */
export async function writeTemplate(language: string, contract: string, project: string): Promise<void> {
  const flags = ['--conditions=tessera-source', SERVE, 'init', contract, project, '--language', language];
  await must(ROOT, [join(ROOT, 'node_modules/.bin/tsx'), ...flags]);
}

/** Runs a command to its end; throws its output when it fails. */
export async function must(folder: string, [file, ...args]: Command): Promise<string> {
  const { code, stdout, output } = await runCommand(folder, file, args);
  if (code !== 0) throw new StepFailed(`${file} ${args.join(' ')}\n${output}`.trim());
  return stdout;
}

/** Starts the server of a project, runs the conformance suite against it and stops it; prints what is not conformant. */
export async function isConformant(
  toolchain: Toolchain,
  tools: string,
  project: string,
  contract: string,
): Promise<boolean> {
  const port = await freePort();
  const [file, ...args] = toolchain.start(tools);
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(file, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  try {
    await untilHealthy(server, `http://127.0.0.1:${port}/health`, said);
    const url = `http://127.0.0.1:${port}/${contract}`;
    const flags = [SUITE, '--config', 'conformance.yaml', '--url', url];
    const { code, output } = await runCommand(project, process.execPath, flags);
    if (code !== 0) console.error(output);
    return code === 0;
  } finally {
    await end(server);
  }
}

async function untilHealthy(server: ChildProcess, url: string, said: readonly string[]): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline && server.exitCode === null) {
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new StepFailed(`the server did not become healthy\n${said.join('')}`);
}

/** Asks the server to shut down, and waits until it has. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      probe.close(() => resolve(port));
    });
  });
}
