import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { reasonOf } from '@tessera/reference-servers/harness';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Channel, LONELY, openChannel } from './channel.ts';
import { migrate } from './migrate.ts';
import { DatabaseUnreachable, ServerConnection } from './outage.ts';
import type { Tables } from './tables.ts';

/** Where the platform keeps its state. */
export interface DatabaseOptions {
  /** A PostgreSQL server, for example `postgres://user:password@host/name`. Absent: an embedded database. */
  readonly url?: string;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string;
  /** A dump of an embedded database to start from; ignored when there is state already. */
  readonly snapshot?: Blob;
  /** Starts an embedded database empty, for the build that makes the dump. */
  readonly withoutSnapshot?: boolean;
  /** Connections to a server; an embedded database has one. */
  readonly poolSize?: number;
}

/** An open database. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** The same connections, for the engine. */
  readonly pool: pg.Pool;
  /** Runs start-up work, such as migrations, in one process at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends messages to the other processes on the same database. */
  readonly channel: Channel;
  /** A dump of an embedded database, for `snapshot`. Undefined for a server: use its tools. */
  readonly dump: (() => Promise<Blob>) | undefined;
  /** Whether it answers in time. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** How long a database that works may take to answer, in milliseconds. */
const ANSWER_MS = 3_000;

/** More connections per process would only load the server. */
const POOL_SIZE = 10;

/** PostgreSQL's name for the socket of its default port inside a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Opens the database and brings its tables up to date. Embedded and server answer the same SQL over the same driver.
 * @throws Error when the server cannot be reached, or a migration fails
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { pool, dump, stop, alone, channel } =
    options.url === undefined ? await openEmbedded(options) : openServer(options.url, options.poolSize);
  // Idle connections that break are replaced with the next query; without a listener they would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await channel.close();
    await db.destroy();
    await stop();
  };
  try {
    await alone(() => migrate(db));
  } catch (cause) {
    await close();
    const outage =
      cause instanceof Error && cause.cause instanceof DatabaseUnreachable && cause.cause.message;
    throw outage ? new Error(`${outage}: ${cause.message}`, { cause }) : cause;
  }
  const answers = (): Promise<boolean> => {
    const asked = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return Promise.race([asked, setTimeout(ANSWER_MS, false, { ref: false })]);
  };
  return { db, pool, alone, channel, dump, answers, close };
}

interface Opened extends Pick<Database, 'alone' | 'channel'> {
  readonly pool: pg.Pool;
  readonly dump: (() => Promise<Blob>) | undefined;
  readonly stop: () => Promise<void>;
}

function openServer(url: string, max = POOL_SIZE): Opened {
  const pool = new pg.Pool({ connectionString: url, max, Client: ServerConnection });
  return {
    pool,
    alone: (work) => holdLock(pool, work),
    channel: openChannel(pool, url, randomUUID()),
    dump: undefined,
    stop: async () => {},
  };
}

/** An arbitrary number that no other lock on the database uses. */
const START_LOCK = 7_155_772;

/** How often a process tries to get the lock, in milliseconds. */
const ASK_MS = 100;

/**
 * Holds an advisory lock while a function runs. It polls instead of waiting inside the database: the engine builds
 * indexes concurrently, which waits for every running statement, and so for one that waits for the lock.
 */
async function holdLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
        START_LOCK,
      ]);
      if (rows[0]?.got === true) break;
      await setTimeout(ASK_MS);
    }
    return await work();
  } finally {
    // Closing a connection releases its locks.
    client.release(true);
  }
}

/**
 * PGlite behind a socket in a folder that only this user can open. It has one connection: the socket server would
 * interleave the unnamed statements of several.
 */
async function openEmbedded({ dataDir, snapshot }: DatabaseOptions): Promise<Opened> {
  if (dataDir !== undefined) await provideFolder(dataDir);
  const hasState = dataDir !== undefined && existsSync(join(dataDir, 'PG_VERSION'));
  const embedded = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(snapshot === undefined || hasState ? {} : { loadDataDir: snapshot }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'tessera-platform-'));
  const server = new PGLiteSocketServer({ db: embedded, path: join(folder, SOCKET_NAME) });
  await server.start();
  return {
    pool: new pg.Pool({ host: folder, user: 'postgres', database: 'postgres', max: 1 }),
    // There is no other process.
    alone: (work) => work(),
    channel: LONELY,
    dump: async () => embedded.dumpDataDir('gzip'),
    stop: async () => {
      await server.stop();
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the folder of the embedded database, which reports its problems by a number only. */
async function provideFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (cause) {
    throw new Error(`cannot keep the state in ${path}: ${reasonOf(cause)}; name another folder`, { cause });
  }
}
