import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JAVASCRIPT_COMPILER } from '../build/compiler.ts';
import { runCommand } from '../check/command.ts';
import type { SampleCall } from './calls.ts';
import type { Contender } from './contender.ts';
import { median } from './cpu.ts';

/** What the compiler needs for a file that calls every operation. */
export interface TypesRow {
  readonly name: string;
  /** Seconds of CPU of the compiler: other processes affect this least. */
  readonly cpu: number;
  /** Seconds as the compiler reports them. */
  readonly total: number;
  /** Seconds of its time that were spent on checking. */
  readonly check: number;
  /** The number of instantiated types; the same in every run. */
  readonly instantiations: number;
  /** Errors in the file; should be zero. */
  readonly complaints: readonly string[];
}

const OPTIONS = {
  compilerOptions: {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: false,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

/** A module that adds a line to the compiler's output. */
const TELL_CPU = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const { system, user } = process.cpuUsage();
  console.log('CPU time:', (system + user) / 1e6);
});`)}`;

/** Checks, per contender and interleaved, a file that calls every operation with examples of the contracts. */
export async function measureTypes(
  contenders: readonly Contender[],
  calls: readonly SampleCall[],
  folder: string,
  rounds: number,
): Promise<TypesRow[]> {
  const projects = contenders.map((contender) => writeProject(contender, calls, folder));
  const samples: TypesRow[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, project] of projects.entries()) {
      const { name } = contenders[index] ?? { name: '' };
      samples[index]?.push(await compile(name, project, folder));
    }
  }
  return samples.flatMap((rows) =>
    rows.slice(0, 1).map((first) => ({
      ...first,
      cpu: median(rows.map(({ cpu }) => cpu)),
      total: median(rows.map(({ total }) => total)),
      check: median(rows.map(({ check }) => check)),
    })),
  );
}

function writeProject(contender: Contender, calls: readonly SampleCall[], folder: string): string {
  const name = contender.name.replaceAll(' ', '-');
  const uses = calls.map((call, index) => `export const result${index} = await ${contender.call(call)};`);
  const source = `declare const baseUrl: string;\n${contender.setUp(calls)}\n${uses.join('\n')}\n`;
  writeFileSync(join(folder, `types-${name}.ts`), source);
  const project = join(folder, `tsconfig-${name}.json`);
  writeFileSync(project, JSON.stringify({ ...OPTIONS, files: [`types-${name}.ts`] }));
  return project;
}

async function compile(name: string, project: string, folder: string): Promise<TypesRow> {
  const [node, ...compiler] = JAVASCRIPT_COMPILER;
  const args = ['--import', TELL_CPU, ...compiler, '-p', project, '--extendedDiagnostics'];
  const { stdout } = await runCommand(folder, node, args);
  const figure = (label: string) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
  return {
    name,
    cpu: figure('CPU time'),
    total: figure('Total time'),
    check: figure('Check time'),
    instantiations: figure('Instantiations'),
    complaints: stdout.split('\n').filter((line) => line.includes('error TS')),
  };
}
