import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of this machine's packages, in a separate folder. */
export interface PostgresServer {
  /** Connection string of its only database. */
  readonly url: string;
  /** Breaks every connection and stops answering; the data stays. */
  crash(): Promise<void>;
  /** Starts it again after a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Where Debian keeps the programs of its versions. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`; undefined where PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/**
 * Starts a server that listens on a socket only.
 * @param place folder in which it makes its own
 * @throws Error when PostgreSQL is not installed, or does not start
 */
export async function startPostgres(place: string = tmpdir()): Promise<PostgresServer> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const folder = mkdtempSync(join(place, 'tessera-postgres-'));
  const owner = process.getuid?.() === 0 ? readUser('postgres') : undefined;
  // PostgreSQL refuses to run as root.
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(join(bin, 'postgres'), [...args, '-c', 'max_connections=100'], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let text = '';
      server.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('ready to accept connections')) resolve();
      });
      server.once('close', () => reject(new Error(`postgres ended: ${text}`)));
    });
    return server;
  };
  let server = await start();
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
  };
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    crash: () => end('SIGQUIT'),
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      if (server.exitCode === null) await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readUser(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(`there is no user ${name} to run PostgreSQL as`);
  return { uid: Number(uid), gid: Number(gid) };
}
