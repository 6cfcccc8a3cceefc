import { describe, expect, it } from 'vitest';
import { activeHeading } from './use-toc-highlight.ts';

describe('the contents', () => {
  it.each([
    ['the first heading in the upper half', [50, 300], 0, 'a'],
    ['the one before, when the next is in the lower half', [-200, 700], 0, 'a'],
    ['none above the first', [700, 900], 0, null],
    ['the last when all are above', [-900, -300], 0, 'b'],
  ] as const)('[92] mark %s', (_, [a, b], offset, want) => {
    expect(
      activeHeading(
        [
          { id: 'a', top: a },
          { id: 'b', top: b },
        ],
        offset,
        1000,
        false,
      ),
    ).toBe(want);
  });

  it('[93] begin to count below the bar where it stays', () => {
    const places = [
      { id: 'a', top: 30 },
      { id: 'b', top: 400 },
    ];
    expect([0, 60].map((offset) => activeHeading(places, offset, 1000, false))).toEqual(['a', 'b']);
  });

  it('[92] mark the last heading at the end of the page', () => {
    expect(
      activeHeading(
        [
          { id: 'a', top: 10 },
          { id: 'b', top: 400 },
        ],
        0,
        1000,
        true,
      ),
    ).toBe('b');
  });
});
