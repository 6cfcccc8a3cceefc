/** The state of the bar at the top between scroll events. */
export interface NavbarMotion {
  readonly isHidden: boolean;
  /** Scroll position of the previous event, px; null before the first one. */
  readonly lastY: number | null;
  /** The browser is about to scroll to a hash by itself: that is not an action of the reader. */
  readonly isIgnoringNext: boolean;
}

export interface ScrollFacts {
  readonly y: number;
  readonly navbarHeight: number;
  readonly windowHeight: number;
  readonly pageHeight: number;
}

export const NAVBAR_AT_REST: NavbarMotion = { isHidden: false, lastY: null, isIgnoringNext: false };

/** After a navigation: a hash hides the bar, anything else shows it. */
export function afterNavigation(hasHashTarget: boolean): NavbarMotion {
  return hasHashTarget ? { isHidden: true, lastY: null, isIgnoringNext: true } : NAVBAR_AT_REST;
}

/** After a scroll event: down hides, up shows; near the top it always shows, and a bounce at the end changes nothing. */
export function afterScroll(motion: NavbarMotion, facts: ScrollFacts): NavbarMotion {
  const { y, navbarHeight, windowHeight, pageHeight } = facts;
  if (motion.isIgnoringNext) return { ...motion, lastY: y, isIgnoringNext: false };
  if (y < navbarHeight) return { isHidden: false, lastY: y, isIgnoringNext: false };
  if (motion.lastY === null || y === motion.lastY) return { ...motion, lastY: y };
  const isDown = y > motion.lastY;
  const isAtEnd = y + windowHeight >= pageHeight;
  if (isDown) return { isHidden: true, lastY: y, isIgnoringNext: false };
  // The reader scrolled past the end and the page bounced back.
  const isBounce = motion.lastY + windowHeight > pageHeight;
  return { isHidden: isAtEnd || isBounce ? motion.isHidden : false, lastY: y, isIgnoringNext: false };
}
