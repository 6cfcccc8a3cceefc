import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, tool } from '../check/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'reference-servers/bin/tessera-serve.js');
const FOLDER = join(ROOT, 'reference-servers/dist/command');

await writeOnce();

/** As `npm run prepare` does. */
async function writeOnce(): Promise<void> {
  const { code, output } = await runCommand(ROOT, tool('tsx'), [
    'scripts/bundle.ts',
    '--room',
    'reference-servers',
  ]);
  expect(code, output).toBe(0);
}

function start(...args: string[]): Promise<{ origin: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [COMMAND, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((found, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += String(chunk);
      const origin = /^Serving at (\S+)$/m.exec(output)?.[1];
      if (origin !== undefined) found({ origin, child });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => reject(new Error(`the server ended: ${output}`)));
  });
}

test('the bundled command serves every contract, with requests validated, and ends in peace', async () => {
  const { origin, child } = await start('all');
  const post = (path: string, body: unknown) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refused = await post('/tech-adapter/v1/validate', {});
  expect(refused.status).toBe(400);
  expect(JSON.stringify(await refused.json())).toContain('descriptor');
  const document = await fetch(`${origin}/tech-adapter/openapi.json`);
  expect(await document.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('process_cpu_seconds_total');
  const ended = new Promise((found) => child.on('close', found));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('the bundled command stands in for a file of somebody else', async () => {
  const { origin } = await start('stub', join(ROOT, 'generated/bundle/marketplace-plugin.openapi.json'));
  const { status, headers } = await fetch(`${origin}/v1/no-such-path`);
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
});

test('the bundled command serves a site', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const page of ['index', '404']) writeFileSync(join(folder, `${page}.html`), `<p>${page}</p>`);
  const { origin } = await start('all', '--site', folder);
  expect(await (await fetch(`${origin}/`)).text()).toBe('<p>index</p>');
  const missing = await fetch(`${origin}/nothing`);
  expect([missing.status, await missing.text()]).toEqual([404, '<p>404</p>']);
});

test('the bundled command writes projects, because it finds the templates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'my-adapter');
  const { code, output } = await runCommand(ROOT, process.execPath, [
    COMMAND,
    'init',
    'tech-adapter',
    project,
  ]);
  expect(code, output).toBe(0);
  expect(existsSync(join(project, 'src/handlers.ts'))).toBe(true);
});

test('the bundle tells whose code it holds, and nothing of the machine that made it', () => {
  const licences = readFileSync(join(FOLDER, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['fastify', 'fastify-openapi-glue', 'ajv', '@seriousme/openapi-schema-validator']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  for (const file of readdirSync(FOLDER))
    expect(readFileSync(join(FOLDER, file), 'utf8')).not.toContain(ROOT);
});
