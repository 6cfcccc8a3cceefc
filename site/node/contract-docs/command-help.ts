import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import { UnknownName } from './catalog.ts';

const COMMANDS = path.join(SITE_ROOT, '..', 'node_modules', '.bin');
const NAME = /^tessera-[a-z]+$/;
const WORD = /^[a-z][a-z-]*$/;

/**
 * The help of one of the toolkit's commands: `tessera-serve init` is `tessera-serve init --help`.
 * @throws UnknownName when there is no such command or it has no help
 */
export function commandHelp(words: string): string {
  const [name = '', ...below] = words.split(/\s+/);
  const file = path.join(COMMANDS, name);
  if (!NAME.test(name) || !below.every((word) => WORD.test(word)) || !existsSync(file))
    throw new UnknownName(`${words} is no command of this toolkit`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...below, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  });
  if (status !== 0) throw new UnknownName(`${words} --help fails: ${stderr.split('\n', 1).join('')}`);
  return stdout.trimEnd();
}
