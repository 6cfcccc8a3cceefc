import { expect, it } from 'vitest';
import { collapseDuration } from './collapse-duration.ts';

it.each([
  [36, 192],
  [144, 260],
  [360, 327],
])('[83] lets %i px take %i ms', (height, want) => {
  expect(collapseDuration(height, false)).toBe(want);
});

it('[84] takes 1 ms under reduced motion', () => {
  expect(collapseDuration(360, true)).toBe(1);
});
