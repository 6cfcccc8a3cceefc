import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandDescription } from '@tessera/cli';
import { SITE_ROOT } from '../config.ts';
import { UnknownName } from './catalog.ts';
import { code, sentences, table } from './markdown.ts';

const COMMANDS = path.join(SITE_ROOT, '..', 'node_modules', '.bin');
const NAME = /^tessera(?:-[a-z]+)?$/;
const WORD = /^[a-z][a-z-]*$/;

/**
 * The help of one of the toolkit's commands: `tessera init` is `tessera init --help`.
 * @throws UnknownName when there is no such command or it has no help
 */
export function commandHelp(words: string): string {
  const [name = '', ...below] = words.split(/\s+/);
  return runHelp(words, name, below);
}

/**
 * The flags of a command as a table, without those that print information.
 * @throws UnknownName when there is no such command or it has no flags
 */
export function flagsTable(words: string): string {
  const [name = '', ...below] = words.split(/\s+/);
  const text = descriptions.get(name) ?? runHelp(words, name, ['--json']);
  descriptions.set(name, text);
  const program: CommandDescription = JSON.parse(text);
  const command = below.reduce<CommandDescription | undefined>(
    (found, word) => found?.commands.find((one) => one.name === word),
    program,
  );
  const rows = (command?.flags ?? [])
    .filter((flag) => !INFORMATION.includes(flag.name))
    .map(({ name: flag, value, variable = '', choices = [], default: standard, meaning }) => [
      code(value === undefined ? `--${flag}` : `--${flag} ${value}`),
      code(variable),
      sentences(
        meaning.replaceAll(/https?:\/\/[^\s,;]+/g, code),
        choices.length === 0 ? '' : `(one of ${choices.join(', ')})`,
        standard === undefined ? '' : `(default: ${standard})`,
      ),
    ]);
  if (rows.length === 0) throw new UnknownName(`${words} has no flags`);
  return table(['Flag', 'Variable', 'Meaning'], rows);
}

/** The descriptions of commands, by name: the platform takes a second to start. */
const descriptions = new Map<string, string>();

/** Flags of every command. */
const INFORMATION: readonly string[] = ['help', 'version'];

function runHelp(words: string, name: string, below: readonly string[]): string {
  const file = path.join(COMMANDS, name);
  if (
    !NAME.test(name) ||
    !words
      .split(/\s+/)
      .slice(1)
      .every((word) => WORD.test(word)) ||
    !existsSync(file)
  )
    throw new UnknownName(`${words} is no command of this toolkit`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...below, '--help'], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  });
  if (status !== 0) throw new UnknownName(`${words} --help fails: ${stderr.split('\n', 1).join('')}`);
  return stdout.trimEnd();
}
