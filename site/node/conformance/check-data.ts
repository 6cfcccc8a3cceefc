import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ContractPages, RequirementPage } from '@tessera/conformance';
import { type Examples, readSettings, SITE_ROOT } from '../config.ts';
import { CONTRACTS_ROOT } from '../contracts.ts';
import { hashFiles } from '../hash.ts';
import { BuildFailure } from '../problems.ts';

/** A contract with a requirement, and the results there. */
export interface Asking {
  readonly judged: ContractPages;
  readonly requirement: RequirementPage;
}

/** A requirement, with one page for all contracts that share it. */
export interface AskedRequirement {
  readonly id: string;
  readonly page: string;
  /** Folder of its page: a contract, or a set that several contracts share. */
  readonly register: string;
  /** At least one. */
  readonly asked: readonly [Asking, ...Asking[]];
}

/** The package whose requirements are shown. */
const SUITE = path.join(SITE_ROOT, '..', 'conformance');

/** All inputs of the pages. */
const SOURCES = [
  ...['src', 'mutants', 'pages', 'requirements'].map((name) => path.join(SUITE, name)),
  CONTRACTS_ROOT,
];

let made: string | undefined;

/**
 * The folder with the data of the pages, one JSON file per contract. Runs of the suite create it when the sources have
 * changed: one to two minutes of CPU, shared by all cores, with a line of progress every five seconds. A first
 * `npm start` does not wait for that: it keeps the examples that there are, and the pages then show no responses. Tests
 * make a few. The first call of a process decides.
 */
export function checkDataFolder(examples: Examples = readSettings([], process.env).examples): string {
  made ??= makeCheckData(path.join(SUITE, '.cache', 'pages'), hashFiles(SOURCES), examples);
  return made;
}

/** What the maker gets, which is also how the name of a folder without all examples ends. */
const FEWER = { sample: 'sample', kept: 'none' } as const;

/** The folder in `cache` with the data of sources with this hash; makes it where it is missing. */
export function makeCheckData(cache: string, hash: string, examples: Examples): string {
  const whole = path.join(cache, hash);
  if (existsSync(whole)) return whole;
  const which = examples === 'make' ? 'all' : FEWER[examples];
  const folder = which === 'all' ? whole : `${whole}-${which}`;
  if (!existsSync(folder)) runMaker(folder, '--examples', which);
  // Data of other sources is outdated.
  for (const name of readdirSync(cache))
    if (/^[0-9a-f]+(?:-\w+)?$/.test(name) && name !== path.basename(folder))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  return folder;
}

function runMaker(folder: string, ...flags: readonly string[]): void {
  const program = path.join(SUITE, 'pages', 'make-pages.ts');
  const args = ['--import', 'tsx', '--conditions=tessera-source', program, '--out', folder, ...flags];
  try {
    const cwd = path.join(SITE_ROOT, '..');
    // Commands of the site set this variable, relative to their working folder.
    const env = { ...process.env, TSX_TSCONFIG_PATH: undefined };
    execFileSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  } catch {
    const message = 'the examples of the requirement pages could not be made; the errors are printed above';
    throw new BuildFailure([{ file: path.relative(SITE_ROOT, program), message }]);
  }
}

/** All tested contracts, by title; the package that writes the files declares their shape. */
export function loadJudgedContracts(folder = checkDataFolder()): ContractPages[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): ContractPages => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .sort((left, right) => left.title.localeCompare(right.title, 'en'));
}

/** Every requirement once, in the order of the registers. */
export function gatherRequirements(all: readonly ContractPages[]): AskedRequirement[] {
  const found = new Map<string, AskedRequirement>();
  for (const judged of all) {
    for (const requirement of judged.requirements) {
      const { id, page } = requirement;
      const asking = { judged, requirement };
      const known = found.get(page);
      const register = page.split('/')[2] ?? '';
      found.set(page, { id, page, register, asked: known ? [...known.asked, asking] : [asking] });
    }
  }
  return [...found.values()];
}
