import { VISIBLE_PREFETCH_LIMIT } from '../shared/constants.ts';
import type { Boot, Page } from '../shared/site.ts';
import { documentTitle } from '../shared/title.ts';
import { stripHtmlSuffix } from '../shared/urls.ts';
import type { Driver } from './App.tsx';
import { type Connection, isFrugal } from './connection.ts';
import { createFragments, type Fragments } from './fragments.ts';
import { isClientNavigation, isOwnPage, type SiteFacts } from './link-policy.ts';
import { createNavigator, type Navigator, type NavigatorHost, type Shown } from './navigator.ts';

/** Connects the tree to this browser: links, history, scrolling, focus and fetching ahead. */
export function createBrowserDriver(boot: Boot): Driver {
  const { site } = boot;
  const facts: SiteFacts = { ...site, origin: location.origin };
  const fragments = createFragments(site.baseUrl, (url) => fetch(url));
  return {
    connect(onPending, onShow) {
      document.documentElement.dataset['hasHydrated'] = 'true';
      const navigator = createNavigator(placeOfWindow(), fragments, createHost(site.buildId), {
        onPending,
        onShow,
      });
      const stops = [
        listenToLinks(navigator, facts),
        listenToHistory(navigator),
        fetchAhead(fragments, facts),
        watchKeyboard(),
      ];
      showStrippedRoute(boot, fragments, onShow);
      return () => {
        for (const stop of stops) stop();
      };
    },
    settle(shown, page) {
      if (shown.fragment) updateHead(page, site.title);
      scroll(shown);
      if (shown.isPush && shown.scroll.kind === 'top' && shown.fragment) focusTop(page);
      if (shown.fragment) fetchVisible(fragments, facts);
    },
    onSidebarWanted(callback) {
      const onIntent = ({ target }: Event) => {
        if (target instanceof Element && target.closest('[data-sidebar], .drawer-toggle')) callback();
      };
      return listenToIntent(onIntent);
    },
    async loadSidebar(name) {
      const url = site.sidebars[name];
      if (url === undefined) throw new Error(`The site has no sidebar ${name}`);
      return (await fetch(url)).json();
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

function listenToLinks(navigator: Navigator, facts: SiteFacts): () => void {
  const onClick = (event: MouseEvent) => {
    const anchor = anchorOf(event.target);
    if (!anchor) return;
    const click = {
      button: event.button,
      hasModifier: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
      isPrevented: event.defaultPrevented,
      rawHref: anchor.getAttribute('href') ?? '',
      url: new URL(anchor.href),
      target: anchor.target,
      isDownload: anchor.hasAttribute('download'),
    };
    if (click.rawHref.startsWith('#')) navigator.rememberScroll();
    if (!isClientNavigation(click, facts)) return;
    event.preventDefault();
    navigator.navigate(click.url, anchor.href === location.href ? 'replace' : 'push');
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

function listenToHistory(navigator: Navigator): () => void {
  // From now on positions are ours to restore, because a page may have to be fetched first; a reload is the browser's.
  history.scrollRestoration = 'manual';
  const onPop = (event: PopStateEvent) => navigator.traverse(new URL(location.href), event.state);
  const onHide = () => {
    history.scrollRestoration = 'auto';
  };
  window.addEventListener('popstate', onPop);
  window.addEventListener('pagehide', onHide);
  return () => {
    window.removeEventListener('popstate', onPop);
    window.removeEventListener('pagehide', onHide);
  };
}

/** Fetches a page under the pointer, the finger or the focus before it is asked for. */
function fetchAhead(fragments: Fragments, facts: SiteFacts): () => void {
  const onIntent = (event: Event) => {
    const anchor = anchorOf(event.target);
    if (anchor) preload(anchor, fragments, facts);
  };
  const stopWaiting = onceMoved(() => fetchVisible(fragments, facts));
  const stopListening = listenToIntent(onIntent);
  return () => {
    stopWaiting();
    stopListening();
  };
}

/** Calls back at the first sign of a reader: who never moves follows no link, and pays for none. */
function onceMoved(callback: () => void): () => void {
  const signs = ['pointermove', 'touchstart', 'scroll', 'keydown'] as const;
  const stop = () => {
    for (const sign of signs) removeEventListener(sign, onSign);
  };
  const onSign = () => {
    stop();
    callback();
  };
  for (const sign of signs) addEventListener(sign, onSign, { passive: true });
  return stop;
}

/** Tells styles whether the reader moves by keyboard. */
function watchKeyboard(): () => void {
  const onEvent = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
    document.body.classList.toggle('keyboard-navigation', event instanceof KeyboardEvent);
  };
  document.addEventListener('keydown', onEvent);
  document.addEventListener('mousedown', onEvent);
  return () => {
    document.removeEventListener('keydown', onEvent);
    document.removeEventListener('mousedown', onEvent);
  };
}

/** Calls back for whatever comes under the pointer, the finger or the focus. */
function listenToIntent(onIntent: (event: Event) => void): () => void {
  const intents = ['mouseover', 'touchstart', 'focusin'] as const;
  for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true });
  return () => {
    for (const intent of intents) document.removeEventListener(intent, onIntent);
  };
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
  const { connection } = navigator as { connection?: Connection }; // not in the DOM types
  if (isFrugal(connection) || !isOwnPage(url, facts) || url.pathname === location.pathname) return;
  fragments.load(url.pathname).catch(() => {
    // A failed attempt is silent: the click will try again.
  });
}

/** The not-found document also answers `/docs/x.html`; then page x is shown and the address stays. */
function showStrippedRoute(boot: Boot, fragments: Fragments, onShow: (shown: Shown) => void): void {
  if (boot.page.kind !== 'not-found') return;
  const { pathname } = location;
  if (stripHtmlSuffix(pathname) === pathname) return;
  fragments.load(pathname).then(
    (fragment) => onShow({ fragment, place: placeOfWindow(), scroll: { kind: 'none' }, isPush: false }),
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

function updateHead(page: Page, siteTitle: string): void {
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
function focusTop(page: Page): void {
  document.querySelector<HTMLElement>('[data-skip-region]')?.focus({ preventScroll: true });
  const status = document.getElementById('announcer');
  if (status) status.textContent = page.title;
}

function anchorOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
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
