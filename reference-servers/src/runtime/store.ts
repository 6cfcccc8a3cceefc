import { sizeOf } from './size-of.ts';

/** A store for values with a key, in insertion order. */
export interface Store<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  /** True when there was something to delete. */
  delete(key: string): boolean;
  values(): T[];
}

/**
 * Keeps everything in memory, for the life of the process. `normalize` maps equivalent keys to one. If the entries take
 * more than `keepBytes` together, the oldest ones are dropped.
 */
export function createMemoryStore<T>(
  normalize: (key: string) => string = (key) => key,
  keepBytes = Infinity,
): Store<T> {
  const entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  const isLimited = keepBytes !== Infinity;
  let held = 0;

  function drop(key: string): boolean {
    held -= entries.get(key)?.bytes ?? 0;
    return entries.delete(key);
  }

  return {
    get: (key) => entries.get(normalize(key))?.value,
    put: (key, value) => {
      const name = normalize(key);
      const bytes = isLimited ? sizeOf(value) + name.length : 0;
      held += bytes - (entries.get(name)?.bytes ?? 0);
      entries.set(name, { value, bytes });
      for (const oldest of entries.keys()) {
        if (held <= keepBytes) break;
        if (oldest !== name) drop(oldest);
      }
    },
    delete: (key) => drop(normalize(key)),
    values: () => [...entries.values()].map(({ value }) => value),
  };
}
