import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

/** Where the platform keeps its state. */
export interface DatabaseOptions {
  /** A PostgreSQL server, for example `postgres://user:password@host/name`. Absent: an embedded database. */
  readonly url?: string;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string;
  /** A dump of an embedded database to start from; ignored when there is state already. */
  readonly snapshot?: Blob;
  /** Starts an embedded database from nothing, as the build does that makes the dump. */
  readonly withoutSnapshot?: boolean;
  /** Connections to a server; an embedded database has one. */
  readonly poolSize?: number;
}

/** An open database. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** The same connections, for the engine. */
  readonly pool: pg.Pool;
  /** A dump of an embedded database, as `snapshot` takes it. Undefined for a server: use its own tools. */
  readonly dump: (() => Promise<Blob>) | undefined;
  close(): Promise<void>;
}

/** A process with more would only make the server busier. */
const POOL_SIZE = 10;

/** How PostgreSQL names the socket of its default port inside a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Opens the database and brings its tables up to date. Embedded and server answer the same SQL over the same driver.
 * @throws Error when the server cannot be reached, or a migration fails
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { pool, dump, stop } =
    options.url === undefined ? await openEmbedded(options) : openServer(options.url, options.poolSize);
  // Idle connections that break are replaced with the next query; without a listener they would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await db.destroy();
    await stop();
  };
  try {
    await migrate(db);
  } catch (cause) {
    await close();
    throw cause;
  }
  return { db, pool, dump, close };
}

interface Opened {
  readonly pool: pg.Pool;
  readonly dump: (() => Promise<Blob>) | undefined;
  readonly stop: () => Promise<void>;
}

function openServer(url: string, max = POOL_SIZE): Opened {
  return { pool: new pg.Pool({ connectionString: url, max }), dump: undefined, stop: async () => {} };
}

/**
 * PGlite behind a socket in a folder that only this user can open. It has one connection: the socket server would
 * interleave the unnamed statements of several.
 */
async function openEmbedded({ dataDir, snapshot }: DatabaseOptions): Promise<Opened> {
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
    dump: async () => embedded.dumpDataDir('gzip'),
    stop: async () => {
      await server.stop();
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
