import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { SITE_ROOT } from '../node/config.ts';

/** Runs a script of the site to its end; returns its output. */
async function run(script: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', script, '--', ...flags], {
    cwd: SITE_ROOT,
    env: { ...process.env, ...env },
  });
  return stdout;
}

it('bench measures what readers pay, with the smallest setting', async () => {
  const printed = await run('bench', ['--rounds', '1', '--large', '0', '--skip-builds']);
  expect(printed).toMatch(/^tessera, slow: transferred +[\d.]+ kB in \d requests/m);
  expect(printed).toMatch(/^search, fetched until then \/ in all +\d+ KiB/m);
});

it('record:console takes a picture of each view in both modes', async () => {
  const content = mkdtempSync(path.join(tmpdir(), 'tessera-content-'));
  onTestFinished(() => rmSync(content, { recursive: true }));
  await run('record:console', [], { TESSERA_SITE_CONTENT: content });
  const files = readdirSync(path.join(content, 'pages/console'));
  expect(files.toSorted()).toEqual(readdirSync(path.join(SITE_ROOT, 'content/pages/console')).toSorted());
});
