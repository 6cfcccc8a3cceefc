import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand, tool } from './check/command.ts';
import { CHROMIUM_NAMES, CHROMIUM_VARIABLES } from './cli/src/doctor/chromium-names.ts';

/** Headless Chromium: it starts and visits a page in a third of the CPU time of the full browser. */
const [SHELL] = CHROMIUM_NAMES;
const MAC_APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Time limit for the installer without a network. */
const IMPATIENT = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'];

/** Why the browser tests cannot run on this machine. */
export class ChromiumMissing extends Error {
  override readonly name = 'ChromiumMissing';
}

/** The parts of the machine that the search reads; tests replace them. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** Where Playwright would put its Chromium. */
  playwrightPath(): Promise<string>;
  /** True when the program starts and answers `--version`. */
  works(path: string): Promise<boolean>;
  /** Runs an installer; true on success. */
  install(file: string, args: readonly string[]): Promise<boolean>;
  isRoot: boolean;
}

/**
 * The Chromium to test with: the one that the environment names, or Playwright's, or the system's, or one that is
 * installed now.
 * @throws ChromiumMissing with one line that says what to install
 */
export async function findChromium(
  say: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<string> {
  const named = explicitPath(machine.env);
  if (named !== undefined) {
    if (await machine.works(named.path)) return named.path;
    throw new ChromiumMissing(`${named.variable}=${named.path} is not a Chromium that starts`);
  }
  const present = await firstWorking(machine);
  if (present !== undefined && !mayBeQuicker(present, machine)) return present;

  if (present === undefined) {
    say('chromium: none found, installing one (once per machine)');
    await machine.install(tool('playwright-core'), ['install', 'chromium']);
    const downloaded = await firstWorking(machine);
    if (downloaded !== undefined) return downloaded;
  }
  if (machine.isRoot) await installPackage(machine);
  const installed = await firstWorking(machine);
  if (installed !== undefined) return installed;
  throw new ChromiumMissing(
    'no Chromium: install the package `chromium` or Google Chrome, or set TESSERA_CHROMIUM to its path',
  );
}

/** Nothing is installed on a user's machine that has a browser. */
function mayBeQuicker(present: string, { env, isRoot }: Machine): boolean {
  return Boolean(env['CI']) && isRoot && present.endsWith('/chromium');
}

/** Debian has a separate package for the headless shell; other distributions have only the full browser. */
async function installPackage(machine: Machine): Promise<void> {
  if (!(await machine.install('apt-get', [...IMPATIENT, 'update']))) return;
  for (const name of [SHELL, 'chromium']) {
    const words = ['install', '-y', '--no-install-recommends', name];
    if (await machine.install('apt-get', [...IMPATIENT, ...words])) return;
  }
}

function explicitPath(env: Machine['env']): { variable: string; path: string } | undefined {
  for (const variable of CHROMIUM_VARIABLES) {
    const path = env[variable];
    if (path !== undefined && path !== '') return { variable, path };
  }
  return undefined;
}

async function firstWorking(machine: Machine): Promise<string | undefined> {
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const system = CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [await machine.playwrightPath(), ...system, MAC_APPLICATION]) {
    if (await machine.works(path)) return path;
  }
  return undefined;
}

function thisMachine(): Machine {
  return {
    env: process.env,
    playwrightPath: async () => (await import('playwright-core')).chromium.executablePath(),
    works: async (path) => {
      if (!isExecutable(path)) return false;
      // A launcher stub or a browser without its libraries exists, but does not answer.
      const result = await runCommand('.', path, ['--version', '--no-sandbox']).catch(() => undefined);
      return result?.code === 0;
    },
    install: async (file, args) => {
      const result = await runCommand('.', file, args).catch(() => undefined);
      return result?.code === 0;
    },
    isRoot: process.getuid?.() === 0,
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
