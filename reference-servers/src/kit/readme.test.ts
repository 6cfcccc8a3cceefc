import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { afterAll, expect, it } from 'vitest';
import type { KitOptions } from './serve-mount.ts';

const room = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(room, '.cache/readme');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readme = readFileSync(join(room, 'README.md'), 'utf8');
const [, sample = ''] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];

/** Every option; false for those that only tests and programs around a server need. */
const OPTIONS: Readonly<Record<keyof KitOptions, boolean>> = {
  prefix: true,
  mode: true,
  without: true,
  store: true,
  keepFor: true,
  answerTimeout: true,
  taskTimeout: true,
  maxTasks: true,
  maxTaskBytes: true,
  maxRunning: true,
  maxRequests: true,
  drainTimeout: true,
  bodyLimit: true,
  requestTimeout: true,
  knownHosts: true,
  cors: true,
  logLevel: true,
  faults: true,
  validateResponses: true,
  development: true,
  telemetry: true,
  isReady: true,
  authenticate: true,
  logger: false,
  clock: false,
  ids: false,
  pages: false,
  close: false,
};

it('the README explains every option', () => {
  const explained = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const wanted = Object.entries(OPTIONS).flatMap(([name, isForAll]) => (isForAll ? name : []));
  expect(explained).toEqual(wanted);
});

it('the sample of the README is an adapter of ten lines', () => {
  const [, body = ''] = /^(const app = .*?^\}\);)$/ms.exec(sample) ?? [];
  expect(body.split('\n')).toHaveLength(10);
});

it('the sample of the README validates, provisions and shuts down gracefully', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'adapter.ts'), sample);
  const flags = ['--conditions=tessera-source', '--import', 'tsx', join(folder, 'adapter.ts')];
  const child = spawn(process.execPath, flags, { cwd: room, env: { ...process.env, PORT: '0' } });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  try {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const listening = new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => resolve(String(chunk).trim())),
    );
    const address = await Promise.race([listening, ended.then(() => Promise.reject(new Error(said)))]);
    const { prefix, operations } = techAdapter;
    const base = address.replace('0.0.0.0', '127.0.0.1') + prefix;
    const { text, descriptorKind } = descriptors['shipments-view'];
    const post = (path: string, descriptor: string) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ descriptorKind, descriptor }),
      });
    expect(await (await post(operations.validate.path, text)).json()).toEqual({ valid: true });
    expect((await post(operations.provision.path, 'not: [yaml')).status).toBe(400);
    const started = await post(operations.provision.path, text);
    expect(started.status).toBe(202);
    const token = String(await started.json());
    const status = await fetch(base + operations.getStatus.path.replace('{token}', token));
    expect(await status.json()).toMatchObject({ status: 'COMPLETED', result: 'Shipments view provisioned' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
