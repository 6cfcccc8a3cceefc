import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { SITE_ROOT } from '../node/config.ts';

it('measures what readers pay, with the smallest setting', async () => {
  const flags = ['--rounds', '1', '--large', '0', '--skip-builds'];
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'bench', '--', ...flags], {
    cwd: SITE_ROOT,
  });
  expect(stdout).toMatch(/^tessera, slow: transferred +[\d.]+ kB in \d requests/m);
  expect(stdout).toMatch(/^search, fetched until then \/ in all +\d+ KiB/m);
}, 300_000);
