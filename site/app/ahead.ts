import { VISIBLE_PREFETCH_LIMIT } from '../shared/constants.ts';
import { type Connection, isFrugal } from './connection.ts';
import type { Fragments } from './fragments.ts';
import { listenToIntent } from './intent.ts';
import { anchorOf, isOwnPage, type SiteFacts } from './link-policy.ts';

/** Prefetches pages. */
export interface Ahead {
  /** Starts again with the links of the current page. */
  watchPage(): void;
  stop(): void;
}

/** The definition of a term is on the page already. */
const WATCHED = 'article a[href]:not(.term), .pager a';

/**
 * Prefetches links near the pointer at once, and links in view when the browser is idle, up to a few pages for each
 * page read. Starts with the links that the reader has touched already.
 */
export function createAhead(fragments: Fragments, facts: SiteFacts, touched: EventTarget | null): Ahead {
  let watcher: IntersectionObserver | null = null;
  const onIntent = ({ target }: Pick<Event, 'target'>) => {
    const anchor = anchorOf(target);
    if (anchor && isWorthwhile(anchor, facts)) preload(anchor, fragments);
  };
  const watchPage = () => {
    watcher?.disconnect();
    watcher = watchLinks(fragments, facts);
  };
  onIntent({ target: touched });
  watchPage();
  const stopListening = listenToIntent(onIntent);
  return {
    watchPage,
    stop() {
      stopListening();
      watcher?.disconnect();
    },
  };
}

/** Null in browsers without an idle callback. */
function watchLinks(fragments: Fragments, facts: SiteFacts): IntersectionObserver | null {
  if (typeof window.requestIdleCallback !== 'function') return null;
  let left = VISIBLE_PREFETCH_LIMIT;
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement) || left === 0) continue;
      watcher.unobserve(target);
      if (!isWorthwhile(target, facts)) continue;
      left -= 1;
      window.requestIdleCallback(() => preload(target, fragments));
    }
  });
  for (const anchor of document.querySelectorAll(WATCHED)) watcher.observe(anchor);
  return watcher;
}

/**
 * False for the current page, for addresses outside this site, and on connections where prefetching costs the reader.
 */
function isWorthwhile(anchor: HTMLAnchorElement, facts: SiteFacts): boolean {
  const { connection } = window.navigator as { connection?: Connection }; // not in the DOM types
  const url = new URL(anchor.href);
  return !isFrugal(connection) && isOwnPage(url, facts) && url.pathname !== location.pathname;
}

function preload(anchor: HTMLAnchorElement, fragments: Fragments): void {
  fragments.load(new URL(anchor.href).pathname).catch(() => {
    // A failed attempt is silent: the click will try again.
  });
}
