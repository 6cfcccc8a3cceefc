import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A command that a program of another package performs. */
export interface ForwardedCommand {
  readonly name: string;
  readonly meaning: string;
  /** Package with the program. */
  readonly package: string;
  readonly program: string;
  /** Words of the program's command line that the command stands for. */
  readonly words: readonly string[];
}

/** All such commands, in the order of the help. */
export const FORWARDED_COMMANDS: readonly ForwardedCommand[] = [
  {
    name: 'platform',
    meaning: 'run a platform on this machine, deploy to it, and check its traffic',
    package: '@tessera/platform',
    program: 'tessera-platform',
    words: [],
  },
  {
    name: 'try',
    meaning: 'drive your adapter as the platform would',
    package: '@tessera/platform',
    program: 'tessera-platform',
    words: ['try'],
  },
  {
    name: 'serve',
    meaning: 'serve reference servers and stubs',
    package: '@tessera/reference-servers',
    program: 'tessera-serve',
    words: [],
  },
  {
    name: 'conformance',
    meaning: 'check a running implementation of a contract',
    package: '@tessera/conformance',
    program: 'tessera-conformance',
    words: [],
  },
  {
    name: 'init',
    meaning: 'write a project that implements a contract',
    package: '@tessera/reference-servers',
    program: 'tessera-serve',
    words: ['init'],
  },
];

/** The package of a command is not installed. */
export class PackageMissing extends Error {
  override readonly name = 'PackageMissing';

  constructor(command: ForwardedCommand) {
    super(
      `tessera ${command.name} needs the package ${command.package}: npm install --save-dev ${command.package}`,
    );
  }
}

/**
 * Performs a command in this process: the program of the package reads the command line, and sets the exit code.
 * @throws PackageMissing
 */
export async function forward(command: ForwardedCommand, argv: readonly string[]): Promise<void> {
  const file = findProgram(command);
  if (file === undefined) throw new PackageMissing(command);
  // The file remains that of `tessera`: `asTyped` reads it.
  process.argv = [process.execPath, process.argv[1] ?? file, ...command.words, ...argv];
  await import(pathToFileURL(file).href);
}

/**
 * The file of a command's program: of the project in the current folder, otherwise of the packages that are installed
 * beside this one; undefined if there is none.
 */
export function findProgram(command: ForwardedCommand): string | undefined {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const manifest = findManifest(command.package, place);
    if (manifest === undefined) continue;
    const { bin }: { bin?: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'));
    const file = bin?.[command.program];
    if (file !== undefined) return join(dirname(manifest), file);
  }
  return undefined;
}

function findManifest(name: string, place: string): string | undefined {
  try {
    return createRequire(place).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
