import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isTaskRecord, type TaskRecord, type TaskStore } from './task-store.ts';

const EXTENSION = '.json';
const UNFINISHED = '.tmp';

/** Tokens that are safe file names on every system. */
const SAFE = /^[\w-]{1,200}$/;

/**
 * Keeps each task in a file of a folder, which is created when it is missing. A write replaces the whole file, so it
 * survives a killed process and a power failure at any moment. Only one server at a time may use a folder.
 */
export function createFileStore(folder: string): TaskStore {
  const suffix = `.${randomUUID()}${UNFINISHED}`;
  const fileOf = (token: string): string => join(folder, `${token}${EXTENSION}`);

  return {
    async claim(kinds) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const records: TaskRecord[] = [];
      for (const name of await readdir(folder)) {
        // A killed process has left it.
        if (name.endsWith(UNFINISHED) && !name.endsWith(suffix))
          await rm(join(folder, name), { force: true });
        if (!name.endsWith(EXTENSION)) continue;
        const record = await readTask(join(folder, name));
        if (record !== undefined && kinds.includes(record.kind)) records.push(record);
      }
      return records;
    },
    async get(token) {
      const record = SAFE.test(token) ? await readTask(fileOf(token)) : undefined;
      // Some file systems ignore case.
      return record?.token === token ? record : undefined;
    },
    async put(record) {
      const { token } = record;
      if (!SAFE.test(token)) throw new Error(`the token ${token} cannot be the name of a file`);
      const temporary = join(folder, `${token}${suffix}`);
      await writeDurably(temporary, JSON.stringify(record));
      await rename(temporary, fileOf(token));
      await syncFolder(folder);
    },
    delete: (token) => rm(fileOf(token), { force: true }),
  };
}

/** @throws Error that names the file when it is not a task */
async function readTask(path: string): Promise<TaskRecord | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
  const value = parse(text);
  if (isTaskRecord(value)) return value;
  throw new Error(`${path} is not a task: remove the file, or move it out of the folder`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name of a file survive a power failure. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
