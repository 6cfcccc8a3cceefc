import { describe, expect, it } from 'vitest';
import { scrollAction } from './scroll-rule.ts';

describe('scrolling after a navigation', () => {
  const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });
  it.each([
    ['[33] the first load', null, at('/a'), { kind: 'none' }],
    ['[34] a changed query', at('/a', '?x', '#h'), at('/a', '?y', '#h'), { kind: 'none' }],
    ['[35] a changed path', at('/a'), at('/b'), { kind: 'top' }],
    ['[35] a hash that went away', at('/a', '', '#h'), at('/a'), { kind: 'top' }],
    ['[36] a hash', at('/a'), at('/b', '', '#%C3%A4'), { kind: 'element', id: 'ä' }],
    ['a hash that cannot be decoded', at('/a'), at('/b', '', '#%E0'), { kind: 'element', id: '%E0' }],
  ] as const)('for %s is right', (_, from, to, want) => {
    expect(scrollAction(from, to)).toEqual(want);
  });
});
