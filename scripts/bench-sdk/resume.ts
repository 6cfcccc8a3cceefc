import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The results of the tasks whose first process was killed. */
export interface ResumeResult {
  readonly rounds: number;
  /** Handles from which a second process got the result. */
  readonly survived: number;
  /** Operations that the server was asked to start; equal to the number of rounds when none was started twice. */
  readonly started: number;
}

/** Starts a task, stores its handle, reports that, and waits for a result until it is killed. */
const STARTING = `
import { renameSync, writeFileSync } from 'node:fs';
import { createTechAdapter } from '@tessera/client/tech-adapter';
const [, , origin, file] = process.argv;
const adapter = createTechAdapter({ baseUrl: origin, poll: { initial: 20, longest: 20 } });
const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' };
const task = await adapter.provision({ body });
writeFileSync(file + '.new', JSON.stringify(task));
renameSync(file + '.new', file);
process.stdout.write('stored');
await task.wait();
`;

/** Resumes the task and prints its result. */
const RESUMING = `
import { readFileSync } from 'node:fs';
import { createTechAdapter } from '@tessera/client/tech-adapter';
const [, , origin, file] = process.argv;
const adapter = createTechAdapter({ baseUrl: origin, poll: { initial: 20, longest: 20 } });
const { info } = await adapter.provision.resume(JSON.parse(readFileSync(file, 'utf8'))).wait();
process.stdout.write(info.publicInfo.token);
`;

/** How many polls a process may make before it is killed: none, some. */
const POLLS_BEFORE_DEATH = [0, 1, 3];

/** Kills a process with SIGKILL between the start of a task and its result, and resumes the task in another one. */
export async function killAndResume(root: string, rounds: number): Promise<ResumeResult> {
  mkdirSync(join(root, 'client-sdk/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'client-sdk/.cache/resume-'));
  const server = await startServer();
  try {
    const starting = await bundle(folder, 'starting', STARTING);
    const resuming = await bundle(folder, 'resuming', RESUMING);
    let survived = 0;
    for (let round = 0; round < rounds; round += 1) {
      const file = join(folder, `task-${round}.json`);
      const first = spawn(process.execPath, [starting, server.origin, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = ended(first);
      await Promise.race([firstOutput(first), gone]);
      const { token }: { token: string } = JSON.parse(readFileSync(file, 'utf8'));
      await server.polled(token, POLLS_BEFORE_DEATH[round % POLLS_BEFORE_DEATH.length] ?? 0);
      first.kill('SIGKILL');
      await gone;
      if (first.signalCode !== 'SIGKILL') throw new Error('the first process has ended by itself');
      server.finish(token);
      if ((await run(resuming, server.origin, file)) === token) survived += 1;
    }
    return { rounds, survived, started: server.started() };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function bundle(folder: string, name: string, contents: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['tessera-source'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** A tech adapter whose tasks run until the test releases them. */
async function startServer() {
  const finished = new Set<string>();
  const polls = new Map<string, number>();
  let started = 0;
  let onPoll = () => {};
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') {
      started += 1;
      response.writeHead(202).end(`"task-${started}"`);
      return;
    }
    const token = request.url?.split('/').at(-2) ?? '';
    polls.set(token, (polls.get(token) ?? 0) + 1);
    onPoll();
    const info = { publicInfo: { token }, privateInfo: {} };
    response.end(JSON.stringify(finished.has(token) ? { status: 'COMPLETED', info } : { status: 'RUNNING' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    started: () => started,
    finish: (token: string) => void finished.add(token),
    polled: (token: string, count: number) =>
      new Promise<void>((resolve) => {
        onPoll = () => {
          if ((polls.get(token) ?? 0) >= count) resolve();
        };
        onPoll();
      }),
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(stopped);
      }),
  };
}

function firstOutput(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.stdout?.once('data', resolve));
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

async function run(program: string, origin: string, file: string): Promise<string> {
  const child = spawn(process.execPath, [program, origin, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await ended(child);
  return output;
}
