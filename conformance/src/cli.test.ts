import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Adapter, startAdapter } from '../mutants/adapter.ts';
import { main } from './cli.ts';
import { FLAGS } from './config.ts';
import type { Report } from './suite/report.ts';

let adapter: Adapter;
let folder: string;
beforeAll(async () => {
  adapter = await startAdapter();
  folder = mkdtempSync(join(tmpdir(), 'tessera-conformance-'));
});
afterAll(async () => {
  await adapter.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());

/** Runs the command and collects what it says. */
async function run(...argv: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const listen = (text: unknown): boolean => said.push(String(text)) > 0;
  vi.spyOn(console, 'log').mockImplementation(listen);
  vi.spyOn(console, 'error').mockImplementation(listen);
  vi.spyOn(process.stdout, 'write').mockImplementation(listen);
  const code = await main(argv);
  vi.restoreAllMocks();
  return { code, said: said.join('\n') };
}

const judge = (...argv: string[]) =>
  run('tech-adapter', '--url', adapter.url.href, '--report', join(folder, 'out'), ...argv);

describe('the command', () => {
  it('judges, says every verdict and writes both reports', async () => {
    const { code, said } = await judge('--seed', '4');
    expect(code).toBe(0);
    expect(said).toContain('TA-20');
    expect(said).toContain('conformant');
    const report: Report = JSON.parse(readFileSync(join(folder, 'out/tech-adapter.json'), 'utf8'));
    expect(report.format).toBe('tessera-conformance-report');
    expect(report.run.seed).toBe(4);
    const html = readFileSync(join(folder, 'out/tech-adapter.html'), 'utf8');
    expect(html.length).toBeLessThan(400_000);
    expect(html).not.toMatch(/(src|href)="https?:/);
    expect(readdirSync(join(folder, 'out')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('never says a check passed that was left out', async () => {
    const { code, said } = await judge('--only', 'TA-11');
    expect(code).toBe(2);
    expect(said).not.toContain('TA-20');
  });

  it('keeps secrets out of everything it writes', async () => {
    const { said } = await judge(
      '--header',
      'Authorization: Bearer hush-hush-12345',
      '--only',
      'X-01',
      '--json',
    );
    const written = readdirSync(join(folder, 'out')).map((name) =>
      readFileSync(join(folder, 'out', name), 'utf8'),
    );
    for (const text of [said, ...written]) expect(text).not.toContain('hush-hush-12345');
  });

  it('calls nothing that changes anything when it may only read', async () => {
    const { code, said } = await judge('--read-only', '--json');
    expect(code).toBe(2);
    const report: Report = JSON.parse(said);
    const called = new Set(report.exchanges.map(({ operation }) => operation));
    for (const operation of ['provision', 'unprovision', 'updateacl', 'terminateProvisioning'])
      expect(called).not.toContain(operation);
  });

  it('lists every check without sending anything', async () => {
    const { code, said } = await run('tech-adapter', '--list');
    expect(code).toBe(0);
    expect(said).toContain('MUST');
    expect(said).toMatch(/\d+ checks/);
  });

  it('explains every flag in its help', async () => {
    const { said } = await run('--help');
    for (const { name } of FLAGS) expect(said).toContain(`--${name}`);
  });

  it.each([
    { name: 'an unknown flag', argv: ['tech-adapter', '--nope'], says: "'--nope'" },
    {
      name: 'an unknown contract',
      argv: ['teapot', '--url', 'http://127.0.0.1:1'],
      says: "no contract 'teapot'",
    },
    { name: 'no contract', argv: ['--url', 'http://127.0.0.1:1'], says: 'name the contract' },
    { name: 'no address', argv: ['tech-adapter'], says: '--url' },
    { name: 'an address that is none', argv: ['tech-adapter', '--url', 'nonsense'], says: "'nonsense'" },
    { name: 'an address that is no HTTP', argv: ['tech-adapter', '--url', 'ftp://x'], says: "'ftp:'" },
    {
      name: 'an unknown check',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--only', 'TA-99'],
      says: 'TA-99',
    },
    {
      name: 'a missing descriptor',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--descriptor', '/no/such.yaml'],
      says: '/no/such.yaml',
    },
    {
      name: 'a folder for a descriptor',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--descriptor', '/'],
      says: 'it is a folder',
    },
    {
      name: 'a folder that cannot be written',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--report', '/proc/x/y'],
      says: '/proc/x/y',
    },
    {
      name: 'a number that is none',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--timeout', 'soon'],
      says: "'soon'",
    },
    {
      name: 'a header that is none',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--header', 'hush'],
      says: '--header',
    },
  ])('refuses $name with one message and code 5', async ({ argv, says }) => {
    const { code, said } = await run(...argv);
    expect(code).toBe(5);
    expect(said).toContain(says);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    { name: 'is not YAML', text: 'a: [\nb: {', says: 'is not YAML' },
    { name: 'is a sentence', text: 'just a sentence', says: 'no YAML mapping' },
  ])('refuses a descriptor that $name', async ({ text, says }) => {
    const file = join(folder, 'descriptor.yaml');
    writeFileSync(file, text);
    const { code, said } = await judge('--descriptor', file);
    expect(code).toBe(5);
    expect(said).toContain(says);
  });

  it('says that nobody listens, and writes no report', async () => {
    const out = join(folder, 'nobody');
    const { code, said } = await run('tech-adapter', '--url', 'http://127.0.0.1:1', '--report', out);
    expect(code).toBe(6);
    expect(said).toContain('nothing listens at http://127.0.0.1:1');
    expect(existsSync(join(out, 'tech-adapter.json'))).toBe(false);
  });

  it('says that the other side does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, said } = await run(
      'tech-adapter',
      '--url',
      `http://127.0.0.1:${port}`,
      '--report',
      join(folder, 'mail'),
    );
    server.close();
    expect(code).toBe(6);
    expect(said).toContain('does not speak HTTP');
  });
});
