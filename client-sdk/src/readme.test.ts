import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apis } from '@tessera/contracts/apis';
import type { ApiTable, Fixtures } from '@tessera/contracts/vocabulary';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Reply, serveBy } from '../testing/loopback.ts';
import { readDescriptor } from './descriptor.ts';
import { valueAt } from './json-pointer.ts';

const room = fileURLToPath(new URL('..', import.meta.url));
const folder = `${room}.cache/readme`;
const readme = readFileSync(`${room}README.md`, 'utf8');
const [, descriptor = ''] = /^```yaml\n(.*?)^```/ms.exec(readme) ?? [];
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/descriptor.yaml`, descriptor);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the tables explain every option of a client and of a call', () => {
  const surface = readFileSync(`${room}API.md`, 'utf8');
  const options = ['ClientOptions', 'CallOptions', 'Reliability'].flatMap((name) => {
    const [, body = ''] = new RegExp(`^interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(surface) ?? [];
    return [...body.matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, option]) => option);
  });
  const explained = [...readme.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, option]) => option),
  );
  expect(options).toContain('maxResponseBytes');
  expect(options.filter((option) => !explained.includes(option))).toEqual([]);
});

test('every code block compiles', () => {
  const files = blocks.map((code, index) => {
    const file = `${folder}/block-${index}.ts`;
    writeFileSync(file, code);
    return file;
  });
  const { config } = ts.readConfigFile(`${room}tsconfig.test.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, room);
  const program = ts.createProgram(files, { ...options, noEmit: true, composite: false });
  const complaints = files
    .map((file) => program.getSourceFile(file))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(files.length).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
});

test('the first code block validates, provisions and waits', async () => {
  const { origin, received } = await serveBy(({ method, url }, count) => {
    if (url.endsWith('/v1/validate')) return { status: 200, json: { valid: true } };
    if (method === 'POST') return { status: 202, json: 'token-1' };
    const info = { publicInfo: { table: 'shipments' }, privateInfo: {} };
    return { status: 200, json: count < 4 ? { status: 'RUNNING' } : { status: 'COMPLETED', info } };
  });
  expect(await run(0, origin)).toEqual(['RUNNING', 'COMPLETED', { table: 'shipments' }]);
  expect(received.map(({ url }) => url.replace('/tech-adapter', ''))).toEqual([
    '/v1/validate',
    '/v1/provision',
    '/v1/provision/token-1/status',
    '/v1/provision/token-1/status',
  ]);
  expect(descriptor).toContain('componentIdToProvision: ');
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ descriptor });
});

test('every other code block runs against the examples of the contracts', async () => {
  const routes = (await Promise.all(apis.map(({ id }) => routesOf(id)))).flat();
  const routeOf = (method: string, url: string) => {
    const { pathname } = new URL(url, 'http://x');
    return routes.find((one) => one.method === method && one.path.test(pathname));
  };
  const { origin, received } = await serveBy(({ method, url }) => {
    const reply = routeOf(method, url)?.reply;
    return reply ?? { status: 404, json: { errors: [`no operation ${method} ${url}`] } };
  });
  for (const index of blocks.keys()) if (index > 0) await run(index, origin);
  expect(received.filter(({ method, url }) => routeOf(method, url)?.deprecated === true)).toEqual([]);
  // The platform rejects a descriptor without components.
  const descriptors = received
    .filter(({ url }) => url.startsWith('/coordinator'))
    .flatMap(({ body }) => (body === '' ? [] : (JSON.parse(body).descriptor ?? [])));
  expect(descriptors.length).toBeGreaterThan(0);
  for (const text of descriptors) expect(readDescriptor(text).system.components).not.toHaveLength(0);
});

/** Runs a block against a server and answers with what it printed. */
async function run(index: number, origin: string): Promise<unknown[]> {
  const printed: unknown[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values));
  const file = `${folder}/run-${index}.ts`;
  const code = (blocks[index] ?? '').replace(/http:\/\/localhost:4400/g, origin);
  writeFileSync(file, code.replace("'descriptor.yaml'", JSON.stringify(`${folder}/descriptor.yaml`)));
  await import(/* @vite-ignore */ file).finally(() => spy.mockRestore());
  return printed;
}

interface Route {
  method: string;
  path: RegExp;
  deprecated: boolean;
  reply: Reply;
}

/** Every operation of an API, answered with the example of an end where there is one. */
async function routesOf(id: string): Promise<Route[]> {
  const [table]: ApiTable[] = Object.values(
    await import(/* @vite-ignore */ `@tessera/contracts/operations/${id}`),
  );
  const [fixtures]: Fixtures[] = Object.values(
    await import(/* @vite-ignore */ `@tessera/contracts/fixtures/${id}`),
  );
  return Object.values(table?.operations ?? {}).map(({ id: operationId, method, path, deprecated }) => {
    const successes = Object.entries(fixtures?.[operationId]?.responses ?? {}).filter(
      ([status]) => status < '300',
    );
    const values = successes.flatMap(([status, examples]) =>
      Object.values(examples).map(({ value }) => ({ status: Number(status), json: value })),
    );
    const isEnd = ({ json }: { json: unknown }) =>
      valueAt(json, '/status') === 'COMPLETED' || valueAt(json, '/meta/pagination/nextCursor') === null;
    const pattern = `${table?.prefix}${path}`.replace(/\{[^}]+\}/g, '[^/]+');
    return {
      method,
      path: new RegExp(`^${pattern}$`),
      deprecated: deprecated === true,
      reply: values.find(isEnd) ?? values[0] ?? { status: 204 },
    };
  });
}
