import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Load, openLoad, type Shot } from './bench-servers/load.ts';
import { type MeasuredServer, startMeasured } from './bench-servers/measured-server.ts';
import { growthOf, watchMemory } from './bench-servers/memory.ts';
import { readPaths } from './bench-servers/paths.ts';
import { BARE, KIT, programsOf } from './bench-servers/programs.ts';
import { readFlags, runProgram, UsageError } from './flags.ts';
import { SCOPE } from './scope.ts';

const HELP = `Measures what a request costs our servers and others on loopback: CPU of the server's process, rounds interleaved. The
cost is the lower quartile of the rounds, because a busy machine only ever adds; the ratio is the median of the ratios
within a round, because the speed of a machine changes from minute to minute. All servers are started anew after every
fourth round, because no two processes of the same program are equally fast, and with a heap of 64 MB: the first full
collection costs a server 2 us a request for the rest of its life when it falls into its start, which is chance (V8 forgets
what it has learned of process.nextTick). The peers that are not among our packages are installed into a temporary folder.

Usage: npm run bench:servers -- [flags]
  --rounds N    how often each server is measured (default 16)
  --requests N  requests of one measurement (default 4000; the slowest servers get a quarter)
  --offline     leave out what would have to be installed
  --memory      instead: 200,000 requests and 50,000 tasks, and how much memory is left
  --json        print the numbers as JSON
  --help        print this

Examples
  npm run bench:servers
  npm run bench:servers -- --rounds 9 --offline
  npm run bench:servers -- --memory`;

const ROOT = resolve(import.meta.dirname, '..');
const BUNDLE = join(ROOT, 'generated/bundle/extension-points.openapi.json');
const PEERS = ['express@5.1.0', 'express-openapi-validator@5.6.0'];

/** The location of the operations in the file, and on every server. */
const pathOf = readPaths(BUNDLE);
const ROUTE = pathOf('techAdapterValidate');

/** A request of 0.7 kB. */
const BODY = JSON.stringify({
  descriptorKind: 'COMPONENT_DESCRIPTOR',
  descriptor: `dataProduct:\n  id: urn:dmb:dp:logistics:shipments:1\n${'  # a line of a descriptor\n'.repeat(22)}`,
});

/** The contract with the most operations. */
const LARGEST = 'governance';

const BOOT_ROUNDS = 7;

/** Rounds of new processes before counting starts. */
const WARM_UP = 3;

/** Counted rounds before all processes are restarted. */
const ROUNDS_OF_A_PROCESS = 4;

/** For servers that are measured under load: no full garbage collection before warm-up. */
const ROOMY = ['--initial-old-space-size=64'];

/** The number of turns in a round. */
const TURNS = 8;

/** Share of the requests that a slow server gets, so that a round stays short. */
const SLOW_PART = 0.25;

interface Contender {
  readonly name: string;
  readonly does: string;
  readonly args: readonly string[];
  readonly path: string;
  readonly isSlow: boolean;
}

interface Running extends Contender {
  readonly server: MeasuredServer;
  readonly load: Load;
}

/** The results of all rounds for one server. */
interface Found {
  /** Microseconds of CPU per request, one of each round. */
  readonly costs: number[];
  /** Microseconds of CPU until it listened, one per process. */
  readonly boots: number[];
}

