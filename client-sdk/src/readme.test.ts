import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveBy } from '../testing/loopback.ts';

const room = fileURLToPath(new URL('..', import.meta.url));
const folder = `${room}.cache/readme`;
const readme = readFileSync(`${room}README.md`, 'utf8');
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
const WRITTEN_ORIGIN = 'http://localhost:4400';

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/descriptor.yaml`, 'dataProduct: {}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

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
}, 60_000);

test('every code block runs, and the first one provisions', async () => {
  const { origin, received } = await serveBy(({ method, url }, count) => {
    if (url.endsWith('/v1/validate')) return { status: 200, json: { valid: true } };
    if (method === 'POST') return { status: 202, json: 'token-1' };
    const info = { publicInfo: { table: 'shipments' }, privateInfo: {} };
    return { status: 200, json: count < 4 ? { status: 'RUNNING' } : { status: 'COMPLETED', info } };
  });
  const printed: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values));
  for (const [index, code] of blocks.entries()) {
    const file = `${folder}/run-${index}.ts`;
    writeFileSync(
      file,
      code
        .replace(WRITTEN_ORIGIN, origin)
        .replace("'descriptor.yaml'", JSON.stringify(`${folder}/descriptor.yaml`)),
    );
    await import(/* @vite-ignore */ file);
    if (index > 0) continue;
    expect(printed).toEqual(['RUNNING', 'COMPLETED', { table: 'shipments' }]);
    expect(received.map(({ url }) => url.replace('/tech-adapter', ''))).toEqual([
      '/v1/validate',
      '/v1/provision',
      '/v1/provision/token-1/status',
      '/v1/provision/token-1/status',
    ]);
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ descriptor: 'dataProduct: {}\n' });
  }
  vi.restoreAllMocks();
});
