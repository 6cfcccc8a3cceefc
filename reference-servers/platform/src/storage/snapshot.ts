import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { SCHEMA_VERSION } from './migrate.ts';

/** The databases from which PostgreSQL makes others. The platform makes none, and they are a third of a dump. */
const TEMPLATES = ['template0', 'template1'];

/** Makes an embedded database smaller before it is dumped for `snapshot`. */
export async function dropTemplates<T>(db: Kysely<T>): Promise<void> {
  for (const name of TEMPLATES) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database if exists ${sql.id(name)}`.execute(db);
  }
}

/** Where the build keeps the dump of an embedded database with all its tables, which starts in a third of the time. */
export function snapshotPath(): string {
  return fileURLToPath(new URL(`../../dist/snapshot-${SCHEMA_VERSION}.tar.gz`, import.meta.url));
}

/** The dump that the build wrote; undefined when it is missing, and the database starts empty. */
export async function readSnapshot(): Promise<Blob | undefined> {
  try {
    return await openAsBlob(snapshotPath(), { type: 'application/gzip' });
  } catch {
    return undefined;
  }
}
