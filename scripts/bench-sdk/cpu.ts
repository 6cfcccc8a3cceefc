import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runCommand } from '../check/command.ts';
import type { SampleCall } from './calls.ts';
import type { Contender } from './contender.ts';

/** Microseconds of CPU per call, of one contender. */
export interface CpuRow {
  readonly name: string;
  /** Over keep-alive on the loopback interface. */
  readonly network: number;
  /** With a `fetch` that answers at once; absent for what does not use `fetch`. */
  readonly stub: number | undefined;
}

export interface CpuOptions {
  readonly rounds: number;
  readonly networkCalls: number;
  readonly stubCalls: number;
}

const ANSWER = '{"valid":true}';

const SERVER = `import { createServer } from 'node:http';
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('${ANSWER}');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

/**
 * Runs short slices of every contender in turn in one process, so that a disturbance affects all of them, and prints
 * the median of the slices for each.
 */
const RUNNER = `const [, , origin, rounds, count, ...files] = process.argv;
globalThis.baseUrl = origin;
if (origin.endsWith('.invalid')) {
  const headers = { 'content-type': 'application/json' };
  globalThis.fetch = async () => new Response('${ANSWER}', { status: 200, headers });
}
const args = { body: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'x: 1\\n'.repeat(120) } };
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
async function slice(call, count) {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await call(args);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / count;
}
const calls = [];
for (const file of files) calls.push((await import(file)).call);
for (const call of calls) await slice(call, count * 2);
const slices = calls.map(() => []);
for (let round = 0; round < rounds; round += 1) {
  for (const [index, call] of calls.entries()) slices[index].push(await slice(call, Number(count)));
}
process.stdout.write(JSON.stringify(slices.map(median)), () => process.exit());
`;

/** Measures every contender and returns medians. */
export async function measureCpu(
  contenders: readonly Contender[],
  call: SampleCall,
  folder: string,
  { networkCalls, rounds, stubCalls }: CpuOptions,
): Promise<CpuRow[]> {
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  writeFileSync(join(folder, 'runner.mjs'), RUNNER);
  const programs = await Promise.all(contenders.map((contender) => bundle(contender, call, folder)));
  const run = async (where: string, count: number, files: readonly string[]) => {
    const args = ['runner.mjs', where, `${rounds}`, `${count}`, ...files];
    const { code, output, stdout } = await runCommand(folder, process.execPath, args);
    if (code !== 0) throw new Error(`the measurement failed: ${output}`);
    const medians: number[] = JSON.parse(stdout);
    return new Map(files.map((file, index) => [file, medians[index]]));
  };
  const { origin, stop } = await startServer(folder);
  try {
    const network = await run(origin, networkCalls, programs);
    const fetching = programs.filter((program) => !program.includes('undici'));
    const stub = await run('http://stub.invalid', stubCalls, fetching);
    return contenders.map(({ name }, index) => {
      const program = programs[index] ?? '';
      return { name, network: network.get(program) ?? Number.NaN, stub: stub.get(program) };
    });
  } finally {
    stop();
  }
}

async function bundle(contender: Contender, call: SampleCall, folder: string): Promise<string> {
  const outfile = join(folder, `cpu-${contender.name.replaceAll(' ', '-')}.mjs`);
  await build({
    stdin: {
      contents: `${contender.setUp([call])}\nexport const call = (args: any) => ${contender.call(call, 'args')};`,
      resolveDir: folder,
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['undici'],
    conditions: ['tessera-source'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

function startServer(folder: string): Promise<{ origin: string; stop: () => void }> {
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (port: Buffer) =>
      resolve({ origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }),
    );
  });
}

/** The median. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
