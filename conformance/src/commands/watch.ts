import { type FSWatcher, statSync, watch } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** Waits for changes of files, or for a key. */
export interface Watched {
  next(): Promise<'changed' | 'ended'>;
  close(): void;
}

export interface WatchOptions {
  /** Includes all files below them. */
  readonly paths: readonly string[];
  /** The current output folder of a run: changes below it do not count. */
  readonly except: () => string;
  readonly input: NodeJS.ReadableStream;
}

/** Editors write several times when they save: milliseconds without a change before one counts. */
const QUIET = 150;

/**
 * Watches everything below the paths. Enter counts as a change; `q` and the end of the input stop watching.
 * @throws ConfigError for a path that cannot be watched, or that a run writes to
 */
export function watchPaths({ paths, except, input }: WatchOptions): Watched {
  const isOwn = (path: string): boolean => {
    const own = resolve(except());
    return path === own || path.startsWith(own + sep);
  };
  const useless = paths.find((path) => isOwn(resolve(path)));
  if (useless !== undefined)
    throw new ConfigError(`--watch ${useless}: the report is written there; see --report`);
  let waiting: ((what: 'changed' | 'ended') => void) | undefined;
  let seen: 'changed' | 'ended' | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (what: 'changed' | 'ended'): void => {
    // A request to stop takes precedence over any change.
    if (waiting === undefined) seen = seen === 'ended' ? seen : what;
    else waiting(what);
    waiting = undefined;
  };
  const change = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => tell('changed'), QUIET);
  };
  const key = (chunk: unknown): void => tell(String(chunk).trim() === 'q' ? 'ended' : 'changed');
  const end = (): void => tell('ended');
  const watchers = openAll(paths, (path, name) => {
    if (name === null || !isOwn(resolve(path, name))) change();
  });
  input.on('data', key);
  input.on('end', end);
  process.once('SIGINT', end);
  return {
    next: () =>
      new Promise((resolve) => {
        if (seen === undefined) waiting = resolve;
        else resolve(seen);
        seen = undefined;
      }),
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      input.removeListener('data', key);
      input.removeListener('end', end);
      process.removeListener('SIGINT', end);
      input.pause();
    },
  };
}

function openAll(
  paths: readonly string[],
  onChange: (path: string, name: string | null) => void,
): FSWatcher[] {
  const opened: FSWatcher[] = [];
  for (const path of paths) {
    try {
      // Node.js 24 watches a missing path without an error.
      statSync(path);
      const watcher = watch(path, { recursive: true }, (_event, name) => onChange(path, name));
      // A deleted folder can no longer be watched; keys still work.
      watcher.on('error', (cause: NodeJS.ErrnoException) => {
        console.error(`--watch ${path}: is no longer watched (${cause.code ?? cause.message})`);
        watcher.close();
      });
      opened.push(watcher);
    } catch (cause) {
      for (const watcher of opened) watcher.close();
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
      throw new ConfigError(`--watch ${path}: cannot be watched (${code})`);
    }
  }
  return opened;
}
