import { describe, expect, it } from 'vitest';
import { nestEntries } from './Toc.tsx';

describe('the contents', () => {
  it('[91] keep order and nesting when a level is skipped', () => {
    const entries = [2, 4, 3, 2].map((level, index) => ({ id: String(index), level, html: '' }));
    const ids = (nodes: ReturnType<typeof nestEntries>): unknown[] =>
      nodes.map(({ entry, children }) => (children.length > 0 ? [entry.id, ids(children)] : entry.id));
    expect(ids(nestEntries(entries))).toEqual([['0', ['1', '2']], '3']);
  });
});
