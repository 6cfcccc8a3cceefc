import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('ends without an error when the reader of its output has ended', async () => {
  const program = `'${process.execPath}' --conditions=tessera-source --import tsx '${join(import.meta.dirname, 'main.ts')}'`;
  const shell = spawn('bash', ['-c', `set -o pipefail; ${program} --help | true`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  shell.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(shell, 'close');
  expect({ code: shell.exitCode, said }).toEqual({ code: 0, said: '' });
});
