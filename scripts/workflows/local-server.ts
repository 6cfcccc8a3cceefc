import { spawn } from 'node:child_process';

/** A server that runs in a separate process. */
export interface LocalServer {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Ends the process; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/**
 * How long a server may take to print its address, in milliseconds. It only ends one that hangs: on a busy machine, a
 * program that starts in two seconds can take a minute.
 */
const START_TIMEOUT = 240_000;

/**
 * Starts a program that prints `announcement` and then the address it listens on.
 * @throws Error with the program's output when it ends or times out before that
 */
export function startLocalServer(
  root: string,
  file: string,
  args: readonly string[],
  announcement: string,
): Promise<LocalServer> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const ended = new Promise<void>((done) => child.once('close', () => done()));
    const stop = (): Promise<void> => {
      child.kill('SIGTERM');
      return ended;
    };
    let output = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`${[file, ...args].join(' ')} ${why}:\n${output}`));
    };
    const timer = setTimeout(() => {
      fail('did not say where it listens');
      void stop();
    }, START_TIMEOUT);
    const read = (chunk: string): void => {
      output += chunk;
      const origin = output.split(announcement, 2)[1]?.match(/^(\S+)\s/)?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve({ origin, stop });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', ({ message }) => fail(`could not be started (${message})`));
    child.once('close', () => fail('has ended'));
  });
}
