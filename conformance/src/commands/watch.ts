import { type FSWatcher, watch } from 'node:fs';
import { ConfigError } from '../config-error.ts';

/** Waits for something to happen to files, or for a key. */
export interface Watched {
  next(): Promise<'changed' | 'ended'>;
  close(): void;
}

/** An editor that saves writes several times: milliseconds of quiet before a change counts. */
const QUIET = 150;

/** Watches everything below the paths. Enter counts as a change; `q` and the end of the input end it. */
export function watchPaths(paths: readonly string[], input: NodeJS.ReadableStream): Watched {
  let waiting: ((what: 'changed' | 'ended') => void) | undefined;
  let seen: 'changed' | 'ended' | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (what: 'changed' | 'ended'): void => {
    if (waiting === undefined) seen = what;
    else waiting(what);
    waiting = undefined;
  };
  const change = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => tell('changed'), QUIET);
  };
  const key = (chunk: unknown): void => tell(String(chunk).trim() === 'q' ? 'ended' : 'changed');
  const end = (): void => tell('ended');
  const watchers = paths.map((path) => open(path, change));
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

function open(path: string, change: () => void): FSWatcher {
  try {
    return watch(path, { recursive: true }, change);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ConfigError(`--watch ${path}: cannot be watched (${code})`);
  }
}
