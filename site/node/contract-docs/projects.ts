import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import { forgetOld } from '../forget-old.ts';
import { hashFiles } from '../hash.ts';
import { UnknownName } from './catalog.ts';

const REPOSITORY = path.join(SITE_ROOT, '..');
const COMMAND = path.join(REPOSITORY, 'node_modules', '.bin', 'tessera-serve');

/** What decides about the projects: the command, and what it copies from. */
const SOURCES = ['dist/command', 'templates', 'package.json', '../generated', '../package-lock.json'].map(
  (name) => path.join(REPOSITORY, 'reference-servers', name),
);

/** Projects of other processes: the command starts once for each project, which takes seconds for all of them. */
const CACHE = path.join(SITE_ROOT, '.cache', 'projects');

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

/** A project as JSON. */
interface KeptProject extends Omit<Project, 'files'> {
  readonly files: readonly (readonly [path: string, text: string])[];
}

const projects = new Map<string, Project>();

/** @throws UnknownName when `init` has no such project */
export function projectOf(language: string, contract: string): Project {
  const key = `${language} ${contract}`;
  const known = projects.get(key);
  if (known !== undefined) return known;
  const file = path.join(cacheFolder(), `${encodeURIComponent(key)}.json`);
  const project = readKept(file) ?? keep(file, writeProject(language, contract));
  projects.set(key, project);
  return project;
}

let folderOfState: string | undefined;

/** The folder for the projects of these sources. */
function cacheFolder(): string {
  if (folderOfState === undefined) {
    folderOfState = path.join(CACHE, hashFiles(SOURCES));
    mkdirSync(folderOfState, { recursive: true });
    forgetOld(CACHE, '');
  }
  return folderOfState;
}

function writeProject(language: string, contract: string): Project {
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
    return {
      language,
      ...readOutput(stdout, path.join(checkout, folder)),
      commands: commandsOf(args, stdout),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readKept(file: string): Project | undefined {
  if (!existsSync(file)) return undefined;
  const { files, ...project }: KeptProject = JSON.parse(readFileSync(file, 'utf8'));
  return { ...project, files: new Map(files) };
}

/** Another process may read or write the same file, so it appears at once. */
function keep(file: string, project: Project): Project {
  const kept: KeptProject = { ...project, files: [...project.files] };
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(kept));
  renameSync(unfinished, file);
  return project;
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
