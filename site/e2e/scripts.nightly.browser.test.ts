import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { SITE_ROOT } from '../node/config.ts';
import { CONSOLE_PICTURES } from './console-pictures.ts';

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

it('record:console finds every element that it marks, and takes each picture in both modes', async () => {
  const content = mkdtempSync(path.join(tmpdir(), 'tessera-content-'));
  onTestFinished(() => rmSync(content, { recursive: true }));
  await run('record:console', [], { TESSERA_SITE_CONTENT: content });
  const taken = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.webp'),
  );
  const wanted = CONSOLE_PICTURES.flatMap(({ file }) => [`${file}.webp`, `${file}.dark.webp`]);
  expect(taken.toSorted()).toEqual(wanted.toSorted());
});
