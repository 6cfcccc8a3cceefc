import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { runCommand as run } from '../mutants/command.ts';
import type { Adapter } from '../mutants/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { freePort, serveInMemory } from '../mutants/virtual-time.ts';
import { FLAGS } from './flags.ts';
import { runConformance } from './run-conformance.ts';
import { SAMPLE_ROLES } from './suite/options.ts';
import type { Report } from './suite/report.ts';
import { EXIT, EXIT_WORDS } from './suite/verdict.ts';

useVirtualTime();

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

const judge = (...argv: string[]) =>
  run('tech-adapter', '--url', adapter.url.href, '--report', join(folder, 'out'), ...argv);

describe('the command', () => {
  it('shows a passing run on one screen and writes both reports', async () => {
    const { code, said } = await judge('--seed', '4');
    expect(code).toBe(0);
    expect(said).not.toContain('TA-20');
    expect(said.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(said).toMatch(/\nconformant: \d+ pass, .*, seed 4\n$/);
    const report: Report = JSON.parse(readFileSync(join(folder, 'out/tech-adapter.json'), 'utf8'));
    expect(report.run.seed).toBe(4);
    const html = readFileSync(join(folder, 'out/tech-adapter.html'), 'utf8');
    expect(html.length).toBeLessThan(400_000);
    expect(html).not.toMatch(/(src|href)="https?:/);
    expect(readdirSync(join(folder, 'out')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('never reports an excluded check as passed', async () => {
    const { code, said } = await judge('--only', 'TA-11', '--verbose');
    expect(said).toMatch(/pass +TA-11 /);
    expect(code).toBe(2);
    expect(said).not.toContain('TA-20');
  });

  it('writes no secrets', async () => {
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

  it('calls no operation that changes state when it is read-only', async () => {
    const { code, said } = await judge('--read-only', '--json');
    expect(code).toBe(0);
    const report: Report = JSON.parse(said);
    expect(report.notes.join(' ')).toMatch(/Checked read-only: \d+ of \d+ checks/);
    const called = new Set(report.exchanges.map(({ operation }) => operation));
    for (const operation of ['provision', 'unprovision', 'updateacl', 'terminateProvisioning'])
      expect(called).not.toContain(operation);
  });

  it('writes every requested format', async () => {
    const { code } = await judge(
      '--format',
      'junit,markdown,sarif,badge',
      '--report',
      join(folder, 'formats'),
    );
    expect(code).toBe(0);
    const files = readdirSync(join(folder, 'formats')).sort();
    expect(files).toEqual([
      'tech-adapter.junit.xml',
      'tech-adapter.md',
      'tech-adapter.sarif',
      'tech-adapter.svg',
    ]);
  });

  it('reads flags from a file; the command line has precedence', async () => {
    const file = join(folder, 'conformance.yaml');
    writeFileSync(
      file,
      `contract: tech-adapter\nurl: ${adapter.url.href}\nonly: [TA-11]\nseed: 9\nreport: from-file\n`,
    );
    const { said } = await run('--config', file, '--seed', '12', '--json');
    const report: Report = JSON.parse(said);
    expect({ seed: report.run.seed, only: report.run.only }).toEqual({ seed: 12, only: ['TA-11'] });
    expect(existsSync(join(folder, 'from-file/tech-adapter.json'))).toBe(true);
  });

  it('writes a configuration file once, and runs with it', async () => {
    const file = join(folder, 'new.yaml');
    const init = () => run('init', file, '--url', adapter.url.href);
    expect((await init()).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('contract: tech-adapter');
    expect((await init()).code).toBe(5);
    const { code } = await run('--config', file, '--only', 'TA-11', '--report', join(folder, 'by-file'));
    expect(code).toBe(2);
  });

  it('says which flags it needs when there is no terminal', async () => {
    const { code, said } = await run('init', join(folder, 'asked.yaml'));
    expect(code).toBe(5);
    expect(said).toContain('--url URL');
  });

  it('verifies a complete report, and rejects a modified one', async () => {
    await judge('--report', join(folder, 'whole'));
    const path = join(folder, 'whole/tech-adapter.json');
    expect((await run('verify', path)).code).toBe(0);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"verdict": "pass"', '"verdict": "fail"'));
    const { code, said } = await run('verify', path);
    expect(code).toBe(1);
    expect(said).toContain('incomplete');
  });

  it('shows what got worse between two reports', async () => {
    const worse = await startAdapter({ finish: (end) => ('updates' in end ? { status: 'COMPLETED' } : end) });
    await judge('--report', join(folder, 'before'));
    await run(
      'tech-adapter',
      '--url',
      worse.url.href,
      '--report',
      join(folder, 'after'),
      '--poll-budget',
      '2000',
    );
    await worse.close();
    const paths = ['before', 'after'].map((name) => join(folder, name, 'tech-adapter.json'));
    const { code, said } = await run('compare', ...paths);
    expect(code).toBe(1);
    expect(said).toMatch(/worse\s+TA-37/);
    expect((await run('compare', ...paths.slice(0, 1), ...paths.slice(0, 1))).code).toBe(0);
  });

  it('stops on a signal, says so, and removes what it created', async () => {
    const stop = new AbortController();
    const removed: string[] = [];
    const slow = await startAdapter({
      work: 400,
      answer: (reply, { operation, input }) => {
        if (operation === 'unprovision' && reply.status === 202) removed.push(JSON.stringify(input));
        return reply;
      },
    });
    const created = new Set<string>();
    const report = await runConformance({
      contract: 'tech-adapter',
      ...doorOf(slow),
      signal: stop.signal,
      onExchange: ({ operation, sent, intent }) => {
        if (operation !== 'provision' || intent !== 'valid') return;
        created.add(String(sent.text).slice(0, 40));
        stop.abort();
      },
    });
    await slow.close();
    expect(created.size).toBeGreaterThan(0);
    expect(removed.length).toBeGreaterThan(0);
    expect({
      verdict: report.verdict,
      exitCode: report.exitCode,
      interrupted: report.run.interrupted,
    }).toEqual({
      verdict: 'partial',
      exitCode: 2,
      interrupted: true,
    });
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
    for (const role of SAMPLE_ROLES) expect(said).toContain(role);
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const [name, words] of EXIT_WORDS) expect(readme).toContain(`| ${EXIT[name]} | ${words}`);
  });

  it.each([
    { name: 'an unknown flag', argv: ['tech-adapter', '--nope'], says: "'--nope'" },
    {
      name: 'an unknown contract',
      argv: ['teapot', '--url', 'http://127.0.0.1:1'],
      says: "no contract 'teapot'",
    },
    { name: 'an unknown contract without an address', argv: ['teapot'], says: "no contract 'teapot'" },
    { name: 'no contract', argv: ['--url', 'http://127.0.0.1:1'], says: 'name the contract' },
    { name: 'no address', argv: ['tech-adapter'], says: '--url' },
    { name: 'an invalid address', argv: ['tech-adapter', '--url', 'nonsense'], says: "'nonsense'" },
    { name: 'an address with another scheme', argv: ['tech-adapter', '--url', 'ftp://x'], says: "'ftp:'" },
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
      name: 'an invalid number',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--timeout', 'soon'],
      says: "'soon'",
    },
    {
      name: 'a misspelled flag',
      argv: ['tech-adapter', '--reprot', 'x'],
      says: 'did you mean --report?',
    },
    {
      name: 'a flag that is similar to no other',
      argv: ['tech-adapter', '--har', 'x'],
      says: "Unknown option '--har'; see --help",
    },
    { name: 'a format as a flag', argv: ['--html', 'f'], says: "'--html'; --format html writes such a file" },
    {
      name: 'a misspelled check',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--skip', 'TA-2O'],
      says: 'did you mean TA-20?',
    },
    {
      name: 'both to read only and to write',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--read-only', '--write'],
      says: 'contradict each other',
    },
    {
      name: 'a check that is both selected and skipped',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--only', 'TA-20', '--skip', 'TA-20'],
      says: 'TA-20',
    },
    {
      name: 'two kinds of credentials',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--bearer', 'x', '--basic', 'a:b'],
      says: 'contradict each other',
    },
    {
      name: 'a certificate without its key',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--cert', '/dev/null'],
      says: 'belong together',
    },
    {
      name: 'an invalid proxy',
      argv: ['tech-adapter', '--url', 'http://example.com', '--proxy', 'nonsense'],
      says: '--proxy',
    },
    {
      name: 'a name without a value',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--id', 'environment'],
      says: 'environment=production',
    },
    {
      name: 'a missing body',
      argv: ['tech-adapter', '--url', 'http://127.0.0.1:1', '--body', 'provision=/no/such.json'],
      says: '/no/such.json',
    },
    {
      name: 'a recording and a path to watch',
      argv: ['tech-adapter', '--recording', '/dev/null', '--watch', 'src'],
      says: 'contradict each other',
    },
    {
      name: 'a missing recording',
      argv: ['tech-adapter', '--recording', '/no/such.har'],
      says: '/no/such.har',
    },
    {
      name: 'an invalid header',
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
  ])('rejects a descriptor that $name', async ({ text, says }) => {
    const file = join(folder, 'descriptor.yaml');
    writeFileSync(file, text);
    const { code, said } = await judge('--descriptor', file);
    expect(code).toBe(5);
    expect(said).toContain(says);
  });

  it.each([
    { name: 'with an unknown key', text: 'contract: tech-adapter\nspeed: 9', says: "'speed' is unknown" },
    {
      name: 'with a misspelled key',
      text: 'contract: tech-adapter\ntimeuot: 9',
      says: 'did you mean timeout?',
    },
    {
      name: 'with an unset environment variable',
      text: `header: { A: "\${NO_SUCH_SECRET_HERE}" }`,
      says: 'NO_SUCH_SECRET_HERE',
    },
    { name: 'with a wrong type', text: 'timeout: soon', says: 'timeout is a number' },
    { name: 'that is not YAML', text: 'a: [', says: 'is not YAML' },
  ])('refuses a configuration file $name', async ({ text, says }) => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, text);
    const { code, said } = await run('--config', file);
    expect(code).toBe(5);
    expect(said).toContain(says);
  });

  it('rejects a waiver without an owner', async () => {
    const file = join(folder, 'waivers.yaml');
    writeFileSync(file, 'waivers:\n  - { id: TA-32, reason: later }\n');
    const { code, said } = await judge('--waivers', file);
    expect(code).toBe(5);
    expect(said).toContain('entry 1 lacks owner, expires');
  });

  it('says that no server listens, and writes no report', async () => {
    const out = join(folder, 'unknown');
    const { code, said } = await run('tech-adapter', '--url', 'http://127.0.0.1:1', '--report', out);
    expect(code).toBe(6);
    expect(said).toContain('nothing listens at http://127.0.0.1:1');
    expect(existsSync(join(out, 'tech-adapter.json'))).toBe(false);
  });

  it('says that the server does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    const { url, close } = serveInMemory(server, freePort());
    const { code, said } = await run('tech-adapter', '--url', url.href, '--report', join(folder, 'mail'));
    await close();
    expect(code).toBe(6);
    expect(said).toContain('does not speak HTTP');
  });
});
