import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CommandDescription } from '../describe-command.ts';
import { completionScript } from './completion-script.ts';

const flag = (name: string, more: object = {}) => ({ name, meaning: `it's ${name}`, ...more });
const made = (name: string, more: Partial<CommandDescription> = {}): CommandDescription => ({
  name,
  meaning: `the "${name}" command`,
  arguments: [],
  flags: [],
  examples: [],
  commands: [],
  ...more,
});

const PROGRAM = made('tessera', {
  flags: [flag('version')],
  commands: [
    made('serve', {
      flags: [flag('port', { value: 'N' })],
      commands: [made('stub', { flags: [flag('mode', { value: 'MODE', choices: ['sync', 'async'] })] })],
    }),
    made('check', { arguments: [{ name: 'contract', choices: ['tech-adapter', 'platform'] }] }),
  ],
});

/** What can follow, and what the shell suggests. */
const LINES: readonly [words: string[], suggestions: string[]][] = [
  [
    ['tessera', ''],
    ['serve', 'check', '--version'],
  ],
  [['tessera', 'se'], ['serve']],
  [['tessera', 'serve', 's'], ['stub']],
  [['tessera', 'serve', '--port', '80', 'stub', '--'], ['--mode']],
  [
    ['tessera', 'serve', 'stub', '--mode', ''],
    ['sync', 'async'],
  ],
  [['tessera', 'serve', 'stub', '--mode', 'a'], ['async']],
  [['tessera', 'check', 'tech'], ['tech-adapter']],
  [['tessera', 'check', 'x'], []],
];

const folder = mkdtempSync(join(tmpdir(), 'tessera-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileFor(shell: 'bash' | 'zsh' | 'fish'): string {
  const file = join(folder, shell);
  writeFileSync(file, completionScript(shell, PROGRAM));
  return file;
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe('the script for bash', () => {
  it.each(LINES)('after %j suggests %j', (words, suggestions) => {
    const script = `source '${fileFor('bash')}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tessera; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-uc', script, 'bash', ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n').filter(Boolean)).toEqual(suggestions);
  });
});

describe.skipIf(!isInstalled('fish'))('the script for fish, if fish is installed', () => {
  it.each(LINES)('after %j suggests %j', (words, suggestions) => {
    const script = `source '${fileFor('fish')}'; complete -C '${words.join(' ')}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const found = stdout.split('\n').filter(Boolean);
    const plain = found.map((line) => line.split('\t', 1)[0]);
    // Fish suggests flags only after a dash.
    const expected = words.at(-1)?.startsWith('-')
      ? suggestions
      : suggestions.filter((word) => !word.startsWith('-'));
    expect(plain.toSorted()).toEqual(expected.toSorted());
  });
});

describe.skipIf(!isInstalled('zsh'))('the script for zsh, if zsh is installed', () => {
  it.each(LINES)('after %j suggests %j', (words, suggestions) => {
    // The function of bash, with the arrays as zsh gives them to it.
    const script = `source '${fileFor('zsh')}'; emulate -L sh; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tessera; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('zsh', ['-fc', script, 'zsh', ...words], { encoding: 'utf8' });
    expect(stderr).toBe('');
    // Zsh itself leaves out what does not match.
    const matching = stdout.split('\n').filter((word) => word !== '' && word.startsWith(words.at(-1) ?? ''));
    expect(matching).toEqual(suggestions);
  });
});
