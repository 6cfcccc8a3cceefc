import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { SCOPE } from '../scope.ts';

const ROOMS = ['generated', 'scripts/cli', 'client-sdk', 'reference-servers', 'conformance'];
const FILES = ['package.json', 'vitest.config.ts', 'tsconfig.base.json', 'scripts/test-cases.js'];
/** Builds the packages before the tests; compiling a copy after each change would take minutes. */
const BUILD = 'scripts/build/provide-packages.ts';
/** What a room's sources do not need. */
const LEFT_OUT = ['node_modules', 'dist', '.cache', 'reports'];

/** A copy of the rooms whose tests read `generated/`, so that only these tests see a changed `generated/`. */
export interface CopyOfRooms {
  readonly folder: string;
  remove(): void;
}

/** Installed packages are shared through links; our own lead into the copy. */
export function copyRooms(root: string): CopyOfRooms {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-rooms-'));
  const keep = (path: string) => !LEFT_OUT.includes(basename(path)) || relative(root, path) === '';
  for (const room of ROOMS) {
    cpSync(join(root, room), join(folder, room), { recursive: true, filter: keep });
    const own = join(root, room, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, room, 'node_modules'));
  }
  for (const file of FILES) cpSync(join(root, file), join(folder, file), { recursive: true });
  // Tests that start built programs fail here with and without a change, so they do not count.
  mkdirSync(join(folder, dirname(BUILD)), { recursive: true });
  writeFileSync(join(folder, BUILD), 'export function setup() {}\n');
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkPackages(installed: string, target: string): void {
  mkdirSync(join(target, SCOPE), { recursive: true });
  for (const name of readdirSync(installed).filter((entry) => entry !== SCOPE)) {
    symlinkSync(join(installed, name), join(target, name));
  }
  // The workspace's packages are relative links in node_modules: copied, they lead into the copy.
  cpSync(join(installed, SCOPE), join(target, SCOPE), { recursive: true, verbatimSymlinks: true });
}
