import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SITE_ROOT } from '../config.ts';

/** Runs a page whose server never ends, and whose next command waits. */
const RUN = `
import { parseCodeMeta } from './node/markdown/code-meta.ts';
import { runSamples } from './node/samples/run-samples.ts';

const folder = process.argv.at(-1);
const block = (info, code, line) => ({ meta: parseCodeMeta(info), code, line });
const samples = [
  block('bash run background', '$ echo $$ > ../server; echo Serving at nowhere; exec sleep 600\\n', 1),
  block('bash run', '$ touch ../waits; sleep 600\\n', 10),
];
await runSamples(
  { file: 'page.md', name: '/page/', samples },
  { folder: \`\${folder}/page\`, commands: new Map() },
);
`;

it('ends the servers of a page when a signal ends the run', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  try {
    const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', RUN, folder], {
      cwd: SITE_ROOT,
    });
    await expect.poll(() => existsSync(path.join(folder, 'waits'))).toBe(true);
    const server = Number(readFileSync(path.join(folder, 'server'), 'utf8'));
    expect(isRunning(server)).toBe(true);
    run.kill('SIGTERM');
    const [, signal] = await once(run, 'exit');
    expect(signal).toBe('SIGTERM');
    await expect.poll(() => isRunning(server)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
