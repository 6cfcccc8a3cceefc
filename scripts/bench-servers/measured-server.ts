import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { freePort } from '../running-server.ts';

/** What a process has used so far. */
export interface Usage {
  /** User and system together, in microseconds. */
  readonly cpu: number;
  /** Bytes. */
  readonly heap: number;
  /** Bytes. */
  readonly rss: number;
}

/** A server in a separate process. */
export interface MeasuredServer {
  readonly port: number;
  /** CPU until it listened, in microseconds: everything from the start of the process. */
  readonly boot: number;
  /** `collect` runs garbage collection first, which takes CPU itself. */
  usage(collect?: boolean): Promise<Usage>;
  stop(): Promise<void>;
}

/** How long a server may take to listen, in milliseconds. */
const BOOT_LIMIT = 60_000;

/** Answers questions of the parent; preloaded into every program. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
process.on('message', (collect) => {
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed: heap, rss } = process.memoryUsage();
  process.send({ cpu: user + system, heap, rss });
});`)}`;

/** Starts `node ARGUMENTS`, in which PORT stands for a free port, and waits until it listens. */
export async function startMeasured(args: readonly string[], cwd: string): Promise<MeasuredServer> {
  const port = await freePort();
  const command = args.map((one) => one.replaceAll('PORT', String(port)));
  const child = spawn(process.execPath, ['--expose-gc', '--import', REPORTER, ...command], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  await untilListening(child, port, () => said);
  const { cpu: boot } = await ask(child, false);
  return {
    port,
    boot,
    usage: (collect = false) => ask(child, collect),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function ask(child: ChildProcess, collect: boolean): Promise<Usage> {
  const answered = once(child, 'message');
  child.send(collect);
  const [usage] = await answered;
  return usage;
}

async function untilListening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  const limit = performance.now() + BOOT_LIMIT;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`a server did not begin to listen: ${said()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
