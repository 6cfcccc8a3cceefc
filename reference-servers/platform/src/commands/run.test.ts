import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { kill, type Process, startProcess } from '../../testing/process.ts';
import { runCommand } from '../../testing/run-command.ts';

const DOCS = 'https://docs.example';

async function start(...flags: readonly string[]): Promise<Process> {
  const running = await startProcess(flags);
  onTestFinished(() => kill(running));
  return running;
}

/** The origin that may call a path of the platform, by the response to a preflight. */
async function allowedAt(origin: string): Promise<string | null> {
  const headers = { origin: DOCS, 'access-control-request-method': 'GET' };
  const answer = await fetch(`${origin}/coordinator/v2/tech-adapters`, { method: 'OPTIONS', headers });
  return answer.headers.get('access-control-allow-origin');
}

it('a platform lets pages of the origin of --cors call it', async () => {
  const { origin } = await start('--cors', DOCS);
  expect(await allowedAt(origin)).toBe(DOCS);
});

it('--cors rejects what is not an origin, and says what one looks like', async () => {
  const { code, output } = await runCommand('run', '--cors', '*');
  expect([code, output]).toEqual([2, expect.stringContaining('an origin such as https://docs.example')]);
});

it('a platform with the site and reference servers serves its console, and heeds --cors', async () => {
  const site = mkdtempSync(join(tmpdir(), 'tessera-site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, 'platform'));
  writeFileSync(join(site, 'platform/index.html'), 'the console');
  for (const page of ['index.html', '404.html']) writeFileSync(join(site, page), page);
  const { origin, output } = await start('--site', site, '--reference-servers', '--cors', DOCS);
  const [, address = ''] = /^ +Console +(\S+)$/m.exec(output) ?? [];
  expect(address).toBe(`${origin}/platform/`);
  expect(await (await fetch(address)).text()).toBe('the console');
  expect(await allowedAt(origin)).toBe(DOCS);
});

it('--data rejects a file and a folder that cannot be created, and says why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'notes.txt');
  writeFileSync(file, '');
  for (const [path, reason] of [
    [file, 'file already exists'],
    [join(file, 'state'), 'not a directory'],
  ] as const) {
    const { code, output } = await runCommand('run', '--port', '0', '--data', path);
    expect([code, output]).toEqual([1, `cannot keep the state in ${path}: ${reason}; name another folder\n`]);
  }
});

it('--database-url rejects what is not an address of PostgreSQL, without its password', async () => {
  const { code, output } = await runCommand('run', '--database-url', 'mysql://user:secret@host/name');
  expect([code, output]).toEqual([2, '--database-url is an address that begins with postgres://\n']);
});

it('a platform that cannot reach its database says so and ends with 1', async () => {
  const { code, output } = await runCommand(
    'run',
    '--port',
    '0',
    '--database-url',
    'postgres://127.0.0.1:1/x',
  );
  expect([code, output]).toEqual([1, 'the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n']);
});
