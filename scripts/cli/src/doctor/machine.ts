import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the doctor reads of a machine; tests replace it. */
export interface Machine {
  /** Version of Node, such as `22.1.0`. */
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a program prints on both streams; undefined if it does not start or fails. */
  run(program: string, ...words: readonly string[]): Promise<string | undefined>;
  isExecutable(file: string): Promise<boolean>;
  /** Whether a program can listen on this port of loopback. */
  isFree(port: number): Promise<boolean>;
  /** Folder for temporary files. */
  readonly temporary: string;
  /** Whether a file can be written into a new folder there. */
  canWrite(): Promise<boolean>;
  /** Free bytes of the disk with that folder; undefined if the system does not say. */
  freeBytes(): Promise<number | undefined>;
}

/** Timeout of a program that prints its version, in milliseconds. */
const PATIENCE = 30_000;

/** The machine that this program runs on. */
export function thisMachine(): Machine {
  const temporary = tmpdir();
  return {
    node: process.versions.node,
    env: process.env,
    temporary,
    run: (program, ...words) =>
      new Promise((resolve) => {
        // A shell finds `mvn.cmd` on Windows. The words are ours, so nothing needs quotes.
        const options = { timeout: PATIENCE, shell: process.platform === 'win32' };
        execFile(program, words, options, (error, stdout, stderr) =>
          resolve(error === null ? stdout + stderr : undefined),
        );
      }),
    isExecutable: (file) =>
      access(file, constants.X_OK).then(
        () => true,
        () => false,
      ),
    isFree: (port) =>
      new Promise((resolve) => {
        const server = createServer();
        server.once('error', () => resolve(false));
        server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
      }),
    canWrite: async () => {
      try {
        const folder = await mkdtemp(join(temporary, 'tessera-doctor-'));
        await writeFile(join(folder, 'file'), 'text');
        await rm(folder, { recursive: true });
        return true;
      } catch {
        return false;
      }
    },
    freeBytes: async () => {
      try {
        const { bavail, bsize } = await statfs(temporary);
        return bavail * bsize;
      } catch {
        return undefined;
      }
    },
  };
}
