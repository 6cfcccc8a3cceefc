import { useEffect } from 'react';

export interface HeadingPlace {
  readonly id: string;
  /** Distance from the top of the window, px. */
  readonly top: number;
}

/** Marks the link to the heading being read on the page of this route, live while scrolling. */
export function useTocHighlight(route: string): void {
  useEffect(() => {
    const links = new Map(
      Array.from(document.querySelectorAll('.docs-toc a'), (link) => [
        link.getAttribute('href')?.slice(1) ?? '',
        link,
      ]),
    );
    const update = () => {
      const places = [...links.keys()].flatMap((id) => {
        const element = document.getElementById(id);
        return element ? [{ id, top: element.getBoundingClientRect().top }] : [];
      });
      const page = document.documentElement;
      const isAtEnd = window.innerHeight + window.scrollY >= page.scrollHeight - 1 && window.scrollY > 0;
      const active = activeHeading(places, 0, window.innerHeight, isAtEnd);
      for (const [id, link] of links) {
        if (id === active) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    update();
    document.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      document.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [route]);
}

/**
 * The first heading at or below the offset if it is in the upper half of the window, otherwise the one before it;
 * undefined above the first; the last one at the end of the page.
 */
export function activeHeading(
  places: readonly HeadingPlace[],
  offset: number,
  windowHeight: number,
  isAtEnd: boolean,
): string | null {
  if (isAtEnd) return places.at(-1)?.id ?? null;
  const index = places.findIndex((place) => place.top >= offset);
  if (index === -1) return places.at(-1)?.id ?? null;
  const next = places[index];
  if (next && next.top < windowHeight / 2) return next.id;
  return places[index - 1]?.id ?? null;
}
