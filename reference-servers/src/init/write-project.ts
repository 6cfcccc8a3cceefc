import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apis } from '@tessera/contracts/apis';
import { reasonOf } from '../system-error.ts';
import { UsageError } from '../usage-error.ts';
import { type Language, languages } from './languages.ts';
import { PACKAGE, readOwnManifest } from './own-package.ts';
import { findPackages, vendorPackages } from './vendor-packages.ts';

const README = 'readme';

/** Files that are written in parts, each with how a part is added to those before it. */
const IN_PARTS: Readonly<Record<string, (text: string, part: string) => string>> = {
  [README]: append,
  'requirements.txt': append,
  [join('src', 'main', 'resources', 'application.yaml')]: append,
  'pom.xml': (text, part) => text.replace('  </dependencies>', () => `${part}  </dependencies>`),
};

function append(text: string, part: string): string {
  return text + part;
}

/** Files whose names have a meaning for the tools that check and publish this package, and their names in a project. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
  'ci.yaml': join('.github', 'workflows', 'ci.yaml'),
  [README]: 'README.md',
  [join('test', 'server.ts')]: join('test', 'server.test.ts'),
};

/** A project that was written. */
export interface WrittenProject {
  /** Name in its package.json. */
  readonly name: string;
  readonly directory: string;
  /** Paths inside the directory, in order. */
  readonly files: readonly string[];
}

/** How a project is written. */
export interface ProjectOptions {
  readonly language?: Language | undefined;
  /** Put the packages of this toolkit into the project. Default: only when they are not in a registry. */
  readonly vendor?: boolean | undefined;
}

/** Version of packages before their first release: no registry has them. */
const UNRELEASED = '0.0.0';

/**
 * Writes a small project that serves a contract.
 * @throws UsageError when there is no such template, or a file exists where the project would be
 * @throws Error that says in one sentence why it cannot be written there
 */
export function writeProject(template: string, given: string, options: ProjectOptions = {}): WrittenProject {
  const { language = languages[0] } = options;
  const { contracts, label } = language;
  const api = apis.find(({ id }) => id === template && contracts.includes(id));
  if (api === undefined) {
    throw new UsageError(`there is no ${label} template ${template}; there are ${contracts.join(', ')}`);
  }
  const directory = resolve(given);
  refuseWhatIsThere(directory, given);
  const name = packageNameOf(directory);
  const packages = isVendored(language, options.vendor) ? findPackages(language.packages) : [];
  const values = {
    name,
    title: api.title,
    contract: api.id,
    prefix: `/${api.id}`,
    copyVendor: packages.length > 0 ? '\nCOPY vendor ./vendor' : '',
    ...packagesFor(directory),
  };
  try {
    const files = language.foldersOf(template).flatMap((folder) => copy(folder, directory, values));
    const models = language.modelsOf(template);
    if (models !== undefined) {
      copyFileSync(models.from, join(directory, models.to));
      files.push(models.to);
    }
    if (packages.length > 0) files.push(...vendorPackages(directory, packages));
    return { name, directory, files: [...new Set(files)].toSorted() };
  } catch (cause) {
    throw new Error(`cannot write a project to ${given}: ${reasonOf(cause)}; name another folder`, { cause });
  }
}

/** @throws UsageError for a language whose projects contain no packages of this toolkit */
function isVendored({ label, packages }: Language, wanted: boolean | undefined): boolean {
  if (packages.length === 0) {
    if (wanted === true)
      throw new UsageError(
        `--vendor is for TypeScript: a project in ${label} depends on no package of this toolkit`,
      );
    return false;
  }
  return wanted ?? (isInstalled() && readOwnManifest().version === UNRELEASED);
}

/** Whether this package is installed, and not run from a checkout. */
function isInstalled(): boolean {
  return fileURLToPath(PACKAGE).split(sep).includes('node_modules');
}

/**
 * How the project depends on our packages: by version, or, when this runs from a checkout with an unpublished version,
 * by the folders of the checkout.
 */
function packagesFor(directory: string): { servers: string; suite: string; conformance: string } {
  const home = fileURLToPath(PACKAGE);
  if (isInstalled()) {
    const { version } = readOwnManifest();
    return { servers: version, suite: version, conformance: 'npx tessera-conformance' };
  }
  const folderOf = (room: string): string =>
    relative(directory, join(home, '..', room))
      .split(sep)
      .join('/');
  const suite = folderOf('conformance');
  return {
    servers: `file:${folderOf('reference-servers')}`,
    suite: `file:${suite}`,
    conformance: `node ${suite}/bin/tessera-conformance.js`,
  };
}

function refuseWhatIsThere(directory: string, given: string): void {
  if (given.trim() === '') throw new UsageError('a folder needs a name, as in: ./my-adapter');
  if (!existsSync(directory)) return;
  if (!statSync(directory).isDirectory()) throw new UsageError(`${given} is a file; name a folder`);
  if (readdirSync(directory).length > 0) {
    throw new UsageError(`the folder ${given} is not empty; nothing was written, name another one`);
  }
}

/** Maximum length of a package name, in characters, and reserved names (npm, "package.json": name). */
const LONGEST_NAME = 214;
const FORBIDDEN_NAMES: readonly string[] = ['', 'node_modules', 'favicon.ico'];

/** A name that npm, pip and Maven accept, derived from the name of the folder. */
function packageNameOf(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return FORBIDDEN_NAMES.includes(name) ? 'adapter' : name;
}

/** Not `recursive`, which retries forever when an existing folder rejects new ones with ENOENT, as /proc does. */
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
      const target = join(to, name);
      makeFolder(dirname(target));
      const add = IN_PARTS[path];
      if (add !== undefined && existsSync(target))
        writeFileSync(target, add(readFileSync(target, 'utf8'), text));
      else writeFileSync(target, text, { flag: 'wx' });
      return name;
    });
}
