import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../check/command.ts';
import { must } from '../must-run.ts';
import { freePort, withServer } from '../running-server.ts';
import type { Toolchain } from './toolchains.ts';

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const SERVE = join(ROOT, 'reference-servers/src/main.ts');
const SUITE = join(ROOT, 'conformance/bin/tessera-conformance.js');

/** Writes a project as a user would do it. */
export async function writeTemplate(language: string, contract: string, project: string): Promise<void> {
  const flags = ['--conditions=tessera-source', SERVE, 'init', contract, project, '--language', language];
  await must(ROOT, [join(ROOT, 'node_modules/.bin/tsx'), ...flags]);
}

/** Starts the server of a project, runs the conformance suite against it and stops it; prints what is not conformant. */
export async function isConformant(
  toolchain: Toolchain,
  tools: string,
  project: string,
  contract: string,
  ...more: readonly string[]
): Promise<boolean> {
  const port = await freePort();
  const server = {
    folder: project,
    command: toolchain.start(tools),
    env: { PORT: String(port) },
    health: `http://127.0.0.1:${port}/health`,
  };
  return withServer(server, async () => {
    const url = `http://127.0.0.1:${port}/${contract}`;
    const flags = [SUITE, '--config', 'conformance.yaml', '--url', url, ...more];
    const { code, output } = await runCommand(project, process.execPath, flags);
    if (code !== 0) console.error(output);
    return code === 0;
  });
}
