import { describe, expect, it } from 'vitest';
import { createSequentialIds, randomIds } from './ids.ts';
import { createMemoryStore } from './store.ts';

describe('a memory store', () => {
  it('gives back what was put, until it is deleted', () => {
    const store = createMemoryStore<number>();
    store.put('a', 1);
    store.put('b', 2);
    store.put('a', 3);
    expect([store.get('a'), store.get('c'), store.values()]).toEqual([3, undefined, [3, 2]]);
    expect([store.delete('a'), store.delete('a'), store.get('a')]).toEqual([true, false, undefined]);
  });

  it('can take different keys for the same', () => {
    const store = createMemoryStore<number>((key) => key.toLowerCase());
    store.put('Key', 1);
    expect([store.get('kEY'), store.delete('KEY')]).toEqual([1, true]);
  });
});

describe('a memory store with a limit', () => {
  it('drops its oldest entries when all of them take too much, never the one that comes', () => {
    const store = createMemoryStore<string>(undefined, 300);
    for (const key of ['a', 'b', 'c']) store.put(key, 'x'.repeat(100));
    expect([store.get('a'), store.values().length]).toEqual([undefined, 2]);
    store.put('b', 'short');
    store.put('d', 'x'.repeat(100));
    expect(store.values().map(({ length }) => length)).toEqual([5, 100, 100]);
    store.put('e', 'x'.repeat(1_000));
    expect(store.values().map(({ length }) => length)).toEqual([1_000]);
    store.delete('e');
    store.put('f', 'x'.repeat(200));
    expect(store.get('f')).toHaveLength(200);
  });
});

describe('identifiers', () => {
  it('are never the same twice', () => {
    const random = Array.from({ length: 100 }, randomIds);
    expect(new Set(random).size).toBe(100);
  });

  it('can be made to follow each other', () => {
    const ids = createSequentialIds('run');
    expect([ids(), ids()]).toEqual(['run-1', 'run-2']);
  });
});
