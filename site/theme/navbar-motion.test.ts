import { describe, expect, it } from 'vitest';
import { afterNavigation, afterScroll, NAVBAR_AT_REST } from './navbar-motion.ts';

const FACTS = { navbarHeight: 60, windowHeight: 800, pageHeight: 3000 };

function scrollThrough(ys: readonly number[], start = NAVBAR_AT_REST): boolean[] {
  let motion = start;
  return ys.map((y) => {
    motion = afterScroll(motion, { ...FACTS, y });
    return motion.isHidden;
  });
}

describe('the navbar', () => {
  it('[60] hides on the way down and shows on the way up, but not at the first event', () => {
    expect(scrollThrough([100, 200, 150])).toEqual([false, true, false]);
  });

  it('[61] always shows within its own height of the top', () => {
    expect(scrollThrough([30, 59])).toEqual([false, false]);
  });

  it('[61] does not show when the page springs back at its end', () => {
    expect(scrollThrough([2000, 2210, 2200])).toEqual([false, true, true]);
  });

  it('[62] hides for a hash and ignores the scroll that follows', () => {
    expect(scrollThrough([900, 905], afterNavigation(true))).toEqual([true, true]);
    expect(scrollThrough([900, 800], afterNavigation(true))).toEqual([true, false]);
    expect(afterNavigation(false).isHidden).toBe(false);
  });
});
