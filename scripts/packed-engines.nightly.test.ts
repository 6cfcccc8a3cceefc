import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from './check/command.ts';
import { packPackages } from './pack-packages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** npm's message without a registry; then nothing can be resolved. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/;

const folder = mkdtempSync(join(tmpdir(), 'tessera-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Users who install its packages do not get the overrides of this repository.
it('all dependencies of the packed packages support this version of Node', async (context) => {
  const packed = await packPackages(ROOT, folder);
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const flags = ['--package-lock-only', '--ignore-scripts', '--engine-strict', '--no-audit', '--no-fund'];
  const installed = await runCommand(project, 'npm', [
    'install',
    ...flags,
    ...packed.map(({ tarball }) => tarball),
  ]);
  if (OFFLINE.test(installed.output)) context.skip('no package registry can be reached');
  expect(installed.output).not.toContain('EBADENGINE');
  expect(installed.code, installed.output).toBe(0);
});
