import { useEffect, useRef, useState } from 'react';
import { decodeHash } from '../../app/scroll-rule.ts';
import { NAVBAR_HIDE_EXTRA } from '../../shared/constants.ts';
import { afterNavigation, afterScroll, NAVBAR_AT_REST } from '../navbar-motion.ts';
import { useRoute } from '../route-context.tsx';

/** Hides the bar while the reader scrolls down; reference pages keep theirs. */
export function HiddenNavbar() {
  const { page, place } = useRoute();
  const motion = useRef(NAVBAR_AT_REST);
  const [isHidden, setHidden] = useState(false);
  const canHide = page.kind !== 'reference';

  // Every navigation counts, also within the page.
  useEffect(() => {
    const id = decodeHash(place?.hash ?? location.hash);
    const hasTarget = id !== '' && document.getElementById(id) !== null;
    motion.current = afterNavigation(canHide && hasTarget);
    setHidden(motion.current.isHidden);
  }, [place, canHide]);

  useEffect(() => {
    if (!canHide) return;
    const onScroll = () => {
      motion.current = afterScroll(motion.current, {
        y: window.scrollY,
        navbarHeight: navbar()?.offsetHeight ?? 0,
        windowHeight: window.innerHeight,
        pageHeight: document.documentElement.scrollHeight,
      });
      setHidden(motion.current.isHidden);
    };
    // This module may have loaded because of the first scroll event.
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [canHide]);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-navbar-hidden', isHidden);
    const height = navbar()?.offsetHeight ?? 0;
    navbar()?.style.setProperty('transform', isHidden ? `translateY(-${height + NAVBAR_HIDE_EXTRA}px)` : '');
  }, [isHidden]);
  return null;
}

function navbar(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.navbar');
}
