import { useEffect, useRef, useState } from 'react';
import { BACK_TO_TOP_THRESHOLD } from '../../shared/constants.ts';
import { useRoute } from '../route-context.tsx';

/** Offers a link to the top to a reader who scrolls up far down the page. */
export function BackToTop() {
  const { place } = useRoute();
  const [isShown, setShown] = useState(false);
  const lastY = useRef(0);

  // A jump to a hash or a page does not count as scrolling: it resets this.
  useEffect(() => {
    setShown(false);
    lastY.current = Number.NEGATIVE_INFINITY;
  }, [place]);

  useEffect(() => {
    const onScroll = () => {
      const y = window.scrollY;
      const isAtEnd = y + window.innerHeight >= document.documentElement.scrollHeight;
      if (y > lastY.current || y < BACK_TO_TOP_THRESHOLD) setShown(false);
      else if (y < lastY.current && !isAtEnd) setShown(true);
      lastY.current = y;
    };
    // This module may have loaded because of the first scroll event.
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);

  if (!isShown) return null;
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label="Scroll back to top"
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="m6 14 6-6 6 6" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
