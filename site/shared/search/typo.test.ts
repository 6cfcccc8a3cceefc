import { describe, expect, it } from 'vitest';
import { addRecent, readRecent } from './recent.ts';
import { editDistance } from './typo.ts';

describe('the distance of two words', () => {
  it.each([
    ['token', 'token', 0],
    ['token', 'tokens', 1],
    ['token', 'toekn', 1],
    ['token', 'taken', 1],
    ['provision', 'prvisoin', 2],
    ['token', 'plan', 3],
  ])('of %s and %s is %i letters, or more than is asked for', (a, b, want) => {
    expect(editDistance(a, b, 2)).toBe(want);
  });
});

describe('recent queries', () => {
  it('stand newest first, once each, five at most', () => {
    const stored = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<string | null>(addRecent, null);
    expect(readRecent(stored)).toEqual(['b', 'f', 'e', 'd', 'c']);
  });

  it('are none when what is stored is something else', () => {
    expect([null, '', '{}', '[1]'].map(readRecent)).toEqual([[], [], [], []]);
  });
});
