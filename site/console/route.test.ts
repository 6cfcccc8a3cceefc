import { describe, expect, it } from 'vitest';
import { hashOf, parseRoute } from './route.ts';

describe('a route of the console', () => {
  it('comes back from its hash as it was', () => {
    const hash = hashOf(['plans', 'a/b ?'], { task: 'component:x', none: undefined });
    const { parts, query } = parseRoute(hash);
    expect(parts).toEqual(['plans', 'a/b ?']);
    expect([...query]).toEqual([['task', 'component:x']]);
  });

  it('is empty without a hash, and stays readable when the hash is no address', () => {
    expect(parseRoute('').parts).toEqual([]);
    expect(parseRoute('#/%').parts).toEqual(['%']);
  });
});
