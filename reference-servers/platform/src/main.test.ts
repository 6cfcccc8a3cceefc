import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { PROGRAM } from '../testing/program.ts';

it('ends without an error when the reader of its output has ended', async () => {
  const program = `'${process.execPath}' ${PROGRAM.map((word) => `'${word}'`).join(' ')}`;
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

it('loads neither the engine nor the database for a command that needs none', () => {
  const commands = ['cli', 'commands/deploy', 'commands/check'];
  const script = `import { createRequire } from 'node:module';
    for (const one of ${JSON.stringify(commands)}) await import(new URL('../dist/' + one + '.js', '${import.meta.url}').href);
    const loaded = Object.keys(createRequire(process.execPath).cache);
    console.log(loaded.filter((file) => /node_modules.(@dbos-inc|pg|@electric-sql)/.test(file)).length);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
