import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryPoints } from '../check/entry-points.ts';
import { must } from '../must-run.ts';
import type { PackedPackage } from '../pack-packages.ts';
import type { Node } from './nodes.ts';

/** Tools of projects in TypeScript, and the dependency of this repository with their version. */
const TOOLS = { typescript: 'typescript-native', '@types/node': '@types/node' } as const;

/**
 * The settings of the compiler that users have. In each, one file is an ES module and one CommonJS. The compiler does not
 * accept `require` of an ES module for the Node.js versions that `node16` and `node18` describe, so CommonJS is left out
 * there.
 */
const SETTINGS: readonly { readonly files: readonly string[]; readonly flags: readonly string[] }[] = [
  { files: ['all.mts', 'all.cts'], flags: ['--module', 'nodenext'] },
  { files: ['all.mts', 'all.cts'], flags: ['--module', 'node20', '--moduleResolution', 'node16'] },
  { files: ['all.mts'], flags: ['--module', 'node16'] },
  { files: ['all.mts', 'all.cts'], flags: ['--module', 'preserve', '--moduleResolution', 'bundler'] },
];

const STRICT = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node'];

/** A project that has installed packages. */
export class Consumer {
  readonly folder: string;
  readonly node: Node;

  /** @param folder must not exist yet */
  constructor(folder: string, node: Node) {
    this.folder = folder;
    this.node = node;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
  }

  /** The file that `npx` starts. npx does not pass SIGTERM on, so a server is started without it. */
  program(name: string): string {
    return join(this.folder, 'node_modules/.bin', name);
  }

  /** Runs a command of this project to its end. */
  run(command: readonly [string, ...string[]], folder = this.folder): Promise<string> {
    return must(folder, ['env', ...this.environment, ...command]);
  }

  /** Variables that select the Node.js of the project, as arguments of `env`. */
  get environment(): readonly string[] {
    return [`PATH=${this.node.path}`, 'NODE_OPTIONS='];
  }

  /** Installs the tarballs and the compiler. npm rejects a package that does not support this Node.js. */
  async install(packages: readonly PackedPackage[], tools: Readonly<Record<string, string>>): Promise<void> {
    const flags = ['--engine-strict', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    const others = Object.entries(TOOLS).map(([name, own]) => `${name}@${tools[own]}`);
    const files = packages.map(({ tarball }) => tarball);
    // Users of an entry point with an optional dependency have installed it; our tests use this version.
    for (const { peerDependencies = {}, devDependencies = {} } of packages.map(({ json }) => json))
      others.push(...Object.keys(peerDependencies).map((name) => `${name}@${devDependencies[name]}`));
    await this.run(['npm', 'install', ...flags, '--silent', ...files, ...others]);
  }

  /** Loads every entry point of a package, as an ES module and with `require`. */
  async load(one: PackedPackage): Promise<void> {
    const names = this.#entryPoints(one).flatMap(({ name, hasCode }) => (hasCode ? [name] : []));
    const list = JSON.stringify(names);
    await this.run(['node', '--input-type=module', '-e', `for (const name of ${list}) await import(name);`]);
    await this.run(['node', '--input-type=commonjs', '-e', `for (const name of ${list}) require(name);`]);
  }

  /** Compiles a program that imports every entry point of a package, with each of the settings. */
  async compile(one: PackedPackage): Promise<void> {
    const names = this.#entryPoints(one).flatMap(({ name, hasTypes }) => (hasTypes ? [name] : []));
    const imports = names.map((name, index) => `import type * as type${index} from '${name}';`);
    const values = this.#entryPoints(one).flatMap(({ name, hasCode, hasTypes }, index) =>
      hasCode && hasTypes ? [`import * as value${index} from '${name}';\nconsole.log(value${index});`] : [],
    );
    const types = `export type All = [${names.map((_, index) => `typeof type${index}`).join(', ')}];`;
    const source = [...imports, ...values, types].join('\n');
    for (const file of ['all.mts', 'all.cts']) writeFileSync(join(this.folder, file), source);
    for (const { files, flags } of SETTINGS) await this.run(['npx', 'tsc', ...STRICT, ...flags, ...files]);
  }

  #entryPoints({ name, json }: PackedPackage) {
    return entryPoints(json, join(this.folder, 'node_modules', name));
  }
}
