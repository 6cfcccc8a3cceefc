import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { runCommand as run } from '../mutants/command.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { readCommand } from './config.ts';

useVirtualTime();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-bad-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const CLOSED = 'http://127.0.0.1:1';
const REPORT = { format: 'tessera-conformance-report', formatVersion: 1 };
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('invalid arguments', () => {
  it.each([
    {
      name: 'a contract with the name of an object property',
      argv: () => ['constructor', '--url', CLOSED],
      says: "no contract 'constructor'",
    },
    {
      name: 'the checks of such a contract',
      argv: () => ['toString', '--list'],
      says: "no contract 'toString'",
    },
    {
      name: 'an operation of such a name',
      argv: () => ['integrator', '--listen', '1', '--answer', 'constructor=409'],
      says: 'no operation constructor',
    },
    {
      name: 'two answers for one operation',
      argv: () => ['integrator', '--listen', '1', '--answer', 'updateHook=150'],
      says: 'from 200 to 599',
    },
    {
      name: 'a report without any field',
      argv: () => ['verify', file('empty.json', JSON.stringify(REPORT))],
      says: 'the report must have required property',
    },
    {
      name: 'a report with a string instead of a list',
      argv: () => {
        const path = file('list.json', JSON.stringify({ ...REPORT, checks: 'all' }));
        return ['compare', path, path];
      },
      says: 'is not a complete report',
    },
    {
      name: 'a recording with another format version',
      argv: () => {
        const request = { method: 'GET', url: 'http://a.example.com/v1/provision/t/status' };
        const path = file('age.ndjson', JSON.stringify({ request, startedAt: 1e300 }));
        return ['tech-adapter', '--recording', path, '--report', join(folder, 'age')];
      },
      says: 'line 1: the start 1e+300 is not a time',
    },
    {
      name: 'a contract version that is too new',
      argv: () => ['tech-adapter', '--list', '--contract-version', '99.0'],
      says: 'this suite knows tech-adapter from contract version 2.0.0 to ',
    },
    {
      name: 'a contract version that is too old',
      argv: () => ['tech-adapter', '--url', CLOSED, '--contract-version', '1'],
      says: 'this suite knows tech-adapter from contract version 2.0.0 to ',
    },
    {
      name: 'an unknown operation in --exclude',
      argv: () => ['tech-adapter', '--url', CLOSED, '--exclude', 'unprovison'],
      says: 'has no such operation; did you mean unprovision?',
    },
    {
      name: 'an address with a password and a fragment',
      argv: () => ['tech-adapter', '--url', 'http://u:hunter@22@a.example.com/#a'],
      says: '--url has neither query nor fragment (http://a.example.com/#a)',
    },
    {
      name: 'an address with another scheme and a password',
      argv: () => ['tech-adapter', '--url', 'ftp://u:hunter22@a.example.com/'],
      says: "not with 'ftp:' (ftp://a.example.com/)",
    },
    {
      name: 'an invalid proxy with a password',
      argv: () => ['tech-adapter', '--url', CLOSED, '--proxy', 'http://u:hunter22@x:y'],
      says: "not 'http://x:y'",
    },
    {
      name: 'init with a password',
      argv: () => ['init', join(folder, 'secret.yaml'), '--url', 'http://u:hunter22@a.example.com'],
      says: 'init stores no passwords',
    },
    {
      name: 'an unset environment variable',
      argv: () => ['--config', file('variable.yaml', `timeout: \${NO_SUCH_TIME}\n`)],
      says: 'timeout needs the environment variable NO_SUCH_TIME\n',
    },
    {
      name: 'an invalid certificate',
      argv: () => {
        const path = file('none.pem', 'not a certificate');
        return ['tech-adapter', '--url', 'https://127.0.0.1:1', '--cert', path, '--key', path];
      },
      says: '--cert and --key are not a certificate in PEM with its key',
    },
    {
      name: 'an invalid certificate authority',
      argv: () => ['tech-adapter', '--url', 'https://127.0.0.1:1', '--ca', file('ca.pem', 'not one')],
      says: '--ca contains no certificate in PEM',
    },
    {
      name: 'a header that cannot be sent',
      argv: () => ['tech-adapter', '--url', CLOSED, '--header', 'X-Team: données €'],
      says: '--header x-team: its name or value contains characters that a header cannot have',
    },
    {
      name: 'a listening time above the maximum of a timer',
      argv: () => ['integrator', '--listen', '99999999999999'],
      says: '--listen is a number from 1 to 2147483647',
    },
    { name: 'init with two files', argv: () => ['init', 'a.yaml', 'b.yaml'], says: 'init writes one file' },
    {
      name: 'init with a flag that it does not support',
      argv: () => ['init', '--url', CLOSED, '--header', 'a: b'],
      says: '--read-only; --header would do nothing',
    },
    {
      name: 'verify with a flag',
      argv: () => ['verify', 'report.json', '--json'],
      says: 'verify takes no flags; --json would do nothing',
    },
    {
      name: 'a contract version that YAML reads as a number',
      argv: () => ['--config', file('number.yaml', 'contract: tech-adapter\ncontract-version: 2.5\n')],
      says: 'contract-version is text: put quotes around it',
    },
    {
      name: 'a file with contradictory flags',
      argv: () => ['tech-adapter', '--config', file('both.yaml', 'read-only: true\nwrite: true\n')],
      says: '--read-only and --write contradict each other',
    },
  ])('such as $name are rejected in one line', async ({ argv, says }) => {
    const { code, said } = await run(...argv());
    expect(code).toBe(5);
    expect(`${said}\n`).toContain(says);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('a file at the path of the report: the verdict is printed, and no temporary file remains', async () => {
    const adapter = await startAdapter();
    const reports = join(folder, 'taken');
    mkdirSync(join(reports, 'tech-adapter.html'), { recursive: true });
    const { code, said } = await run(
      ...['tech-adapter', '--url', adapter.url.href, '--only', 'TA-11', '--report', reports],
    );
    await adapter.close();
    expect(code).toBe(5);
    expect(said).toContain('1 pass');
    expect(said).toContain(`--report ${reports}: the report cannot be written (`);
    expect(said).not.toContain('at Object');
    expect(readdirSync(reports).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a configuration file', () => {
  it('that init wrote is read back unchanged', async () => {
    const descriptor = file('own #1.yaml', 'a: 1\n');
    const path = join(folder, 'written.yaml');
    const asked = ['--contract-version', '2.5', '--descriptor', relative(process.cwd(), descriptor)];
    expect((await run('init', path, '--url', CLOSED, ...asked)).code).toBe(0);
    const command = readCommand(['--config', path]);
    expect(command).toMatchObject({ options: { contractVersion: '2.5', descriptor: 'a: 1\n' } });
  });

  it('is overridden by the command line, also by the opposite flag and by --no', () => {
    const text = 'contract: tech-adapter\nurl: http://a.example.com\nread-only: true\ninsecure: true\n';
    const path = file('overruled.yaml', text);
    const write = readCommand(['--config', path, '--write', '--no-insecure']);
    expect(write).toMatchObject({ options: { readOnly: false } });
    expect(write).not.toHaveProperty('options.tls');
  });

  it('replaces environment variables in every string', () => {
    vi.stubEnv('TESSERA_TEST_PLACE', 'here');
    vi.stubEnv('TESSERA_TEST_TIME', '700');
    const text = `contract: tech-adapter\nurl: 'http://\${TESSERA_TEST_PLACE}.example.com'\n`;
    const path = file(
      'filled.yaml',
      `${text}report: 'out/\${TESSERA_TEST_PLACE}'\nonly: ['\${TESSERA_TEST_PLACE}']\ntimeout: \${TESSERA_TEST_TIME}\n`,
    );
    const command = readCommand(['--config', path]);
    vi.unstubAllEnvs();
    expect(command).toMatchObject({
      reportFolder: join(folder, 'out/here'),
      options: { url: new URL('http://here.example.com'), only: ['here'], timeout: 700 },
    });
  });

  it('that is missing does not prevent --help', async () => {
    expect((await run('--help', '--config', '/no/such.yaml')).code).toBe(0);
  });
});

describe('a recording', () => {
  it('may start with a byte order mark', async () => {
    const request = { method: 'GET', url: 'http://a.example.com/v1/provision/t/status', headers: [] };
    const response = { status: 200, headers: [], content: { text: '{}' } };
    const har = { log: { entries: [{ startedDateTime: '2026-11-20T10:00:00Z', request, response }] } };
    const { code, said } = await run(
      ...['tech-adapter', '--recording', file('marked.har', `\uFEFF${JSON.stringify(har)}`)],
      ...['--report', join(folder, 'marked')],
    );
    expect(said).toContain('1 of 1 recorded requests');
    expect(code).toBe(1);
  });
});
