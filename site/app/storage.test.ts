import { describe, expect, it } from 'vitest';
import { createStorage, type StorageHost } from './storage.ts';

function createHost(area: Partial<ReturnType<StorageHost['open']>> | null) {
  const map = new Map<string, string>();
  const warnings: string[] = [];
  let foreign: (key: string | null, value: string | null) => void = () => {};
  const host: StorageHost = {
    open() {
      if (area === null) throw new Error('blocked');
      return {
        getItem: (key: string) => map.get(key) ?? null,
        setItem: (key: string, value: string) => map.set(key, value),
        removeItem: (key: string) => map.delete(key),
        ...area,
      };
    },
    onForeignChange(listener) {
      foreign = listener;
    },
    warn: (message) => warnings.push(message),
  };
  return { host, warnings, change: (key: string | null, value: string | null) => foreign(key, value) };
}

describe('storage', () => {
  it('[56] warns once and forgets everything when it cannot be opened', () => {
    const { host, warnings } = createHost(null);
    const storage = createStorage(host);
    storage.set('a', '1');
    expect(storage.get('a')).toBeNull();
    storage.remove('a');
    expect(warnings).toHaveLength(1);
  });

  it('[57] catches and logs what fails later', () => {
    const { host, warnings } = createHost({
      setItem() {
        throw new Error('full');
      },
    });
    expect(() => createStorage(host).set('a', '1')).not.toThrow();
    expect(warnings).toEqual(['Browser storage: writing a failed.']);
  });

  it('[57] tells listeners in this tab only when the value has changed', () => {
    const { host } = createHost({});
    const storage = createStorage(host);
    const seen: (string | null)[] = [];
    storage.listen('a', (value) => seen.push(value));
    storage.set('a', '1');
    storage.set('a', '1');
    storage.remove('a');
    storage.remove('a');
    expect(seen).toEqual(['1', null]);
  });

  it('[99] notifies listeners of changes to their key in other tabs', () => {
    const { host, change } = createHost({});
    const storage = createStorage(host);
    const seen: (string | null)[] = [];
    const stop = storage.listen('a', (value) => seen.push(value));
    change('a', '2');
    change('b', '3');
    change(null, null);
    stop();
    change('a', '4');
    expect(seen).toEqual(['2']);
  });
});
