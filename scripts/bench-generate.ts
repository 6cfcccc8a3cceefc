import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { tool } from './check/command.ts';
import { readFlags, runProgram, UsageError } from './flags.ts';

const HELP = `Times the generator beside three others, on the same merged bundles in the same run. Whole processes are timed, the
rounds are interleaved, and medians are printed. A busy machine stretches the wall times; trust CPU and the ratios.

Usage: npm run bench:generate -- [flags]
  --rounds N  how often each is run (default 5)
  --alone     leave the other generators out
  --json      print the numbers as JSON
  --help      print this

Examples
  npm run bench:generate
  npm run bench:generate -- --rounds 9 --json`;

const ROOT = resolve(import.meta.dirname, '..');
const AREAS = ['extension-points', 'platform'];

interface Contender {
  readonly name: string;
  /** What one run writes, in a few words. */
  readonly writes: string;
  /** The commands of one run, one after the other. */
  readonly commands: (folder: string) => readonly (readonly [file: string, ...args: string[]])[];
}

/** Milliseconds. */
interface Sample {
  readonly wall: number;
  readonly cpu: number;
}

const bundleOf = (area: string) => join(ROOT, `generated/bundle/${area}.openapi.json`);

const OWN: readonly Contender[] = [
  {
    name: 'npm run generate',
    writes: 'everything in generated/, from specs/',
    commands: (folder) => [
      [tool('tsx'), join(ROOT, 'scripts/generate.ts'), '--out', join(folder, 'generated')],
    ],
  },
  {
    name: 'its wire types alone',
    writes: 'wire types, one process for both areas',
    commands: (folder) => [[tool('tsx'), join(folder, 'wire-types.mts')]],
  },
];

const OTHERS: readonly Contender[] = [
  {
    name: 'openapi-typescript',
    writes: 'wire types',
    commands: (folder) =>
      AREAS.map((area) => [
        tool('openapi-typescript'),
        bundleOf(area),
        '--output',
        join(folder, `${area}.d.ts`),
      ]),
  },
  {
    name: 'hey-api openapi-ts',
    writes: 'types and SDK',
    commands: (folder) =>
      AREAS.map((area) => [
        ...([
          tool('openapi-ts'),
          '--input',
          bundleOf(area),
          '--output',
          join(folder, `hey-${area}`),
        ] as const),
        ...['--client', '@hey-api/client-fetch', '--no-log-file'],
      ]),
  },
  {
    name: 'redocly generate-client',
    writes: 'types and client',
    commands: (folder) =>
      AREAS.map((area) => [
        tool('redocly'),
        'generate-client',
        bundleOf(area),
        '--output',
        join(folder, `redocly-${area}.ts`),
      ]),
  },
];

/** A program that processes the merged bundles as the generator processes each API. */
const WIRE_TYPES = `import { readFileSync } from 'node:fs';
import { writeWireTypes } from ${JSON.stringify(join(ROOT, 'scripts/generate/emit/wire-worker.ts'))};
for (const path of ${JSON.stringify(AREAS.map(bundleOf))}) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  await writeWireTypes(document);
}
`;

/** bash's `time` also counts the processes that a command starts, which Node cannot. */
const TIMED = 'TIMEFORMAT="%R %U %S"; time "$@" >"$LOG" 2>&1';

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    rounds: { type: 'string', default: '5' },
    alone: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const rounds = Number(flags.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a whole number from 1, not '${flags.rounds}'`);
  const contenders = flags.alone ? OWN : [...OWN, ...OTHERS];
  const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) samples.get(contender.name)?.push(await time(contender));
  }
  const rows = contenders.map(({ name, writes }) => {
    const taken = samples.get(name) ?? [];
    return {
      name,
      writes,
      wall: median(taken.map(({ wall }) => wall)),
      cpu: median(taken.map(({ cpu }) => cpu)),
    };
  });
  if (flags.json)
    console.log(JSON.stringify({ rounds, cores: availableParallelism(), load: loadavg()[0], rows }, null, 2));
  else print(rows, rounds);
  return 0;
});

async function time({ name, commands }: Contender): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  try {
    writeFileSync(join(folder, 'wire-types.mts'), WIRE_TYPES);
    const sum = { wall: 0, cpu: 0 };
    for (const command of commands(folder)) {
      const { wall, cpu } = await run(name, command, folder);
      sum.wall += wall;
      sum.cpu += cpu;
    }
    return sum;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(name: string, command: readonly string[], folder: string): Promise<Sample> {
  const log = join(folder, 'log.txt');
  const env = {
    ...process.env,
    LOG: log,
    LC_ALL: 'C',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  try {
    const { stderr } = await promisify(execFile)('bash', ['-c', TIMED, 'bench', ...command], {
      cwd: folder,
      env,
    });
    const [wall = 0, user = 0, system = 0] = stderr
      .trim()
      .split(' ')
      .map((seconds) => Number(seconds) * 1000);
    return { wall, cpu: user + system };
  } catch (cause) {
    throw new Error(
      `${name} failed: ${command.join(' ')}\n${existsSync(log) ? readFileSync(log, 'utf8') : String(cause)}`,
      { cause },
    );
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

interface Row extends Sample {
  readonly name: string;
  readonly writes: string;
}

function print(rows: readonly Row[], rounds: number): void {
  const own = rows[0] ?? { wall: 1, cpu: 1 };
  const times = (part: number, whole: number) => `${(part / whole).toFixed(2)}x`;
  console.log(
    `Median of ${rounds} rounds; ratios to the first line; load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores\n`,
  );
  console.log('                            wall ms    ratio   CPU ms    ratio  writes');
  for (const { name, writes, wall, cpu } of rows) {
    const cells = [
      wall.toFixed(0).padStart(9),
      times(wall, own.wall).padStart(8),
      cpu.toFixed(0).padStart(8),
      times(cpu, own.cpu).padStart(8),
    ];
    console.log(`${name.padEnd(26)}${cells.join(' ')}  ${writes}`);
  }
}