interface Row {
  readonly name: string;
  readonly does: string;
  /** Microseconds of CPU per request, lower quartile of the rounds. */
  readonly cpu: number;
  /** How many times that of bare Fastify, median over the rounds. */
  readonly toBare: number;
  /** How many times that of the kit which validates requests, median over the rounds. */
  readonly toKit: number;
  /** Milliseconds of CPU from the start of the process until it listened. */
  readonly boot: number;
}

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    rounds: { type: 'string' },
    requests: { type: 'string' },
    offline: { type: 'boolean' },
    memory: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const rounds = readCount('rounds', flags.rounds, 16);
  const requests = readCount('requests', flags.requests, 4000);
  if (!existsSync(join(ROOT, 'reference-servers/dist/kit.js'))) {
    console.error('the packages are not built: npm run prepare');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  try {
    if (flags.memory === true) return await printMemory(flags.json === true);
    const rows = await measureAll(await contendersIn(folder, flags.offline === true), rounds, requests);
    print(rows, await measureBoot(), flags.json === true);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function readCount(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${flag} is a number from 1, not '${text}'`);
  return Number(text);
}

/** Writes the programs into the folder; their imports resolve there, or in this repository. */
async function contendersIn(folder: string, offline: boolean): Promise<Contender[]> {
  const hasPeers = !offline && (await installPeers(folder));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of [SCOPE, 'fastify']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  const written = programsOf(BUNDLE, ROUTE).flatMap(({ name, does, text, isForeign }, index) => {
    if (isForeign === true && !hasPeers) return [];
    const file = join(folder, `server-${index}.mjs`);
    writeFileSync(file, text);
    return [
      {
        name,
        does,
        args: [file, 'PORT'],
        path: ROUTE,
        isSlow: isForeign === true,
      },
    ];
  });
  const prism = join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const mock = [prism, 'mock', '--multiprocess', 'false', '--port', 'PORT', '--host', '127.0.0.1', BUNDLE];
  return [
    ...written,
    {
      name: 'Prism',
      does: 'all extension points; validates, answers with examples',
      args: mock,
      path: ROUTE,
      isSlow: true,
    },
  ];
}

async function installPeers(folder: string): Promise<boolean> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', ['install', ...flags, ...PEERS], { cwd: folder });
    return true;
  } catch (cause) {
    console.error(`without ${PEERS.join(' and ')}, which npm could not install:`);
    console.error(cause instanceof Error ? cause.message.split('\n').slice(0, 3).join('\n') : cause);
    return false;
  }
}

async function measureAll(
  contenders: readonly Contender[],
  rounds: number,
  requests: number,
): Promise<Row[]> {
  const found = contenders.map((): Found => ({ costs: [], boots: [] }));
  for (let done = 0; done < rounds; done += ROUNDS_OF_A_PROCESS) {
    await measureProcesses(contenders, Math.min(ROUNDS_OF_A_PROCESS, rounds - done), requests, found);
  }
  const ratioTo = (name: string, costs: readonly number[]): number => {
    const base = found[contenders.findIndex((one) => one.name === name)]?.costs ?? [];
    return quantile(
      costs.map((cost, round) => cost / (base[round] ?? Number.NaN)),
      0.5,
    );
  };
  return contenders.map(({ name, does }, index) => {
    const { costs, boots } = found[index] ?? { costs: [], boots: [] };
    const toBare = ratioTo(BARE, costs);
    const toKit = ratioTo(KIT, costs);
    const boot = quantile(boots, 0.25) / 1000;
    return { name, does, cpu: quantile(costs, 0.25), toBare, toKit, boot };
  });
}

/** Starts every server, warms it up and measures some rounds. */
async function measureProcesses(
  contenders: readonly Contender[],
  rounds: number,
  requests: number,
  found: readonly Found[],
): Promise<void> {
  const running: Running[] = [];
  try {
    for (const [index, contender] of contenders.entries()) {
      const server = await startMeasured([...ROOMY, ...contender.args], ROOT);
      running.push({ ...contender, server, load: openLoad(server.port) });
      found[index]?.boots.push(server.boot);
    }
    // The first rounds warm the code up and are not counted.
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const spent = await measureRound(running, requests);
      if (round >= 0) for (const [index, cost] of spent.entries()) found[index]?.costs.push(cost);
    }
  } finally {
    for (const { server, load } of running) {
      load.close();
      await server.stop();
    }
  }
}

/**
 * The cost of one request in this round, by server. A round alternates between the servers in short turns, so that a
 * temporary slowdown of the machine, or a process that was running just before, affects all of them.
 * @returns microseconds of CPU, in the order of the servers
 */
async function measureRound(running: readonly Running[], requests: number): Promise<number[]> {
  const spent = running.map(() => 0);
  const inOrder = [...running.entries()];
  const count = (isSlow: boolean): number => Math.ceil((requests * (isSlow ? SLOW_PART : 1)) / TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { server, load, path, isSlow }] of turn % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const shot: Shot = { method: 'POST', path, body: BODY };
      const before = await server.usage();
      await load.fire(count(isSlow), shot);
      const after = await server.usage();
      spent[index] = (spent[index] ?? 0) + after.cpu - before.cpu;
    }
  }
  return running.map(({ isSlow }, index) => (spent[index] ?? Number.NaN) / (count(isSlow) * TURNS));
}

/** The upper limit for this part of the numbers. */
function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

/** Milliseconds of CPU until a program listens, from the start of its process. */
interface Boots {
  /** A stub of the contract with the most operations, including the command line. */
  readonly largest: number;
  /** A server without any work, in Node alone. */
  readonly node: number;
  /** All of `tessera-serve all`: every server, and a stub of every other contract. */
  readonly all: number;
}

async function measureBoot(): Promise<Boots> {
  const main = join(ROOT, 'reference-servers/bin/tessera-serve.js');
  const boot = async (...program: string[]): Promise<number> => {
    const samples: number[] = [];
    for (let round = 0; round < BOOT_ROUNDS; round += 1) {
      const server = await startMeasured(program, ROOT);
      samples.push(server.boot / 1000);
      await server.stop();
    }
    return quantile(samples, 0.25);
  };
  const port = ['--port', 'PORT'];
  return {
    node: await boot('--eval', "require('node:http').createServer().listen(PORT, '127.0.0.1')"),
    largest: await boot(main, 'stub', LARGEST, ...port),
    all: await boot(main, 'all', ...port),
  };
}

function print(rows: readonly Row[], boots: Boots, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify({ rows, boots }, undefined, 2));
    return;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${'server'.padEnd(width)}  CPU/request  to bare   to kit  boot CPU  what it does`);
  for (const { name, does, cpu, toBare, toKit, boot } of rows) {
    const numbers = [
      `${cpu.toFixed(0)} us`.padStart(11),
      toBare.toFixed(2).padStart(8),
      toKit.toFixed(2).padStart(8),
      `${boot.toFixed(0)} ms`.padStart(9),
    ];
    console.log(`${name.padEnd(width)}  ${numbers.join(' ')}  ${does}`);
  }
  const [node, largest, all] = [boots.node, boots.largest, boots.all].map((boot) => boot.toFixed(0));
  console.log(`\nboot in ms of CPU: ${LARGEST} ${largest}, everything ${all}; of which Node alone ${node}`);
  console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} at the end`);
}

async function printMemory(asJson: boolean): Promise<number> {
  const main = join(ROOT, 'reference-servers/bin/tessera-serve.js');
  const args = [main, 'tech-adapter', '--port', 'PORT', '--task-ms', '0'];
  const server = await startMeasured(args, ROOT);
  try {
    const samples = await watchMemory(server, {
      validate: ROUTE,
      provision: pathOf('techAdapterProvision'),
    });
    const growth = growthOf(samples);
    if (asJson) console.log(JSON.stringify({ samples, growth }, undefined, 2));
    else {
      for (const { requests, tasks, heap, rss } of samples) {
        const counts = `${String(requests).padStart(7)} requests ${String(tasks).padStart(6)} tasks`;
        console.log(`${counts}  heap ${megabytes(heap)}  resident ${megabytes(rss)}`);
      }
      console.log(`\nheap grew by ${(growth * 100).toFixed(1)} % after the warm-up`);
    }
    return 0;
  } finally {
    await server.stop();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(9);
}
