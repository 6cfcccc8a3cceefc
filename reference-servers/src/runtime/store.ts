/** A place for things with a key, in the order in which they first came. */
export interface Store<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  /** True when there was something to delete. */
  delete(key: string): boolean;
  values(): T[];
}

/** Keeps everything in memory, for the life of the process. `normalise` says which keys mean the same. */
export function createMemoryStore<T>(normalise: (key: string) => string = (key) => key): Store<T> {
  const entries = new Map<string, T>();
  return {
    get: (key) => entries.get(normalise(key)),
    put: (key, value) => {
      entries.set(normalise(key), value);
    },
    delete: (key) => entries.delete(normalise(key)),
    values: () => [...entries.values()],
  };
}
