import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { must, StepFailed } from '../must-run.ts';

/** Supported lines of Node.js. The oldest one is the least version in `engines`. */
export const NODE_LINES = ['20.19', '22', '24'] as const;

/** A line of Node.js. */
export type NodeLine = (typeof NODE_LINES)[number];

/** An installed Node.js. */
export interface Node {
  readonly line: NodeLine;
  readonly version: string;
  /** Value of `PATH` with which commands run in this Node.js. */
  readonly path: string;
}

/**
 * Installs the newest Node.js of a line from its npm package, which contains the program of this platform.
 * @returns a sentence when it cannot be installed
 */
export async function provideNode(line: NodeLine, scratch: string): Promise<Node | string> {
  const folder = join(scratch, `node ${line}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const name = `node-${process.platform}-${process.arch}`;
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  try {
    await must(folder, ['npm', 'install', ...flags, `${name}@${line}`]);
    const programs = join(folder, 'node_modules', name, 'bin');
    const version = await must(folder, [join(programs, 'node'), '--version']);
    return {
      line,
      version: version.trim().replace('v', ''),
      path: `${programs}${delimiter}${process.env['PATH']}`,
    };
  } catch (cause) {
    if (!(cause instanceof StepFailed)) throw cause;
    return `the package ${name}@${line} cannot be installed`;
  }
}
