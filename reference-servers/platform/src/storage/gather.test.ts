import { describe, expect, it } from 'vitest';
import { gather } from './gather.ts';

describe('items that are handled in groups', () => {
  it('are one group when they come at the same moment, or while another one is handled', async () => {
    const groups: string[][] = [];
    const add = gather(async (_owner: object, items: readonly string[]) => {
      groups.push([...items]);
      return (item) => item.toUpperCase();
    });
    const owner = {};
    const first = ['a', 'b'].map((item) => add(owner, item));
    await Promise.resolve();
    await Promise.resolve();
    const later = ['c', 'd'].map((item) => add(owner, item));
    expect(await Promise.all([...first, ...later])).toEqual(['A', 'B', 'C', 'D']);
    expect(groups).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are kept apart by their owners', async () => {
    const groups: string[][] = [];
    const add = gather(async (_owner: object, items: readonly string[]) => {
      groups.push([...items]);
      return () => undefined;
    });
    await Promise.all([add({}, 'a'), add({}, 'b')]);
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('succeed although another one of their group fails', async () => {
    const add = gather(async (_owner: object, items: readonly string[]) => {
      if (items.includes('wrong')) throw new Error('invalid');
      return (item) => item;
    });
    const owner = {};
    const all = ['a', 'wrong', 'b'].map((item) => add(owner, item));
    expect(await Promise.allSettled(all)).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: new Error('invalid') },
      { status: 'fulfilled', value: 'b' },
    ]);
    expect(await add(owner, 'c')).toBe('c');
  });
});
