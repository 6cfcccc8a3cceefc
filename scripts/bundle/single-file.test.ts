import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../check/command.ts';
import { freePort, withServer } from '../running-server.ts';
import { SINGLE_FILE } from './single-file.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOM = join(ROOT, 'conformance');
const folder = mkdtempSync(join(tmpdir(), 'tessera single '));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the file in a folder without packages. */
const run = (...words: readonly string[]) => runCommand(folder, process.execPath, [SINGLE_FILE, ...words]);

beforeAll(() => {
  copyFileSync(join(ROOM, 'dist', SINGLE_FILE), join(folder, SINGLE_FILE));
});

test('the file checks an adapter and writes every report', async () => {
  const port = await freePort();
  const server = {
    folder: ROOT,
    command: [
      ...[process.execPath, 'reference-servers/bin/tessera-serve.js'],
      ...['tech-adapter', '--port', String(port)],
    ] as const,
    health: `http://127.0.0.1:${port}/health`,
  };
  const url = `http://127.0.0.1:${port}/tech-adapter`;
  const formats = ['html', 'json', 'junit', 'sarif'];
  const flags = ['--url', url, '--read-only', '--format', formats.join(','), '--report', 'out'];
  const { code, output } = await withServer(server, () => run('tech-adapter', ...flags));
  expect(output).toMatch(/^conformant, read only: /m);
  expect(code).toBe(0);
  expect(readdirSync(join(folder, 'out')).toSorted()).toEqual([
    'tech-adapter.html',
    'tech-adapter.json',
    'tech-adapter.junit.xml',
    'tech-adapter.sarif',
  ]);
  expect((await run('verify', 'out/tech-adapter.json')).code).toBe(0);
});

test.each(['tech-adapter', 'platform'])(
  'the file lists the checks of %s like the package',
  async (contract) => {
    const words = [contract, '--list', '--json'];
    const packed = await runCommand(ROOM, process.execPath, ['bin/tessera-conformance.js', ...words]);
    expect((await run(...words)).stdout).toBe(packed.stdout);
  },
);

test('the file contains the licenses of the code in it', () => {
  const licenses = readFileSync(join(ROOM, 'dist/THIRD-PARTY.txt'), 'utf8');
  const [, first = 'no package'] = /^([\w@/.-]+ \d+\.\d+\.\d+) \(/m.exec(licenses) ?? [];
  expect(readFileSync(join(folder, SINGLE_FILE), 'utf8')).toContain(first);
});

test('the package does not contain the file, too', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOM,
    encoding: 'utf8',
  });
  expect(stdout).toContain('dist/cli.js');
  expect(stdout).not.toContain(SINGLE_FILE);
});
