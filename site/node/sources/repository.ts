import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { forgetOld } from '../forget-old.ts';
import { shortHash } from '../hash.ts';
import type { Revision } from './manifest.ts';

/** A repository cannot provide a source; the message continues a sentence about it. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** A file of a commit. */
interface TreeEntry {
  readonly mode: string;
  readonly name: string;
}

const SYMBOLIC_LINK = '120000';
const SUBMODULE = '160000';
/** No other transport: `ext::` would run a command. */
const TRANSPORTS = 'file:git:https:ssh';

/** Copies of repositories in a cache folder; fetched copies work without a network. */
export class Repositories {
  readonly #cache: string;

  constructor(cache: string) {
    this.#cache = cache;
  }

  /**
   * The current commit of a branch or tag; queries the repository.
   * @throws SourceFailure when the repository does not respond, or has no such branch or tag
   */
  resolve({ git, ref }: Revision): string {
    const lines = run(['ls-remote', '--', git, ref, `${ref}^{}`])
      .split('\n')
      .filter((line) => line !== '');
    const found = lines.map((line) => line.split('\t'));
    // An annotated tag is a separate object; `^{}` names its commit.
    const named = (name: string) => found.find(([, full]) => full === name)?.[0];
    const commit =
      named(`refs/tags/${ref}^{}`) ?? named(`refs/heads/${ref}`) ?? named(`refs/tags/${ref}`) ?? named(ref);
    if (commit === undefined) throw new SourceFailure(`${git} has no branch or tag ${ref}`);
    return commit;
  }

  /**
   * Puts a folder or file of a commit beside others in the cache and returns its path. Queries the repository only for
   * a commit that is not cached.
   * @throws SourceFailure when the commit or the path does not exist, or the path holds symbolic links or submodules
   */
  take(revision: Revision, commit: string, name: string): string {
    const prefix = `${shortHash(`${revision.git}\0${name}`)}-`;
    const folder = path.join(this.#cache, prefix + commit.slice(0, 12));
    if (existsSync(folder)) return path.join(folder, name);
    const copy = this.#copyOf(revision, commit);
    refuseLinks(copy, commit, name);
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    try {
      const paths = name === '' ? ['.'] : [name];
      const index = { GIT_INDEX_FILE: path.join(fresh, '.index') };
      run(
        [
          `--git-dir=${copy}`,
          `--work-tree=${fresh}`,
          '-c',
          'core.autocrlf=false',
          'checkout',
          '-q',
          commit,
          '--',
          ...paths,
        ],
        index,
      );
      rmSync(path.join(fresh, '.index'), { force: true });
      // Another build may have fetched the same meanwhile.
      if (!existsSync(folder)) renameSync(fresh, folder);
      forgetOld(this.#cache, prefix);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return path.join(folder, name);
  }

  /** A bare copy that has the commit. */
  #copyOf(revision: Revision, commit: string): string {
    const { git, ref } = revision;
    const copy = path.join(this.#cache, `${shortHash(git)}.git`);
    if (!existsSync(copy)) run(['init', '-q', '--bare', copy]);
    if (has(copy, commit)) return copy;
    run([
      `--git-dir=${copy}`,
      'fetch',
      '-q',
      '--no-tags',
      '--',
      git,
      `+${ref}:refs/sources/${shortHash(ref)}`,
    ]);
    if (has(copy, commit)) return copy;
    const now = this.resolve(revision);
    throw new SourceFailure(
      `${ref} of ${git} no longer leads to the locked commit ${commit.slice(0, 7)}, it is at ${now.slice(0, 7)}`,
    );
  }
}

function has(copy: string, commit: string): boolean {
  try {
    run([`--git-dir=${copy}`, 'cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** Only plain files are accepted: a link could lead anywhere on the machine that builds the site. */
function refuseLinks(copy: string, commit: string, name: string): void {
  const paths = name === '' ? [] : ['--', name];
  const listed = run([`--git-dir=${copy}`, 'ls-tree', '-r', '-z', '--full-tree', commit, ...paths]);
  const entries = listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry): TreeEntry => {
      const [about = '', file = ''] = entry.split('\t');
      return { mode: about.split(' ')[0] ?? '', name: file };
    });
  const short = commit.slice(0, 7);
  if (entries.length === 0) throw new SourceFailure(`there is no ${name} in commit ${short}`);
  const links = entries.filter(({ mode }) => mode === SYMBOLIC_LINK || mode === SUBMODULE);
  if (links.length === 0) return;
  const names = links.map((link) => link.name).join(', ');
  throw new SourceFailure(`only plain files are mounted, and in commit ${short} these are links: ${names}`);
}

/** When git itself runs this, in a hook, these point at another repository. */
const OTHER_REPOSITORY = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
];

function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHER_REPOSITORY.includes(name)));
}

/** Runs git without prompts. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    return execFileSync('git', [...args], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...ownEnvironment(), GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: TRANSPORTS, ...env },
    });
  } catch (cause) {
    throw new SourceFailure(whyNot(cause), { cause });
  }
}

function whyNot(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOENT') {
    return 'git is needed to take pages of another repository and is not installed';
  }
  const said = 'stderr' in cause ? String(cause.stderr).trim() : '';
  const telling = said.split('\n').find((line) => line.startsWith('fatal:')) ?? said.split('\n')[0];
  return `git says: ${telling || cause.message}`;
}
