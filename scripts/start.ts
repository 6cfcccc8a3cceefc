import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { type Failure, performSteps } from './build/step.ts';
import { GENERATED, PACKAGES, SITE } from './build/steps.ts';
import { seconds } from './check/print-results.ts';
import { readFlags, runProgram, UsageError } from './flags.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOST = '127.0.0.1';
const DEFAULT_PORT = 4400;

/** How long the server may take to shut down: longer than it gives its tasks, in milliseconds. */
const STOP_GRACE = 15_000;

/** How often this program checks that npm is still running, in milliseconds. */
const PARENT_INTERVAL = 250;

const HELP = `Builds what is out of date, then serves the site, the platform and every reference
server until Ctrl-C. The platform keeps its state in memory; the reference tech adapter
is registered for the templates of the sample data product, and two sample policies are
created.

Usage: npm start -- [flags]
  --port N    port to listen on (default ${DEFAULT_PORT}; the variable PORT does the same)
  --data DIR  keep the state of the platform in this folder
  --stubs     serve stubs of the platform, which answer with examples, in its place
  --help      print this

Examples
  npm start
  npm start -- --port 8080 --data ./state
  PORT=8080 npm start`;

/** Steps whose output is fresh take milliseconds. */
const STEPS = [GENERATED, ...PACKAGES, SITE];

const PAGES = ['--site', 'site/dist'];
const STUBS = ['reference-servers/bin/tessera-serve.js', 'all', ...PAGES];
const PLATFORM = [
  'reference-servers/platform/bin/tessera-platform.js',
  '--reference-servers',
  '--sample-policies',
  ...PAGES,
];

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    port: { type: 'string' },
    data: { type: 'string' },
    stubs: { type: 'boolean', default: false },
  });
  if (flags.stubs && flags.data !== undefined)
    throw new UsageError('--data is for the platform, not for --stubs');
  const port = readPort(flags.port, process.env['PORT']);
  const stop = stopSignal();
  const obstacle = await whyNotListen(port);
  if (obstacle !== undefined) {
    console.error(`port ${port} of ${HOST} ${obstacle}: choose another one with --port N`);
    return 1;
  }
  const failure = await build(stop).catch((cause: unknown) => {
    if (!stop.aborted) throw cause;
  });
  if (stop.aborted) return 0;
  if (failure) {
    const { step, output } = failure;
    console.error(`\n${output.trimEnd()}\n\n${step.name} could not be built; mend it and start again`);
    return 1;
  }
  const program = flags.stubs
    ? STUBS
    : [...PLATFORM, ...(flags.data === undefined ? [] : ['--data', flags.data])];
  console.log('server      starts');
  return serve(program, port, stop);
});

/** The flag wins over the environment, the environment over the default. */
function readPort(flag: string | undefined, variable: string | undefined): number {
  const [name, text] = flag === undefined ? ['PORT', variable] : ['--port', flag];
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UsageError(`${name} is a number from 1 to 65535, not '${text}'`);
  }
  return port;
}

/** Aborted by the first Ctrl-C or termination request, by a terminal that closes, and by the end of npm. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => controller.abort());
  return controller.signal;
}

/**
 * npm passes SIGINT and SIGTERM on to this process, because its shell runs it by `exec`. On SIGHUP npm ends without
 * notice.
 */
function whenParentEnds(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_INTERVAL);
  timer.unref();
}

/** Tries the port before any work; returns what blocks it. */
function whyNotListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      resolve(cause.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${cause.code})`);
    });
    probe.listen(port, HOST, () => probe.close(() => resolve(undefined)));
  });
}

/** Builds stale outputs, one line per step. Resolves with the step that failed. */
function build(stop: AbortSignal): Promise<Failure | undefined> {
  let start = performance.now();
  return performSteps(ROOT, STEPS, {
    stop,
    onBegin: ({ name }) => {
      if (name === SITE.name) console.log('site        is built, which takes half a minute or more');
    },
    onEnd: ({ name }, verdict) => {
      const now = performance.now();
      console.log(`${name.padEnd(11)} ${verdict.padEnd(6)} ${seconds(now - start).padStart(7)}`);
      start = now;
    },
  });
}

/** Runs the server until it ends or this process is asked to stop. A requested stop is a success. */
async function serve(program: readonly string[], port: number, stop: AbortSignal): Promise<number> {
  const address = ['--port', String(port), '--host', HOST];
  const child = spawn(process.execPath, [...program, ...address], { cwd: ROOT, stdio: 'inherit' });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  if (stop.aborted) end(child);
  else stop.addEventListener('abort', () => end(child), { once: true });
  const code = await ended;
  return stop.aborted ? 0 : code;
}

/** A terminal sends Ctrl-C to the child as well; a second request is harmless. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), STOP_GRACE).unref();
}
