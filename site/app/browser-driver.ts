import { PREFERRED_VERSION_KEY } from '../shared/constants.ts';
import type { Boot } from '../shared/site.ts';
import { addStyleSheet } from '../theme/lazy-part.tsx';
import styles from '../theme/styles/awake.css?url';
import type { Driver } from './App.tsx';
import { arrive } from './arrival.ts';
import { listenToIntent, onFirstSign } from './intent.ts';
import { anchorOf, isClientNavigation, type SiteFacts } from './link-policy.ts';
import type { Navigation } from './navigation.ts';
import { browserStorage } from './storage.ts';

/** Calls navigation: at once if it has loaded, otherwise as soon as it has been fetched. */
type WithNavigation = (action: (navigation: Navigation) => void, onFailure?: () => void) => void;

/** Connects the tree to this browser; code that needs an interaction is fetched on the first one. */
export function createBrowserDriver(boot: Boot): Driver {
  const { site, page } = boot;
  const facts: SiteFacts = {
    ...site,
    origin: location.origin,
    isOnDocument: page.kind === 'reference',
  };
  let navigation: Navigation | null = null;
  return {
    connect(events) {
      document.documentElement.dataset['hasHydrated'] = 'true';
      // At once: by the time navigation has loaded, the reader may have gone Back.
      const arrival = arrive();
      let waking: Promise<Navigation> | null = null;
      let touched: EventTarget | null = null;
      const wake = () => {
        waking ??= Promise.all([
          import('./awake.tsx'),
          // Before the code for one kind of page.
          addStyleSheet(styles, document.querySelector('style')),
        ]).then(([{ startNavigation, Companions }]) => {
          events.onAwake(Companions);
          navigation = startNavigation(boot, facts, arrival, events, touched);
          return navigation;
        });
        return waking;
      };
      const withNavigation: WithNavigation = (action, onFailure) => {
        if (navigation) action(navigation);
        else
          wake().then(action, (cause: unknown) => {
            waking = null;
            console.warn('Navigation in place did not load; links load whole pages.', cause);
            onFailure?.();
          });
      };
      const wakeQuietly = () => withNavigation(() => {});
      const stops = [
        listenToLinks(withNavigation, facts, () => events.onPending(true)),
        listenToHistory(withNavigation),
        onFirstSign(({ target }) => {
          touched = target;
          wakeQuietly();
        }),
        watchKeyboard(),
        () => navigation?.stop(),
      ];
      // The browser has scrolled to the hash already; a page that is not found may exist under an old address. Results
      // load later than the browser restores a position among them.
      if (location.hash !== '' || page.kind === 'not-found' || page.kind === 'search') wakeQuietly();
      return () => {
        for (const stop of stops) stop();
      };
    },
    settle(shown, shownPage) {
      navigation?.settle(shown, shownPage);
    },
    onSidebarWanted(callback) {
      return listenToIntent(({ target }) => {
        if (target instanceof Element && target.closest('[data-sidebar], .drawer-toggle')) callback();
      });
    },
    async loadSidebar(name) {
      const url = site.sidebars[name];
      if (url === undefined) throw new Error(`The site has no sidebar ${name}`);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return response.json();
    },
  };
}

function listenToLinks(withNavigation: WithNavigation, facts: SiteFacts, onChoice: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    const anchor = anchorOf(event.target);
    if (!anchor) return;
    const { version } = anchor.dataset;
    if (version !== undefined) browserStorage().set(PREFERRED_VERSION_KEY, version);
    const click = {
      button: event.button,
      hasModifier: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
      isPrevented: event.defaultPrevented,
      rawHref: anchor.getAttribute('href') ?? '',
      url: new URL(anchor.href),
      target: anchor.target,
      isDownload: anchor.hasAttribute('download'),
    };
    if (click.rawHref.startsWith('#')) withNavigation(({ navigator }) => navigator.rememberScroll());
    if (!isClientNavigation(click, facts)) return;
    event.preventDefault();
    onChoice();
    const how = anchor.href === location.href ? 'replace' : 'push';
    withNavigation(
      ({ navigator }) => navigator.navigate(click.url, how),
      () => location.assign(click.url),
    );
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

function listenToHistory(withNavigation: WithNavigation): () => void {
  const onPop = ({ state }: PopStateEvent) =>
    withNavigation(({ navigator }) => navigator.traverse(new URL(location.href), state));
  window.addEventListener('popstate', onPop);
  return () => window.removeEventListener('popstate', onPop);
}

/** Sets an attribute for styles while the reader uses the keyboard. */
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
