import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './running-server.ts';
import { oneIn } from './test-cases.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.each(oneIn(3, ['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
  'npm start leaves nothing running when npm alone is sent %s',
  async (signal) => {
    const port = String(await freePort());
    // A separate process group, so that the test can end leftover processes.
    const npm = spawn('npm', ['start', '--', '--port', port], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => endGroup(npm.pid));
    let output = '';
    const begun = new Promise<void>((resolve) => {
      npm.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.includes('generated/')) resolve();
      });
    });
    // All processes of npm share its output, which closes when the last of them has ended.
    const closed = once(npm.stdout, 'close');
    await begun;
    npm.kill(signal);
    await closed;
    expect(output).not.toContain('Serving');
  },
);

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group is empty, as expected.
  }
}
