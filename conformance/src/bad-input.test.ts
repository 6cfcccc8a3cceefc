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

const NOBODY = 'http://127.0.0.1:1';
const REPORT = { format: 'tessera-conformance-report', formatVersion: 1 };
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('what makes no sense', () => {
  it.each([
    {
      name: 'a contract by the name of a member of every object',
      argv: () => ['constructor', '--url', NOBODY],
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
      name: 'an answer that another follows',
      argv: () => ['integrator', '--listen', '1', '--answer', 'updateHook=150'],
      says: 'from 200 to 599',
    },
    {
      name: 'a report that lacks everything',
      argv: () => ['verify', file('empty.json', JSON.stringify(REPORT))],
      says: 'the report must have required property',
    },
    {
      name: 'a report with a list that is none',
      argv: () => {
        const path = file('list.json', JSON.stringify({ ...REPORT, checks: 'all' }));
        return ['compare', path, path];
      },
      says: 'is no whole report',
    },
    {
      name: 'a recording of another age',
      argv: () => {
        const request = { method: 'GET', url: 'http://a.example.com/v1/provision/t/status' };
        const path = file('age.ndjson', JSON.stringify({ request, startedAt: 1e300 }));
        return ['tech-adapter', '--recording', path, '--report', join(folder, 'age')];
      },
      says: 'line 1: began at 1e+300, which is no time',
    },
    {
      name: 'a generation of tomorrow',
      argv: () => ['tech-adapter', '--list', '--contract-version', '99.0'],
      says: 'there is no generation 99.0 of tech-adapter that this suite knows: from 2.0.0 to ',
    },
    {
      name: 'a generation before the first',
      argv: () => ['tech-adapter', '--url', NOBODY, '--contract-version', '1'],
      says: 'there is no generation 1 of tech-adapter',
    },
    {
      name: 'an operation to leave alone that is none',
      argv: () => ['tech-adapter', '--url', NOBODY, '--exclude', 'unprovison'],
      says: 'has no such operation; did you mean unprovision?',
    },
    {
      name: 'an address with a password and a fragment',
      argv: () => ['tech-adapter', '--url', 'http://u:hunter@22@a.example.com/#a'],
      says: '--url has neither query nor fragment (http://a.example.com/#a)',
    },
    {
      name: 'an address of another kind with a password',
      argv: () => ['tech-adapter', '--url', 'ftp://u:hunter22@a.example.com/'],
      says: "not with 'ftp:' (ftp://a.example.com/)",
    },
    {
      name: 'a proxy with a password that is no address',
      argv: () => ['tech-adapter', '--url', NOBODY, '--proxy', 'http://u:hunter22@x:y'],
      says: "not 'http://x:y'",
    },
    {
      name: 'to write a password down',
      argv: () => ['init', join(folder, 'secret.yaml'), '--url', 'http://u:hunter22@a.example.com'],
      says: 'init writes no passwords down',
    },
    {
      name: 'a variable that is not there',
      argv: () => ['--config', file('variable.yaml', `timeout: \${NO_SUCH_TIME}\n`)],
      says: 'timeout needs the environment variable NO_SUCH_TIME\n',
    },
    {
      name: 'a certificate that is none',
      argv: () => {
        const path = file('none.pem', 'not a certificate');
        return ['tech-adapter', '--url', 'https://127.0.0.1:1', '--cert', path, '--key', path];
      },
      says: '--cert and --key are no certificate in PEM with its key',
    },
    {
      name: 'an authority that is none',
      argv: () => ['tech-adapter', '--url', 'https://127.0.0.1:1', '--ca', file('ca.pem', 'not one')],
      says: '--ca holds no certificate in PEM',
    },
    {
      name: 'a header that cannot be sent',
      argv: () => ['tech-adapter', '--url', NOBODY, '--header', 'X-Team: données €'],
      says: '--header x-team: its name or value holds what no header can carry',
    },
    {
      name: 'to listen for longer than a timer can',
      argv: () => ['integrator', '--listen', '99999999999999'],
      says: '--listen is a number from 1 to 2147483647',
    },
    { name: 'to init two files', argv: () => ['init', 'a.yaml', 'b.yaml'], says: 'init writes one file' },
    {
      name: 'to init with a flag that is not written down',
      argv: () => ['init', '--url', NOBODY, '--header', 'a: b'],
      says: '--read-only; --header would do nothing',
    },
    {
      name: 'to verify with a flag',
      argv: () => ['verify', 'report.json', '--json'],
      says: 'verify takes no flags; --json would do nothing',
    },
    {
      name: 'a generation that YAML reads as a number',
      argv: () => ['--config', file('number.yaml', 'contract: tech-adapter\ncontract-version: 2.5\n')],
      says: 'contract-version is text: put quotes around it',
    },
    {
      name: 'a file that contradicts itself',
      argv: () => ['tech-adapter', '--config', file('both.yaml', 'read-only: true\nwrite: true\n')],
      says: '--read-only and --write contradict each other',
    },
  ])('such as $name is refused in one line', async ({ argv, says }) => {
    const { code, said } = await run(...argv());
    expect(code).toBe(5);
    expect(`${said}\n`).toContain(says);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('is a file where the report belongs: what was found is told, and no draft stays behind', async () => {
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
  it('that init has written is read as it was meant', async () => {
    const descriptor = file('own #1.yaml', 'a: 1\n');
    const path = join(folder, 'written.yaml');
    const asked = ['--contract-version', '2.5', '--descriptor', relative(process.cwd(), descriptor)];
    expect((await run('init', path, '--url', NOBODY, ...asked)).code).toBe(0);
    const command = readCommand(['--config', path]);
    expect(command).toMatchObject({ options: { contractVersion: '2.5', descriptor: 'a: 1\n' } });
  });

  it('is overruled by the command line, also by the contrary and by no', () => {
    const text = 'contract: tech-adapter\nurl: http://a.example.com\nread-only: true\ninsecure: true\n';
    const path = file('overruled.yaml', text);
    const write = readCommand(['--config', path, '--write', '--no-insecure']);
    expect(write).toMatchObject({ options: { readOnly: false } });
    expect(write).not.toHaveProperty('options.tls');
  });

  it('takes variables of the environment in every text', () => {
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

  it('that is not there does not keep anybody from help', async () => {
    expect((await run('--help', '--config', '/no/such.yaml')).code).toBe(0);
  });
});

describe('a recording', () => {
  it('may begin with a byte order mark', async () => {
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
