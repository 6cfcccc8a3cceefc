import {
  COLLAPSE_BASE,
  COLLAPSE_LINEAR_DIVISOR,
  COLLAPSE_REDUCED_MOTION,
  COLLAPSE_ROOT_FACTOR,
  COLLAPSE_ROOT_POWER,
  COLLAPSE_UNIT_HEIGHT,
} from './constants.ts';

/** Milliseconds that a block of this height (px) takes to open or close; never 0, so that its end event fires. */
export function collapseDuration(height: number, reducedMotion: boolean): number {
  if (reducedMotion) return COLLAPSE_REDUCED_MOTION;
  const units = height / COLLAPSE_UNIT_HEIGHT;
  const root = COLLAPSE_ROOT_FACTOR * units ** COLLAPSE_ROOT_POWER;
  return Math.round((COLLAPSE_BASE + root + units / COLLAPSE_LINEAR_DIVISOR) * 10);
}
