/** Browser storage that may fail; only the console reports it. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls back when this key changes, in this tab or another; returns a function that stops it. */
  listen(key: string, onChange: (value: string | null) => void): () => void;
}

type Listener = (value: string | null) => void;

/** The dependencies of the storage; `open` throws where storage is blocked. */
export interface StorageHost {
  open(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onForeignChange(listener: (key: string | null, value: string | null) => void): void;
  warn(message: string, cause: unknown): void;
}

/** Wraps a storage area; if it cannot be opened, warns once and discards all values. */
export function createStorage(host: StorageHost): SafeStorage {
  const listeners = new Map<string, Set<Listener>>();
  const area = openArea(host);
  const attempt = <T>(what: string, action: () => T, fallback: T): T => {
    try {
      return action();
    } catch (cause) {
      host.warn(`Browser storage: ${what} failed.`, cause);
      return fallback;
    }
  };
  const announce = (key: string, value: string | null) => {
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  host.onForeignChange((key, value) => {
    if (key !== null) announce(key, value);
  });
  const get = (key: string) => (area ? attempt(`reading ${key}`, () => area.getItem(key), null) : null);
  return {
    get,
    set(key, value) {
      if (get(key) === value) return;
      if (area) attempt(`writing ${key}`, () => area.setItem(key, value), undefined);
      // If storage is blocked, the choice lasts as long as the document.
      announce(key, value);
    },
    remove(key) {
      if (!area || get(key) === null) return;
      attempt(`deleting ${key}`, () => area.removeItem(key), undefined);
      announce(key, null);
    },
    listen(key, onChange) {
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(onChange));
      return () => group.delete(onChange);
    },
  };
}

function openArea(host: StorageHost): ReturnType<StorageHost['open']> | null {
  try {
    const area = host.open();
    // Some browsers return the object and throw at the first use.
    area.getItem('');
    return area;
  } catch (cause) {
    host.warn('Browser storage is not available; choices last until the page is closed.', cause);
    return null;
  }
}

let shared: SafeStorage | null = null;

/** The storage of this document. */
export function browserStorage(): SafeStorage {
  shared ??= createStorage({
    open: () => window.localStorage,
    onForeignChange: (listener) =>
      window.addEventListener('storage', (event) => listener(event.key, event.newValue)),
    warn: (message, cause) => console.warn(message, cause),
  });
  return shared;
}
