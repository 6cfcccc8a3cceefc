import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apis } from '@tessera/contracts/apis';
import { reasonOf } from '../system-error.ts';
import { UsageError } from '../usage-error.ts';
import { ownVersion, PACKAGE } from './own-package.ts';

const TEMPLATES = fileURLToPath(new URL('templates/', PACKAGE));

/** What every project has, whatever it serves. */
const SHARED = 'shared';

const README = 'readme';

/** Files that would mean something to the tools that check and publish us, and their names in a project. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
  [README]: 'README.md',
  [join('test', 'server.ts')]: join('test', 'server.test.ts'),
};

/** Contracts that there is a template for, in the order of the contracts. */
export const templates: readonly string[] = apis
  .map(({ id }) => id)
  .filter((id) => existsSync(join(TEMPLATES, id)));

/** A project that was written. */
export interface WrittenProject {
  /** Name in its package.json. */
  readonly name: string;
  readonly directory: string;
  /** Paths inside the directory, in order. */
  readonly files: readonly string[];
}

/**
 * Writes a small project that serves a contract.
 * @throws UsageError when there is no such template, or something is where the project would be
 * @throws Error that says in a sentence why it cannot be written there
 */
export function writeProject(template: string, given: string): WrittenProject {
  const api = apis.find(({ id }) => id === template && templates.includes(id));
  if (api === undefined) {
    throw new UsageError(`there is no template ${template}; there are ${templates.join(', ')}`);
  }
  const directory = resolve(given);
  refuseWhatIsThere(directory, given);
  const name = packageNameOf(directory);
  const values = {
    name,
    title: api.title,
    contract: api.id,
    prefix: `/${api.id}`,
    ...packagesFor(directory),
  };
  try {
    const files = [SHARED, template].flatMap((folder) => copy(join(TEMPLATES, folder), directory, values));
    return { name, directory, files: [...new Set(files)].toSorted() };
  } catch (cause) {
    throw new Error(`cannot write a project to ${given}: ${reasonOf(cause)}; name another folder`, { cause });
  }
}

/**
 * How the project depends on our packages: by their version, or, when we are run from a checkout, which nobody can install
 * by its version, by the folders of the checkout.
 */
function packagesFor(directory: string): { servers: string; suite: string } {
  const home = fileURLToPath(PACKAGE);
  if (home.split(sep).includes('node_modules')) {
    const version = ownVersion();
    return { servers: version, suite: version };
  }
  const folderOf = (room: string): string =>
    `file:${relative(directory, join(home, '..', room))
      .split(sep)
      .join('/')}`;
  return { servers: folderOf('reference-servers'), suite: folderOf('conformance') };
}

function refuseWhatIsThere(directory: string, given: string): void {
  if (given.trim() === '') throw new UsageError('a folder needs a name, as in: ./my-adapter');
  if (!existsSync(directory)) return;
  if (!statSync(directory).isDirectory()) throw new UsageError(`${given} is a file; name a folder`);
  if (readdirSync(directory).length > 0) {
    throw new UsageError(`the folder ${given} is not empty; nothing was written, name another one`);
  }
}

/** Longest name of a package, in characters, and names that none may have (npm, "package.json": name). */
const LONGEST_NAME = 214;
const FORBIDDEN_NAMES: readonly string[] = ['', 'node_modules', 'favicon.ico'];

/** A name that npm accepts, out of the name of the folder. */
function packageNameOf(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
    .slice(0, LONGEST_NAME);
  return FORBIDDEN_NAMES.includes(name) ? 'adapter' : name;
}

/** Not `recursive`, which tries for ever where a folder that is there takes no others and calls that ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function copy(from: string, to: string, values: Readonly<Record<string, string>>): string[] {
  const entries = readdirSync(from, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const source = join(entry.parentPath, entry.name);
      const path = source.slice(from.length + 1);
      const name = RENAMED[path] ?? path;
      const text = readFileSync(source, 'utf8').replaceAll(
        /\{\{(\w+)\}\}/g,
        (whole, key: string) => values[key] ?? whole,
      );
      makeFolder(dirname(join(to, name)));
      // What only this contract's project has to say goes on below what all of them say.
      const isMore = path === README && basename(from) !== SHARED;
      writeFileSync(join(to, name), text, { flag: isMore ? 'a' : 'wx' });
      return name;
    });
}
