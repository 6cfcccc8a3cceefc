import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOM, ROOT, serve } from './bench-conformance/adapters.ts';
import { comparePeers } from './bench-conformance/peers.ts';
import { readFlags, runProgram, UsageError } from './flags.ts';

const HELP = `Measures what a verdict costs: the whole tech-adapter profile against an adapter in memory with jobs of 150 ms, the
start of the command, the first finding, what is installed, and with --peers what other tools find on the same servers.
Whole processes are timed, medians of the rounds are shown. A busy machine stretches
the times, so that a bound that is not kept does not change the exit code.

Usage: npm run bench:conformance -- [flags]
  --rounds N  how often each is run (default 5)
  --peers     also run other tools on the same wrong and right servers, on every fourth of each; takes minutes
  --all       with --peers: on all of them; takes half an hour
  --tools DIR with --peers: where the other tools are installed, and stay; default: a temporary folder
  --json      print the numbers as JSON
  --help      print this

Examples
  npm run bench:conformance
  npm run bench:conformance -- --rounds 9 --peers
  npm run bench:conformance -- --peers --all --tools ~/peers`;

const COMMAND = join(ROOM, 'bin/tessera-conformance.js');
/** The defect of the adapter whose first finding is timed. */
const WRONG = 'returns 500 for a descriptor that is not YAML';

/** Writes the CPU that a process took, in microseconds, when it ends. */
const METER =
  "import{writeFileSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeFileSync(process.env.CPU_FILE,String(user+system))})";

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The most that it may be. */
  readonly bound?: number;
}

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    rounds: { type: 'string', default: '5' },
    peers: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    tools: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  const rounds = Number(flags.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a number of at least 1, not '${flags.rounds}'`);
  if (!flags.peers && (flags.all || flags.tools !== undefined))
    throw new UsageError('--all and --tools say how to compare: add --peers');
  const scratch = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  try {
    await promisify(execFile)('npm', ['run', 'prepare'], { cwd: ROOT });
    const rows = [
      ...(await timeRuns(rounds, scratch)),
      ...(await timeStart(rounds, scratch)),
      ...(await timeFirstFinding(rounds, scratch)),
      ...(await weighPackage(scratch)),
    ];
    const peers = flags.peers
      ? await comparePeers({
          scratch,
          all: flags.all,
          ...(flags.tools === undefined ? {} : { tools: resolve(flags.tools) }),
          onProgress: (line) => process.stderr.write(`${line}\n`),
        })
      : [];
    if (flags.json) console.log(JSON.stringify({ rows, peers }, null, 2));
    else print(rows, peers);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

async function timeRuns(rounds: number, scratch: string): Promise<Row[]> {
  const walls: number[] = [];
  const costs: number[] = [];
  let checks = 0;
  let requests = 0;
  const { adapters, stop } = await serve();
  const url = adapters[0]?.url ?? '';
  try {
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      costs.push(await run(['tech-adapter', '--url', url, '--report', scratch], scratch));
      walls.push(performance.now() - began);
      const report: { checks: unknown[]; run: { requests: number }; verdict: string } = JSON.parse(
        readFileSync(join(scratch, 'tech-adapter.json'), 'utf8'),
      );
      if (report.verdict !== 'conformant') throw new Error(`the adapter was found ${report.verdict}`);
      checks = report.checks.length;
      requests = report.run.requests;
    }
  } finally {
    stop();
  }
  return [
    { what: 'whole profile without configuration, wall', value: median(walls), unit: 'ms', bound: 2500 },
    { what: 'the same, CPU of the command', value: median(costs), unit: 'ms' },
    { what: 'checks', value: checks, unit: '' },
    { what: 'requests per check', value: requests / checks, unit: '' },
  ];
}

async function timeStart(rounds: number, scratch: string): Promise<Row[]> {
  const walls: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    costs.push(await run(['--help'], scratch));
    walls.push(performance.now() - began);
  }
  return [
    { what: 'start of the command, wall', value: median(walls), unit: 'ms', bound: 300 },
    { what: 'the same, CPU', value: median(costs), unit: 'ms' },
  ];
}

async function timeFirstFinding(rounds: number, scratch: string): Promise<Row[]> {
  const firsts: number[] = [];
  const { adapters, stop } = await serve(WRONG);
  const url = adapters[0]?.url ?? '';
  try {
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const child = spawn(
        process.execPath,
        [COMMAND, 'tech-adapter', '--url', url, '--report', scratch, '--verbose'],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      let first: number | undefined;
      for await (const line of createInterface({ input: child.stdout })) {
        if (first === undefined && line.startsWith('fail')) first = performance.now() - began;
      }
      if (first === undefined) throw new Error(`nothing was found about ${WRONG}`);
      firsts.push(first);
    }
  } finally {
    stop();
  }
  return [{ what: 'first finding after the start', value: median(firsts), unit: 'ms', bound: 2000 }];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What a user installs: the packed package, in a separate project. */
async function weighPackage(scratch: string): Promise<Row[]> {
  const run = promisify(execFile);
  const project = join(scratch, 'installed');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: ROOM,
  });
  const [tarball]: { filename: string }[] = JSON.parse(packed.stdout);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...quiet, join(scratch, tarball?.filename ?? '')], { cwd: project });
  const installed = join(project, 'node_modules');
  const manifests = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path): Manifest => JSON.parse(readFileSync(join(installed, path), 'utf8')));
  const own = manifests.find(({ name }) => name === '@tessera/conformance');
  if (own === undefined) throw new Error('the package was not installed');
  const bytes = sizeOf(installed);
  return [
    { what: 'installed, with everything that it needs', value: bytes / 1e6, unit: 'MB', bound: 5 },
    {
      what: 'packages that it names',
      value: Object.keys(own.dependencies ?? {}).length,
      unit: '',
      bound: 5,
    },
    { what: 'packages in all', value: manifests.length, unit: '' },
  ];
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Runs the command; milliseconds of CPU. */
async function run(args: readonly string[], scratch: string): Promise<number> {
  const file = join(scratch, 'cpu');
  await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(METER)}`, COMMAND, ...args],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CPU_FILE: file } },
  );
  return Number(readFileSync(file, 'utf8')) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print(rows: readonly Row[], peers: readonly string[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit, bound } of rows) {
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);
    const judged = bound === undefined ? '' : `at most ${bound}  ${value <= bound ? 'kept' : 'NOT KEPT'}`;
    console.log(`${what.padEnd(width)}  ${`${shown} ${unit}`.padStart(10)}  ${judged}`.trimEnd());
  }
  if (peers.length > 0) console.log(`\n${peers.join('\n')}`);
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`,
  );
}
