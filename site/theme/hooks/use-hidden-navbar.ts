import { type RefObject, useEffect, useRef, useState } from 'react';
import { NAVBAR_HIDE_EXTRA } from '../../shared/constants.ts';
import { afterNavigation, afterScroll, NAVBAR_AT_REST } from '../navbar-motion.ts';
import { useRoute } from '../route-context.tsx';

/** Moves the bar out of the way while the reader scrolls down; reference pages keep theirs. */
export function useHiddenNavbar(bar: RefObject<HTMLElement | null>): void {
  const { page, hash } = useRoute();
  const motion = useRef(NAVBAR_AT_REST);
  const [isHidden, setHidden] = useState(false);
  const canHide = page.kind !== 'reference';

  // Every navigation counts, also within the page.
  useEffect(() => {
    const id = decodeURIComponent((hash || location.hash).slice(1));
    motion.current = afterNavigation(canHide && id !== '' && document.getElementById(id) !== null);
    setHidden(motion.current.isHidden);
  }, [page.route, hash, canHide]);

  useEffect(() => {
    if (!canHide) return;
    const onScroll = () => {
      motion.current = afterScroll(motion.current, {
        y: window.scrollY,
        navbarHeight: bar.current?.offsetHeight ?? 0,
        windowHeight: window.innerHeight,
        pageHeight: document.documentElement.scrollHeight,
      });
      setHidden(motion.current.isHidden);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [bar, canHide]);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-navbar-hidden', isHidden);
    const height = bar.current?.offsetHeight ?? 0;
    bar.current?.style.setProperty(
      'transform',
      isHidden ? `translateY(-${height + NAVBAR_HIDE_EXTRA}px)` : '',
    );
  }, [bar, isHidden]);
}
