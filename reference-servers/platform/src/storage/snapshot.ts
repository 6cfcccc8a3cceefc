import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCHEMA_VERSION } from './migrate.ts';

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
