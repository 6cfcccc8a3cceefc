import { SCROLL_POSITIONS_KEY } from '../shared/constants.ts';
import { canonicalRoute } from '../shared/docs-versions.ts';
import { KINDS_WITHOUT_TEXT } from '../shared/page-kinds.ts';
import type { Boot, ShownPage, ShownSite } from '../shared/site.ts';
import { documentTitle } from '../shared/title.ts';
import { stripHtmlSuffix, withBaseUrl } from '../shared/urls.ts';
import type { DriverEvents } from './App.tsx';
import { createAhead } from './ahead.ts';
import type { Arrival } from './arrival.ts';
import { createFragments, type Fragments } from './fragments.ts';
import type { SiteFacts } from './link-policy.ts';
import { createNavigator, type Navigator, type NavigatorHost, type Shown } from './navigator.ts';
import { readByEntry, writeByEntry } from './positions.ts';
import { restoreScroll } from './restore-scroll.ts';
import { scrollAction } from './scroll-rule.ts';

/** Navigation in this browser, after the first interaction. */
export interface Navigation {
  readonly navigator: Navigator;
  /** Runs after a navigation is on screen. */
  settle(shown: Shown, page: ShownPage): void;
  stop(): void;
}

/** Takes over history and scrolling, and starts prefetching: first the links that the reader has touched already. */
export function startNavigation(
  { page, site }: Boot,
  facts: SiteFacts,
  arrival: Arrival,
  events: DriverEvents,
  touched: EventTarget | null,
): Navigation {
  const fragments = createFragments(site.baseUrl, (url) => fetch(url));
  const host = createHost(site.buildId);
  const navigator = createNavigator(arrival, fragments, host, events);
  const ahead = createAhead(fragments, facts, touched);
  const stops = [restoreScrolling(navigator, host), () => ahead.stop()];
  if (page.kind === 'not-found') showStrippedRoute(fragments, arrival, events);
  // The browser has restored the position already, except where the scrolled content loaded later.
  const left = page.kind === 'search' ? host.positions.get(arrival.entry.key) : undefined;
  if (left !== undefined) restoreScroll(left);
  return {
    navigator,
    settle(shown, shownPage) {
      scroll(shown);
      if (!shown.fragment) return;
      updateHead(shownPage, site);
      if (shown.isFollowed && shown.scroll.kind === 'top') focusTop(shownPage);
      ahead.watchPage();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function createHost(buildId: string): NavigatorHost {
  return {
    buildId,
    positions: readByEntry(SCROLL_POSITIONS_KEY),
    push: (url, state) => history.pushState(state, '', url),
    replace: (url, state) => history.replaceState(state, '', url),
    leave: (url) => location.replace(url),
    now: () => Date.now(),
    scrollY: () => window.scrollY,
    warn: (message, cause) => console.warn(message, cause),
  };
}

/**
 * From now on the shell restores positions, because a page may have to be fetched first; on reload the browser does.
 */
function restoreScrolling(navigator: Navigator, { positions }: NavigatorHost): () => void {
  const onShow = () => {
    history.scrollRestoration = 'manual';
  };
  const onHide = () => {
    history.scrollRestoration = 'auto';
    navigator.rememberScroll();
    writeByEntry(SCROLL_POSITIONS_KEY, positions);
  };
  onShow();
  window.addEventListener('pageshow', onShow);
  window.addEventListener('pagehide', onHide);
  return () => {
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('pagehide', onHide);
  };
}

/** The not-found document also answers `/docs/x.html`; then page x is shown and the address stays. */
function showStrippedRoute(fragments: Fragments, { place }: Arrival, { onShow }: DriverEvents): void {
  if (stripHtmlSuffix(place.pathname) === place.pathname) return;
  fragments.load(place.pathname).then(
    (fragment) => {
      if (location.pathname !== place.pathname) return;
      // The browser could not go to the hash: its target exists only now.
      const scroll = scrollAction({ ...place, hash: '' }, place);
      onShow({ fragment, place, scroll, isFollowed: false });
    },
    () => {
      // That page does not exist either: the not-found page is right.
    },
  );
}

function scroll({ scroll: action }: Shown): void {
  if (action.kind === 'top') window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  else if (action.kind === 'restore') restoreScroll(action.y);
  else if (action.kind === 'element') document.getElementById(action.id)?.scrollIntoView();
}

function updateHead(page: ShownPage, site: ShownSite): void {
  document.title = documentTitle(page, site.title);
  const { head } = document;
  const set = (selector: string, name: string, value: string) =>
    head.querySelector(selector)?.setAttribute(name, value);
  set('meta[name=description]', 'content', page.description);
  set('meta[property="og:title"]', 'content', document.title);
  set('meta[property="og:description"]', 'content', page.description);
  const replace = (selector: string, element: HTMLElement | null) => {
    head.querySelector(selector)?.remove();
    if (element !== null) head.append(element);
  };
  const { docs, kind, route } = page;
  const version =
    docs &&
    Object.assign(document.createElement('meta'), {
      name: 'docs-version',
      content: docs.version,
    });
  replace('meta[name=docs-version]', version);
  const twin = KINDS_WITHOUT_TEXT.has(kind) ? null : document.createElement('link');
  const href = `${withBaseUrl(site.baseUrl, route)}index.md`;
  replace(
    'link[type="text/markdown"]',
    twin && Object.assign(twin, { rel: 'alternate', type: 'text/markdown', href }),
  );
  const canonical = head.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (!canonical) return;
  canonical.href = new URL(withBaseUrl(site.baseUrl, canonicalRoute(site, page)), canonical.href).href;
  set('meta[property="og:url"]', 'content', canonical.href);
}

/** Tab starts at the top again, and screen readers hear where they are. */
function focusTop(page: ShownPage): void {
  document.querySelector<HTMLElement>('[data-skip-region]')?.focus({ preventScroll: true });
  const status = document.getElementById('announcer');
  if (status) status.textContent = page.title;
}
