import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from './step.ts';

const require = createRequire(import.meta.url);

// Found by their packages: both call their command tsc, and npm links one of them.
const JAVASCRIPT = 'typescript/package.json';
const NATIVE = 'typescript-native/package.json';

/** The TypeScript compiler that users have, as a program. */
export const JAVASCRIPT_COMPILER = programOf(JAVASCRIPT);

/**
 * The TypeScript compiler for our own code, as a program: the native one, or on a system that it has no binary for, the one
 * in JavaScript. Both accept the same code and write the same packages; the native one takes a third of the time.
 */
export const COMPILER = compilerFor(process.platform, process.arch);

/**
 * Compiles the projects that are given to it, and those that they refer to. The native compiler divides each project among
 * four checkers, which examine shared types once each; one checker takes two thirds of the CPU time, and the projects keep
 * the cores busy.
 */
export const BUILDER: Command = [
  ...COMPILER,
  '-b',
  ...(COMPILER === JAVASCRIPT_COMPILER ? [] : ['--checkers', '1']),
];

/** The compiler for an operating system and a processor, by Node's names of them. */
export function compilerFor(platform: string, processor: string): Command {
  return hasNative(platform, processor) ? programOf(NATIVE) : JAVASCRIPT_COMPILER;
}

function programOf(manifest: string): Command {
  return [process.execPath, join(dirname(require.resolve(manifest)), 'bin/tsc')];
}

/** npm leaves the package of the binary out where it does not run. */
function hasNative(platform: string, processor: string): boolean {
  try {
    createRequire(require.resolve(NATIVE)).resolve(
      `@typescript/typescript-${platform}-${processor}/package.json`,
    );
    return true;
  } catch {
    return false;
  }
}
