import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { sampleCalls } from './bench-sdk/calls.ts';
import type { Contender } from './bench-sdk/contender.ts';
import { OTHERS, OWN } from './bench-sdk/contenders.ts';
import { type CpuRow, measureCpu } from './bench-sdk/cpu.ts';
import { measureSizes, type SizeRow } from './bench-sdk/size.ts';
import { measureTypes, type TypesRow } from './bench-sdk/types.ts';
import { oneOf, readFlags, runProgram, UsageError } from './flags.ts';

const HELP = `Measures the client beside bare fetch and beside four other clients, which are generated from the same contracts for
this run: CPU per call, bytes of an application, and time of the compiler. The rounds are interleaved and medians are
printed. A busy machine stretches all figures; trust the ratios.

Usage: npm run bench:sdk -- [flags]
  --part P    cpu, size or types (default: all of them)
  --rounds N  how often each is run (default 5)
  --alone     leave the other clients out
  --json      print the numbers as JSON
  --help      print this

Examples
  npm run bench:sdk
  npm run bench:sdk -- --part cpu --rounds 9`;

const ROOT = resolve(import.meta.dirname, '..');

/**
 * The last operation of the application with ten operations, which returns pages; the others are the tech adapter's.
 */
const PAGED = 'retrieveValues';

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    part: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    alone: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const part = oneOf('part', flags.part, ['cpu', 'size', 'types']);
  const rounds = Number(flags.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a whole number from 1, not '${flags.rounds}'`);
  // Inside the repository, so that the programs find installed packages.
  mkdirSync(join(ROOT, 'client-sdk/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'client-sdk/.cache/bench-'));
  try {
    const calls = await sampleCalls(ROOT);
    const all = await prepare(flags.alone ? OWN : [...OWN, ...OTHERS], folder);
    const compared = all.filter(({ only }) => only === undefined);
    const wants = (name: string) => part === undefined || part === name;
    const [sample] = calls.filter(
      ({ api, operationId }) => api === 'tech-adapter' && operationId === 'validate',
    );
    if (sample === undefined) throw new Error('the tech adapter has no operation validate');
    const adapter = calls.filter(({ api }) => api === 'tech-adapter').slice(0, 9);
    const ten = [...adapter, ...calls.filter(({ operationId }) => operationId === PAGED)];
    const result = {
      size: wants('size') ? await measureSizes(compared, ten, folder) : [],
      types: wants('types') ? await measureTypes(compared, calls, folder, rounds) : [],
      cpu: wants('cpu')
        ? await measureCpu(all, sample, folder, { rounds: rounds * 3, networkCalls: 250, stubCalls: 4_000 })
        : [],
    };
    if (flags.json) console.log(JSON.stringify({ rounds, ...machine(), ...result }, null, 2));
    else print(result, calls.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
});

async function prepare(contenders: readonly Contender[], folder: string): Promise<Contender[]> {
  const ready: Contender[] = [];
  for (const contender of contenders) {
    if (await contender.prepare(folder, ROOT)) ready.push(contender);
    else console.error(`${contender.name} is left out: it cannot be generated here`);
  }
  return ready;
}

function machine() {
  return { cores: availableParallelism(), load: loadavg()[0], node: process.version };
}

interface Result {
  readonly size: readonly SizeRow[];
  readonly types: readonly TypesRow[];
  readonly cpu: readonly CpuRow[];
}

function print({ cpu, size, types }: Result, operations: number): void {
  const { cores, load, node } = machine();
  console.log(`Node ${node}, ${cores} cores, load ${load?.toFixed(1)}`);
  if (size.length > 0) {
    console.log('\nAn application of ten operations, bytes');
    table(
      ['client', 'minified', 'gzip'],
      size.map((row) => [row.name, row.minified, row.gzip]),
    );
  }
  if (types.length > 0) {
    console.log(`\nChecking a file that calls all ${operations} operations, seconds`);
    const rows = types.map((row) => [
      ...[row.name, ...[row.cpu, row.total, row.check].map((seconds) => seconds.toFixed(2))],
      ...[row.instantiations, row.complaints.length],
    ]);
    table(['client', 'CPU', 'total', 'check', 'instantiations', 'complaints'], rows);
    for (const { complaints, name } of types)
      for (const one of complaints.slice(0, 3)) console.log(`${name}: ${one}`);
  }
  if (cpu.length > 0) {
    const bare = cpu.find(({ name }) => name === 'bare fetch');
    console.log('\nCPU of a POST with a body of 0.7 kB, microseconds');
    const rows = cpu.map(({ name, network, stub }) => [
      ...[name, network.toFixed(0), (network / (bare?.network ?? Number.NaN)).toFixed(2)],
      ...(stub === undefined ? ['-', '-'] : [stub.toFixed(1), (stub - (bare?.stub ?? 0)).toFixed(1)]),
    ]);
    table(['client', 'network', 'to fetch', 'stubbed fetch', 'added'], rows);
  }
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  }
}
