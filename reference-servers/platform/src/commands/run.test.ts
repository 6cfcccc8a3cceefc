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
