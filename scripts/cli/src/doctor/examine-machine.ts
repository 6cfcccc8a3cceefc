import { delimiter, join } from 'node:path';
import { CHROMIUM_NAMES, CHROMIUM_VARIABLES } from './chromium-names.ts';
import type { Machine } from './machine.ts';

/** Something that the toolkit, or a part of it, needs. */
export interface Need {
  readonly name: string;
  /** Whether everything needs it. */
  readonly required: boolean;
  readonly present: boolean;
  /** What the machine has. */
  readonly found: string;
  /** What needs it. */
  readonly neededFor: string;
  /** How to get it; absent if it is present. */
  readonly fix?: string;
}

/** A need before the machine is examined. */
interface Declared {
  readonly name: string;
  readonly required?: true;
  readonly neededFor: string;
  readonly fix: string;
  examine(machine: Machine): Promise<{ readonly present: boolean; readonly found: string }>;
}

const OLDEST_NODE = [20, 19] as const;
const OLDEST_PYTHON = [3, 11] as const;
const OLDEST_JAVA = [17, 0] as const;

/** Default ports of the platform, the reference servers and stubs. */
const PORTS = [4400, 4401, 4402, 4403, 4404, 4405, 4406, 4407, 4408, 4410] as const;

const LEAST_BYTES = 500_000_000;

const NEEDS: readonly Declared[] = [
  {
    name: 'Node.js 20.19',
    required: true,
    neededFor: 'everything',
    fix: 'install Node.js 20.19 or newer from https://nodejs.org',
    examine: async ({ node }) => ({ present: isAtLeast(node, OLDEST_NODE), found: node }),
  },
  {
    name: 'temporary folder',
    required: true,
    neededFor: 'the embedded database, tests and builds',
    fix: 'set TMPDIR to a folder that you may write to',
    examine: async (machine) => {
      const present = await machine.canWrite();
      return { present, found: `${machine.temporary}${present ? '' : ', not writable'}` };
    },
  },
  {
    name: '500 MB on disk',
    required: true,
    neededFor: 'the embedded database, tests and builds',
    fix: 'free space, or set TMPDIR to a folder on another disk',
    examine: async (machine) => {
      const bytes = await machine.freeBytes();
      const found = bytes === undefined ? 'unknown' : `${Math.floor(bytes / 1_000_000)} MB free`;
      return { present: bytes === undefined || bytes >= LEAST_BYTES, found };
    },
  },
  {
    name: 'free ports',
    neededFor: 'the default ports of the platform, the reference servers and stubs',
    fix: 'stop the program that listens there, or choose another port with --port N',
    examine: async (machine) => {
      const free = await Promise.all(PORTS.map((port) => machine.isFree(port)));
      const taken = PORTS.filter((_, index) => free[index] === false);
      return {
        present: taken.length === 0,
        found: taken.length === 0 ? `${PORTS[0]} to ${PORTS.at(-1)}` : `${taken.join(', ')} in use`,
      };
    },
  },
  {
    name: 'git',
    neededFor: 'contributions to this toolkit',
    fix: 'install the package git',
    examine: (machine) => versionOf(machine, 'git', ['--version']),
  },
  {
    name: 'Chromium',
    neededFor: 'browser tests of this toolkit',
    fix: 'install the package chromium, or set TESSERA_CHROMIUM to the path of a browser; npm test downloads one otherwise',
    examine: findChromium,
  },
  {
    name: 'PostgreSQL',
    neededFor: 'a platform on several processes; otherwise it embeds a database',
    fix: 'install the package postgresql, or set DATABASE_URL to a server',
    examine: async (machine) =>
      machine.env['DATABASE_URL'] ? found('DATABASE_URL') : versionOf(machine, 'psql', ['--version']),
  },
  {
    name: 'Python 3.11 with venv',
    neededFor: 'adapters in Python',
    fix: 'install Python 3.11 or newer and the package python3-venv',
    examine: (machine) =>
      versionOf(
        machine,
        'python3',
        ['-c', 'import ensurepip,platform,venv;print(platform.python_version())'],
        OLDEST_PYTHON,
      ),
  },
  {
    name: 'Java 17',
    neededFor: 'adapters in Java',
    fix: 'install a JDK 17 or newer, for example the package openjdk-17-jdk',
    examine: (machine) => versionOf(machine, 'javac', ['-version'], OLDEST_JAVA),
  },
  {
    name: 'Maven',
    neededFor: 'adapters in Java',
    fix: 'install the package maven',
    examine: (machine) => versionOf(machine, 'mvn', ['-version']),
  },
  {
    name: 'Docker or Podman',
    neededFor: 'container images of adapters',
    fix: 'install Docker or Podman',
    examine: async (machine) => {
      const docker = await versionOf(machine, 'docker', ['--version']);
      return docker.present ? docker : versionOf(machine, 'podman', ['--version']);
    },
  },
];

/** Everything that the toolkit needs, and whether the machine has it. */
export async function examineMachine(machine: Machine): Promise<Need[]> {
  return Promise.all(
    NEEDS.map(async ({ name, required = false, neededFor, fix, examine }) => {
      const state = await examine(machine);
      return { name, required, ...state, neededFor, ...(state.present ? {} : { fix }) };
    }),
  );
}

type State = Awaited<ReturnType<Declared['examine']>>;

const MISSING: State = { present: false, found: 'not found' };

function found(text: string): State {
  return { present: true, found: text };
}

/** The first version number in the output of a program. */
async function versionOf(
  machine: Machine,
  program: string,
  words: readonly string[],
  oldest: readonly [number, number] = [0, 0],
): Promise<State> {
  const version = /\d+(?:\.\d+)+/.exec((await machine.run(program, ...words)) ?? '')?.[0];
  return version === undefined ? MISSING : { present: isAtLeast(version, oldest), found: version };
}

async function findChromium(machine: Machine): Promise<State> {
  const named = CHROMIUM_VARIABLES.map((name) => machine.env[name]).find(Boolean);
  if (named !== undefined)
    return { present: await machine.isExecutable(named), found: `${named} (from the environment)` };
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const file of CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))))
    if (await machine.isExecutable(file)) return found(file);
  return MISSING;
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
