import { VISIBLE_PREFETCH_LIMIT } from '../shared/constants.ts';
import type { Boot, ShownPage } from '../shared/site.ts';
import { documentTitle } from '../shared/title.ts';
import { stripHtmlSuffix } from '../shared/urls.ts';
import type { DriverEvents } from './App.tsx';
import { type Connection, isFrugal } from './connection.ts';
import { createFragments, type Fragments } from './fragments.ts';
import { listenToIntent } from './intent.ts';
import { anchorOf, isOwnPage, type SiteFacts } from './link-policy.ts';
import { createNavigator, type Navigator, type NavigatorHost, type Shown } from './navigator.ts';
import { scrollAction } from './scroll-rule.ts';

/** Navigation in this browser, once the reader has begun to move. */
export interface Navigation {
  readonly navigator: Navigator;
  /** Runs after a navigation is on screen. */
  settle(shown: Shown, page: ShownPage): void;
  stop(): void;
}

/** Takes over history and scrolling, and begins to fetch ahead: first what the reader has touched already. */
export function startNavigation(
  { page, site }: Boot,
  facts: SiteFacts,
  events: DriverEvents,
  touched: EventTarget | null,
): Navigation {
  const fragments = createFragments(site.baseUrl, (url) => fetch(url));
  const navigator = createNavigator(placeOfWindow(), fragments, createHost(site.buildId), events);
  const stops = [restoreScrolling(), fetchAhead(fragments, facts, touched)];
  if (page.kind === 'not-found') showStrippedRoute(fragments, events);
  return {
    navigator,
    settle(shown, shownPage) {
      if (shown.fragment) updateHead(shownPage, site.title);
      scroll(shown);
      if (shown.isPush && shown.scroll.kind === 'top' && shown.fragment) focusTop(shownPage);
      if (shown.fragment) fetchVisible(fragments, facts);
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function createHost(buildId: string): NavigatorHost {
  return {
    buildId,
    push: (url, state) => history.pushState(state, '', url),
    replace: (url, state) => history.replaceState(state, '', url),
    leave: (url) => location.assign(url),
    now: () => Date.now(),
    scrollY: () => window.scrollY,
    session: sessionOrNull(),
    warn: (message, cause) => console.warn(message, cause),
  };
}

/** From now on positions are ours to restore, because a page may have to be fetched first; a reload is the browser's. */
function restoreScrolling(): () => void {
  history.scrollRestoration = 'manual';
  const onHide = () => {
    history.scrollRestoration = 'auto';
  };
  window.addEventListener('pagehide', onHide);
  return () => window.removeEventListener('pagehide', onHide);
}

/** Fetches a page under the pointer, the finger or the focus before it is asked for. */
function fetchAhead(fragments: Fragments, facts: SiteFacts, touched: EventTarget | null): () => void {
  const onIntent = ({ target }: Pick<Event, 'target'>) => {
    const anchor = anchorOf(target);
    if (anchor) preload(anchor, fragments, facts);
  };
  onIntent({ target: touched });
  fetchVisible(fragments, facts);
  return listenToIntent(onIntent);
}

/** Once per page and only when idle: a few of the links that can be seen; a word's definition is there already. */
function fetchVisible(fragments: Fragments, facts: SiteFacts): void {
  if (typeof window.requestIdleCallback !== 'function') return;
  window.requestIdleCallback(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('article a[href]:not(.term), .pager a')];
    for (const anchor of links.filter(isInWindow).slice(0, VISIBLE_PREFETCH_LIMIT))
      preload(anchor, fragments, facts);
  });
}

function preload(anchor: HTMLAnchorElement, fragments: Fragments, facts: SiteFacts): void {
  const url = new URL(anchor.href);
  const { connection } = window.navigator as { connection?: Connection }; // not in the DOM types
  if (isFrugal(connection) || !isOwnPage(url, facts) || url.pathname === location.pathname) return;
  fragments.load(url.pathname).catch(() => {
    // A failed attempt is silent: the click will try again.
  });
}

/** The not-found document also answers `/docs/x.html`; then page x is shown and the address stays. */
function showStrippedRoute(fragments: Fragments, { onShow }: DriverEvents): void {
  const { pathname } = location;
  if (stripHtmlSuffix(pathname) === pathname) return;
  fragments.load(pathname).then(
    (fragment) => {
      const place = placeOfWindow();
      // The browser could not go to the hash: what it names is there only now.
      onShow({ fragment, place, scroll: scrollAction({ ...place, hash: '' }, place), isPush: false });
    },
    () => {
      // There is no such page either: the not-found page is right.
    },
  );
}

function scroll({ scroll: action }: Shown): void {
  if (action.kind === 'top') window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  else if (action.kind === 'restore') window.scrollTo({ top: action.y, behavior: 'instant' });
  else if (action.kind === 'element') document.getElementById(action.id)?.scrollIntoView();
}

function updateHead(page: ShownPage, siteTitle: string): void {
  document.title = documentTitle(page, siteTitle);
  const set = (selector: string, name: string, value: string) =>
    document.head.querySelector(selector)?.setAttribute(name, value);
  set('meta[name=description]', 'content', page.description);
  set('meta[property="og:title"]', 'content', document.title);
  set('meta[property="og:description"]', 'content', page.description);
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
}

/** Tab starts at the top again, and screen readers hear where they are. */
function focusTop(page: ShownPage): void {
  document.querySelector<HTMLElement>('[data-skip-region]')?.focus({ preventScroll: true });
  const status = document.getElementById('announcer');
  if (status) status.textContent = page.title;
}

function placeOfWindow() {
  const { pathname, search, hash } = location;
  return { pathname, search, hash };
}

function sessionOrNull(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
