import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CommandResult, runCommand } from './check/command.ts';
import { oneIn } from './test-cases.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function run(program: string, ...args: string[]): Promise<CommandResult> {
  return runCommand(ROOT, process.execPath, ['--import', 'tsx', `scripts/${program}.ts`, ...args]);
}

const PROGRAMS = ['check', 'test', 'start', 'generate', 'prepare', 'lint-spec'];

// All of them read their flags by one function.
describe.each(oneIn(6, PROGRAMS))('%s', (program) => {
  test('prints its flags and an example with --help, and exits with 0', async () => {
    const { code, stdout } = await run(program, '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Usage: npm (run check|test|start|run generate|run prepare|run lint:specs) -- \[flags\]$/m,
    );
    expect(stdout).toMatch(/^Examples$/m);
  });

  test('rejects an unknown flag by name, with code 2', async () => {
    const { code, output } = await run(program, '--no-such-flag');
    expect(code).toBe(2);
    expect(output).toContain("'--no-such-flag'");
    expect(output).toContain('Usage:');
  });
});

test('a program ends quietly when the reader of its output has ended', async () => {
  const { code, output } = await runCommand(ROOT, 'bash', [
    '-c',
    `set -o pipefail; '${process.execPath}' --import tsx scripts/check.ts --help | true`,
  ]);
  expect({ code, output }).toEqual({ code: 0, output: '' });
});

test('check rejects an unknown gate', async () => {
  const { code, output } = await run('check', '--only', 'nonsense');
  expect(code).toBe(2);
  expect(output).toContain('--only takes one of format-lint, lint-spec');
});

test('check prints results as JSON and nothing else', async () => {
  const { code, stdout } = await run('check', '--only', 'versions', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'versions', verdict: 'pass' }]);
});

test('test rejects an unknown kind of test', async () => {
  const { code, output } = await run('test', '--only', 'nonsense');
  expect(code).toBe(2);
  expect(output).toContain("--only takes one of gates, unit, browser, not 'nonsense'");
});

test.each(oneIn(2, ['generate', 'lint-spec']))('%s names a folder without contracts', async (program) => {
  const { code, output } = await run(program, '--root', 'scripts/check');
  expect(code).toBe(2);
  expect(output).toContain('--root scripts/check: there is no folder specs/ in it');
});

test('generate does not write to a folder with other files', async () => {
  const { code, output } = await run('generate', '--out', 'scripts/check');
  expect(code).toBe(2);
  expect(output).toMatch(/--out scripts\/check: \S+\.ts is not of the generator/);
});

describe('start', () => {
  test.each(oneIn(3, ['x', '65536', '80.5']))('rejects the port %s', async (port) => {
    const { code, output } = await run('start', `--port=${port}`);
    expect(code).toBe(2);
    expect(output).toContain('--port is a number from 1 to 65535');
  });

  test('names the flag when the port is in use, before it builds anything', async () => {
    const server = createServer();
    onTestFinished(() => {
      server.close();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const { code, output } = await run('start', '--port', String(port));
    expect(code).toBe(1);
    expect(output).toContain(`port ${port} of 127.0.0.1 is taken by another program`);
    expect(output).toContain('--port N');
    expect(output).not.toContain('ready');
  });
});

describe('with-chromium', () => {
  const printsPath = ['node', '-e', 'console.log(process.env.TESSERA_CHROMIUM); process.exit(7)'];

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('passes the browser to a command, and exits like it', async () => {
    vi.stubEnv('TESSERA_CHROMIUM', '/bin/true');
    expect(await run('with-chromium', ...printsPath)).toMatchObject({ code: 7, stdout: '/bin/true\n' });
  });

  test('does not start the command when the browser is missing, and says so in one line', async () => {
    vi.stubEnv('TESSERA_CHROMIUM', '/no/such/browser');
    const { code, stdout, output } = await run('with-chromium', ...printsPath);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(output).toMatch(/^TESSERA_CHROMIUM=\/no\/such\/browser is not a Chromium[^\n]+\n$/);
  });
});
