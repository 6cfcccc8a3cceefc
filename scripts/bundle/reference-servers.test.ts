import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../check/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'reference-servers/bin/tessera-serve.js');
const SOURCES = ['--conditions=tessera-source', '--import', 'tsx', 'reference-servers/src/main.ts'];
const FOLDER = join(ROOT, 'reference-servers/dist/command');
const ROUTER = join(ROOT, 'reference-servers/dist/glue');

/** The contract as it is published; its paths, and their operations by method. */
function readContract(id: string): { paths: Readonly<Record<string, object>> } {
  return JSON.parse(readFileSync(join(ROOT, `generated/bundle/${id}.openapi.json`), 'utf8'));
}

interface Started {
  readonly origin: string;
  readonly child: ChildProcess;
}

function start(program: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [...program, '--port', '0'], {
    cwd: ROOT,
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

test('the bundled command serves every contract, with requests validated, and shuts down gracefully', async () => {
  const { origin, child } = await start([COMMAND, 'all']);
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

test('the bundled command rejects the same requests as the sources, with the same messages', async () => {
  const { paths } = readContract('governance');
  const bundled = await start([COMMAND, 'stub', 'governance']);
  const sources = await start([...SOURCES, 'stub', 'governance']);
  const bad = ['{}', '[]', '{"name":1,"size":1e400}'];
  let refused = 0;
  for (const [path, item] of Object.entries(paths)) {
    for (const method of Object.keys(item).filter((one) =>
      ['get', 'post', 'put', 'patch', 'delete'].includes(one),
    )) {
      for (const body of method === 'get' ? [undefined] : bad) {
        const send = async ({ origin }: Started) => {
          const target = `${origin}/governance${path.replaceAll(/\{[^}]*\}/g, '1')}?limit=x&offset=-1`;
          const headers = { 'content-type': 'application/json', 'x-request-id': 'same' };
          const answer = await fetch(target, {
            method: method.toUpperCase(),
            headers,
            ...(body === undefined ? {} : { body }),
          });
          return { status: answer.status, text: await answer.text() };
        };
        const said = await send(bundled);
        expect(said, `${method} ${path} ${body}`).toEqual(await send(sources));
        if (said.status === 400) refused += 1;
      }
    }
  }
  expect(refused).toBeGreaterThan(20);
});

/**
 * A server of the library, with valid and invalid requests; prints how often a schema was compiled, and the responses.
 */
const LIBRARY = `
const schemas = [];
globalThis.Function = new Proxy(Function, {
  construct(made, given) {
    if (/validate\\d+/.test(given.at(-1))) schemas.push(given.at(-1).slice(0, 200));
    return Reflect.construct(made, given);
  },
});
const { llmEngine } = await import('@tessera/contracts/operations/llm-engine');
const { request, responses } = (await import('@tessera/contracts/fixtures/llm-engine')).llmEngineFixtures.validate;
const { createLlmEngine } = await import('@tessera/reference-servers/kit');
const app = createLlmEngine({ validate: () => responses[200].satisfied.value });
const { method, path } = llmEngine.operations.validate;
const headers = { 'content-type': 'application/json' };
const statuses = [];
for (const body of [request.domain.value, {}]) {
  const asked = { method, url: llmEngine.prefix + path, headers, payload: JSON.stringify(body) };
  statuses.push((await app.inject(asked)).statusCode);
}
await app.close();
console.log(JSON.stringify({ schemas, statuses }));`;

test('a server of the library compiles no schema, neither at start nor for a request', async () => {
  const { code, output } = await runCommand(ROOT, process.execPath, [
    '--input-type=module',
    '--eval',
    LIBRARY,
  ]);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual({ schemas: [], statuses: [200, 400] });
});

test('every contract has its validators, and each of them loads', () => {
  const folder = join(FOLDER, 'validators');
  const load = createRequire(folder);
  const counts = readdirSync(folder).map((file) => Object.keys(load(join(folder, file))).length);
  const contracts = readdirSync(join(ROOT, 'generated/schemas')).filter((file) => {
    const document = file.endsWith('.js') && readContract(file.replace('.js', ''));
    return document !== false && Object.keys(document.paths).length > 0;
  });
  expect(counts).toHaveLength(3 * contracts.length);
  expect(counts.filter((count) => count === 0)).toEqual([]);
});

test('the bundled command starts a stub of any OpenAPI file', async () => {
  const { origin } = await start([
    COMMAND,
    'stub',
    join(ROOT, 'generated/bundle/marketplace-plugin.openapi.json'),
  ]);
  const { status, headers } = await fetch(`${origin}/v1/no-such-path`);
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
});

test('the bundled command serves a site', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const page of ['index', '404']) writeFileSync(join(folder, `${page}.html`), `<p>${page}</p>`);
  const { origin } = await start([COMMAND, 'all', '--site', folder]);
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

test('the bundle names the licenses of its code, and contains no paths of the build machine', () => {
  const licenses = readFileSync(join(FOLDER, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['fastify', 'fastify-openapi-glue', 'ajv', '@seriousme/openapi-schema-validator']) {
    expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  for (const folder of [FOLDER, ROUTER]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.c?js$/.test(file)) continue;
      expect(readFileSync(join(folder, file), 'utf8').includes(ROOT), file).toBe(false);
    }
  }
});
