import type { Fragment } from '../shared/site.ts';
import { type Arrival, type HistoryEntry, isHistoryEntry } from './arrival.ts';
import type { Fragments } from './fragments.ts';
import { type Place, type ScrollAction, scrollAction } from './scroll-rule.ts';

/** What a navigation has rendered. */
export interface Shown {
  readonly fragment: Fragment | null;
  readonly place: Place;
  readonly scroll: ScrollAction | { readonly kind: 'restore'; readonly y: number };
  /** True when a reader followed a link, false for back, forward and the first load. */
  readonly isFollowed: boolean;
}

/** The parts of the browser that navigation uses. */
export interface NavigatorHost {
  readonly buildId: string;
  /** Scroll positions, px, by the key of their history entry; including those from before a reload. */
  readonly positions: Map<string, number>;
  push(url: string, state: unknown): void;
  replace(url: string, state: unknown): void;
  /** Replaces the current address, with a full page load. */
  leave(url: string): void;
  now(): number;
  scrollY(): number;
  warn(message: string, cause: unknown): void;
}

export interface NavigatorEvents {
  onPending(isPending: boolean): void;
  onShow(shown: Shown): void;
}

export interface Navigator {
  navigate(url: URL, how: 'push' | 'replace'): void;
  /** The browser moved through its history to this address. */
  traverse(url: URL, state: unknown): void;
  /** Stores the scroll position before leaving this entry. */
  rememberScroll(): void;
}

/** Swaps pages in place. The last navigation wins: an earlier load that arrives late is dropped. */
export function createNavigator(
  arrival: Arrival,
  fragments: Fragments,
  host: NavigatorHost,
  events: NavigatorEvents,
): Navigator {
  const { positions } = host;
  let onScreen = arrival;
  let { entry } = arrival;
  let turn = 0;

  const rememberScroll = () => {
    const { key } = onScreen.entry;
    // The newest is last, even if it existed before.
    positions.delete(key);
    positions.set(key, host.scrollY());
  };
  const createEntry = (): HistoryEntry => ({ key: `${host.now()}-${turn}` });
  const show = async (to: Place, rest: Omit<Shown, 'fragment' | 'place'>) => {
    turn += 1;
    const mine = turn;
    const put = (fragment: Fragment | null) => {
      onScreen = { place: to, entry };
      events.onShow({ fragment, place: to, ...rest });
      events.onPending(false);
    };
    if (to.pathname === onScreen.place.pathname) {
      put(null);
      return;
    }
    events.onPending(true);
    try {
      const fragment = await fragments.load(to.pathname);
      if (mine !== turn) return;
      if (fragment.buildId !== host.buildId) throw new Error('the site was published anew during this visit');
      put(fragment);
    } catch (cause) {
      if (mine !== turn) return;
      host.warn(`Loading ${to.pathname} failed; loading the whole page instead.`, cause);
      // If only the hash differed, the browser would jump instead of loading: the address must be the old one again.
      host.replace(hrefOf(onScreen.place), null);
      host.leave(hrefOf(to));
    }
  };

  return {
    navigate(url, how) {
      const to = placeOf(url);
      rememberScroll();
      if (how === 'push') entry = createEntry();
      host[how](hrefOf(to), entry);
      void show(to, { scroll: scrollAction(onScreen.place, to), isFollowed: true });
    },
    traverse(url, state) {
      const to = placeOf(url);
      if (isHistoryEntry(state)) {
        rememberScroll();
        entry = state;
      } else {
        // A link to a hash created this entry; the browser has scrolled already, and `rememberScroll` ran before that.
        entry = createEntry();
        host.replace(hrefOf(to), entry);
      }
      const y = positions.get(entry.key);
      const scroll = y === undefined ? scrollAction(onScreen.place, to) : ({ kind: 'restore', y } as const);
      void show(to, { scroll, isFollowed: false });
    },
    rememberScroll,
  };
}

function placeOf(url: URL): Place {
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}

function hrefOf(place: Place): string {
  return place.pathname + place.search + place.hash;
}
