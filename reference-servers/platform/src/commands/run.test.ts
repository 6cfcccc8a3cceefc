import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { kill, type Process, startProcess } from '../../testing/process.ts';
import { runCommand } from '../../testing/run-command.ts';

const DOCS = 'https://docs.example';

let running: Process | undefined;
afterEach(() => kill(running));

/** The origin that may call the path, by the response to a preflight. */
async function allowedAt(path: string): Promise<string | null> {
  const headers = { origin: DOCS, 'access-control-request-method': 'GET' };
  const answer = await fetch(`${running?.origin}${path}`, { method: 'OPTIONS', headers });
  return answer.headers.get('access-control-allow-origin');
}

describe('tessera-platform run --cors', () => {
  it.each([[[]], [['--reference-servers']]])(
    'lets pages of the origin call it, with flags %j',
    async (flags) => {
      running = await startProcess(['--cors', DOCS, ...flags]);
      expect(await allowedAt('/coordinator/v2/tech-adapters')).toBe(DOCS);
    },
  );

  it('rejects what is not an origin, and says what one looks like', async () => {
    const { code, output } = await runCommand('run', '--cors', '*');
    expect([code, output]).toEqual([2, expect.stringContaining('an origin such as https://docs.example')]);
  });
});

it('a platform with the site prints the address of its console, and serves it there', async () => {
  const site = mkdtempSync(join(tmpdir(), 'tessera-site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, 'platform'));
  writeFileSync(join(site, 'platform/index.html'), 'the console');
  for (const page of ['index.html', '404.html']) writeFileSync(join(site, page), page);
  const running = await startProcess(['--site', site, '--reference-servers']);
  onTestFinished(() => kill(running));
  const [, address = ''] = /^ +Console +(\S+)$/m.exec(running.output) ?? [];
  expect(address).toBe(`${running.origin}/platform/`);
  expect(await (await fetch(address)).text()).toBe('the console');
});
