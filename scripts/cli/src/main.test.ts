import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { describeProgram } from './describe-program.ts';
import { FORWARDED_COMMANDS, findProgram } from './forwarded-commands.ts';

const BIN = fileURLToPath(new URL('../bin/tessera.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(words: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], { encoding: 'utf8', cwd });
  return { status, stdout, stderr };
}

/** A project with a package whose program prints its command line. */
function project(): string {
  const home = join(folder, 'project');
  const installed = join(home, 'node_modules/@tessera/platform');
  mkdirSync(installed, { recursive: true });
  writeFileSync(
    join(installed, 'package.json'),
    '{ "type": "module", "bin": { "tessera-platform": "bin.js" } }',
  );
  writeFileSync(join(installed, 'bin.js'), 'console.log(process.argv.slice(2)); process.exitCode = 7;');
  return home;
}

describe('tessera', () => {
  it('passes the command line to the program of the package in the project, with its exit code', () => {
    const home = project();
    expect(run(['platform', 'deploy', '--help'], home)).toEqual({
      status: 7,
      stdout: "[ 'deploy', '--help' ]\n",
      stderr: '',
    });
    expect(run(['try', '--adapter', 'http://x'], home)).toMatchObject({
      status: 7,
      stdout: "[ 'try', '--adapter', 'http://x' ]\n",
    });
  });

  it.each([
    ['platform', 'Usage: tessera platform [options] [command]'],
    ['try', 'Usage: tessera try [options]'],
    ['serve', 'Usage: tessera serve COMMAND [flags]'],
    ['conformance', 'Usage: tessera conformance CONTRACT --url URL [flags]'],
    ['init', 'Usage: tessera init CONTRACT FOLDER [flags]'],
  ])('shows the command lines of %s as they are typed after tessera', (name, usage) => {
    const { stdout } = spawnSync(process.execPath, [BIN, name, '--help'], { encoding: 'utf8' });
    expect(stdout).toContain(`${usage}\n`);
    expect(stdout).not.toMatch(/tessera-(?:serve|platform|conformance)\b/);
  });

  it('shows what is wrong with a command line, and what to type instead, as it is typed after tessera', () => {
    const { stderr } = spawnSync(process.execPath, [BIN, 'init', 'tech-adapter'], { encoding: 'utf8' });
    expect(stderr).toMatch(/as in: tessera init tech-adapter [\s\S]*\ntry: tessera init --help\n$/);
  });

  it('finds the programs of the packages beside it, and no others', () => {
    for (const command of FORWARDED_COMMANDS)
      expect(findProgram(command)).toMatch(new RegExp(`${command.program}\\.js$`));
    expect(findProgram({ name: 'x', meaning: '', package: '@tessera/none', program: 'x', words: [] })).toBe(
      undefined,
    );
  });

  it.each([
    [[], /^tessera: name a command: platform, try, .*; see tessera --help\n$/],
    [['teapot'], /^tessera: there is no command teapot; there are platform,/],
    [['--nope'], /^tessera: Unknown option '--nope'; see tessera --help\n$/],
    [['doctor', '--nope'], /^tessera: Unknown option '--nope'/],
    [['doctor', 'git'], /^tessera: doctor accepts flags only, not git/],
    [['completion'], /^tessera: completion needs a shell, one of bash, zsh, fish;/],
    [['completion', 'tcsh'], /^tessera: completion needs a shell, one of bash, zsh, fish, not tcsh/],
  ])('rejects %j in one line, with code 2', (words, message) => {
    expect(run(words)).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('prints findings about this machine as JSON', () => {
    const { status, stdout, stderr } = run(['doctor', '--json']);
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'Node.js 20.19',
      required: true,
      present: true,
      found: process.versions.node,
      neededFor: 'everything',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('prints its help, the same as data, and its version', () => {
    expect(run(['--help']).stdout).toMatch(
      /^Usage: tessera COMMAND \[flags\]\n[\s\S]*\nExamples\n {2}tessera doctor\n/,
    );
    expect(JSON.parse(run(['--help', '--json']).stdout)).toMatchObject({ name: 'tessera' });
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('ends quietly when the reader of its output has ended', () => {
    const program = `'${process.execPath}' '${BIN}'`;
    const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${program} --help | true`], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is explained command by command in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const command of describeProgram().commands)
      expect(readme).toContain(`| \`tessera ${command.name()}`);
  });
});
