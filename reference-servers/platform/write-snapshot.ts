import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPlatform } from './src/create-platform.ts';
import { dropTemplates, snapshotPath } from './src/storage/snapshot.ts';

/**
 * Writes the dump from which embedded databases start: an empty platform with all its tables, and those of the engine.
 * Does nothing when the dump is newer than its inputs.
 */
const SOURCES = [
  'package.json',
  'write-snapshot.ts',
  'src/storage/snapshot.ts',
  ...readdirSync(path('src/storage/migrations')).map((name) => `src/storage/migrations/${name}`),
];

function path(name: string): string {
  return join(import.meta.dirname, name);
}

const target = snapshotPath();
const isFresh =
  existsSync(target) && SOURCES.every((name) => statSync(path(name)).mtimeMs < statSync(target).mtimeMs);
if (!isFresh) {
  const platform = await createPlatform({ database: { withoutSnapshot: true } });
  await dropTemplates(platform.context.db);
  const dump = await platform.dump?.();
  await platform.close();
  if (dump === undefined) throw new Error('an embedded database can be dumped');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, Buffer.from(await dump.arrayBuffer()));
}
