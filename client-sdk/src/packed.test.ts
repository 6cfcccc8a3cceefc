import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUNS_ALL } from '../../scripts/test-cases.js';
import { serve } from '../testing/loopback.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'tessera-packed-'));

/** What a user writes who has installed the package and nothing else. */
const APPLICATION = `
import { createTechAdapter } from '@tessera/client/tech-adapter';
import { ApiError } from '@tessera/client';
const adapter = createTechAdapter({ baseUrl: process.argv[2] ?? '' });
const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const { valid }: { valid: boolean } = await adapter.validate({ body });
const task = await adapter.provision({ body });
const { status } = await task.wait();
console.log(valid, status, typeof ApiError);
`;

beforeAll(async () => {
  await install('generated');
  const dependencies = await install('client-sdk');
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@tessera/')) link(name);
  }
  link('@types/node');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'application.ts'), APPLICATION);
});

afterAll(() => rmSync(project, { recursive: true }));

/** Puts what would be published into the project; answers with its dependencies. */
async function install(folder: string): Promise<Record<string, string>> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await run('npm', args, { cwd: join(root, folder) });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  const json = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const home = join(project, 'node_modules', json.name);
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', join(project, filename), '-C', home, '--strip-components=1']);
  return json.dependencies ?? {};
}

function link(name: string): void {
  const path = join(project, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path);
}

const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];

function compile(...options: string[]) {
  const all = [...options, ...STRICT, '--target', 'es2023', '--types', 'node', 'application.ts'];
  return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...all], { cwd: project });
}

/** A second compiler run over the same declarations, which only `npm run test:nightly` makes. */
if (RUNS_ALL)
  test('a project that leaves its modules to a bundler compiles against the packed client', async () => {
    await compile('--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit');
  });

test('a project that has installed the packed client compiles against it and calls operations', async () => {
  await compile('--module', 'nodenext');
  const server = await serve(
    { status: 200, json: { valid: true } },
    { status: 202, json: 'token-1' },
    { status: 200, json: { status: 'COMPLETED' } },
  );
  const { stdout } = await run(process.execPath, ['application.js', server.origin], { cwd: project });
  expect(stdout).toBe('true COMPLETED function\n');
});
