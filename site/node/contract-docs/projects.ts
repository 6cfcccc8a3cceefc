import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import { UnknownName } from './catalog.ts';

const REPOSITORY = path.join(SITE_ROOT, '..');
const COMMAND = path.join(REPOSITORY, 'node_modules', '.bin', 'tessera-serve');

/** A project as `tessera init` writes it. */
export interface Project {
  readonly language: string;
  /** Contents by path, without a folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Path of the file with the functions to fill in. */
  readonly handlers: string;
  /** The command that writes the project, then those that install, test and start it. */
  readonly commands: readonly string[];
}

const projects = new Map<string, Project>();

/** @throws UnknownName when `init` has no such project */
export function projectOf(language: string, contract: string): Project {
  const key = `${language} ${contract}`;
  const known = projects.get(key);
  if (known !== undefined) return known;
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'tessera-template-')));
  try {
    // Readers run the command in a checkout and write the project beside it.
    const checkout = path.join(scratch, 'checkout');
    mkdirSync(checkout);
    const folder = `../my-${contract.split('-').at(-1)}`;
    const args = ['init', contract, folder, '--language', language];
    const options = { encoding: 'utf8', cwd: checkout } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], options);
    if (status !== 0) throw new UnknownName(stderr.split('\n', 1).join(''));
    const project = {
      language,
      ...readOutput(stdout, path.join(checkout, folder)),
      commands: commandsOf(args, stdout),
    };
    projects.set(key, project);
    return project;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The checkout beside the project, as readers have it, instead of the one that builds the site. */
const CHECKOUT = '../tessera';

function readOutput(stdout: string, folder: string): Pick<Project, 'files' | 'handlers'> {
  const names = [...stdout.matchAll(/^ {2}(\S+)$/gm)].map(([, name = '']) => name);
  const ours = path.relative(folder, REPOSITORY).split(path.sep).join('/');
  const files = names
    .filter((name) => existsSync(path.join(folder, name)))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8').replaceAll(ours, CHECKOUT)] as const);
  const handlers = /functions to fill in are in (\S+)\. /.exec(stdout)?.[1] ?? '';
  return { files: new Map(files), handlers };
}

function commandsOf(args: readonly string[], stdout: string): string[] {
  const [, next = ''] = stdout.split('\nNext\n');
  const [steps = ''] = next.split('\n\n');
  return [`npx tessera ${args.join(' ')}`, ...steps.split('\n').map((line) => line.trim())];
}
