import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { kill, startProcess } from '../../testing/process.ts';

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
