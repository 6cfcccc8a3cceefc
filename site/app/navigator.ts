import { RELOAD_GUARD_MS, RELOAD_GUARD_PREFIX } from '../shared/constants.ts';
import type { Fragment } from '../shared/site.ts';
import type { Fragments } from './fragments.ts';
import { type Place, type ScrollAction, scrollAction } from './scroll-rule.ts';

/** What is on screen after a navigation has been rendered. */
export interface Shown {
  readonly fragment: Fragment | null;
  readonly place: Place;
  readonly scroll: ScrollAction | { readonly kind: 'restore'; readonly y: number };
  /** True when a reader followed a link, false for back, forward and the first load. */
  readonly isPush: boolean;
}

/** The browser, as far as navigation touches it. */
export interface NavigatorHost {
  readonly buildId: string;
  push(url: string, state: unknown): void;
  replace(url: string, state: unknown): void;
  /** Leaves for this address with a full page load. */
  leave(url: string): void;
  now(): number;
  scrollY(): number;
  /** Storage that lives as long as the tab; absent when blocked. */
  session: Pick<Storage, 'getItem' | 'setItem'> | null;
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
  /** Remembers where the reader is, before leaving this entry. */
  rememberScroll(): void;
}

interface EntryState {
  readonly key: string;
}

/** Swaps pages in place. The last navigation wins: an earlier load that arrives late is dropped. */
export function createNavigator(
  first: Place,
  fragments: Fragments,
  host: NavigatorHost,
  events: NavigatorEvents,
): Navigator {
  let place = first;
  let turn = 0;
  let entry: EntryState = { key: 'first' };
  const positions = new Map<string, number>();
  host.replace(hrefOf(first), entry);

  const show = async (to: Place, rest: Omit<Shown, 'fragment' | 'place'>) => {
    turn += 1;
    const mine = turn;
    const isSamePage = to.pathname === place.pathname;
    place = to;
    if (isSamePage) {
      events.onPending(false);
      events.onShow({ fragment: null, place: to, ...rest });
      return;
    }
    events.onPending(true);
    try {
      const fragment = await fragments.load(to.pathname);
      if (mine !== turn) return;
      if (fragment.buildId !== host.buildId) throw new Error('the site was published anew during this visit');
      events.onShow({ fragment, place: to, ...rest });
      events.onPending(false);
    } catch (cause) {
      if (mine === turn) giveUp(to, cause, host);
    }
  };

  return {
    navigate(url, how) {
      const to = placeOf(url);
      positions.set(entry.key, host.scrollY());
      if (how === 'push') entry = { key: `${host.now()}-${turn}` };
      host[how](hrefOf(to), entry);
      void show(to, { scroll: scrollAction(place, to), isPush: how === 'push' });
    },
    traverse(url, state) {
      const to = placeOf(url);
      if (isEntryState(state)) {
        positions.set(entry.key, host.scrollY());
        entry = state;
      } else {
        // A link to a hash made this entry; the browser has scrolled already, `rememberScroll` knew before.
        entry = { key: `${host.now()}-${hrefOf(to)}` };
        host.replace(hrefOf(to), entry);
      }
      const y = positions.get(entry.key);
      const scroll = y === undefined ? scrollAction(place, to) : ({ kind: 'restore', y } as const);
      void show(to, { scroll, isPush: false });
    },
    rememberScroll() {
      positions.set(entry.key, host.scrollY());
    },
  };
}

/** Loads the new address the ordinary way, unless that was just tried. */
function giveUp(to: Place, cause: unknown, host: NavigatorHost): void {
  host.warn(`Loading ${to.pathname} failed; loading the whole page instead.`, cause);
  const key = RELOAD_GUARD_PREFIX + to.pathname;
  const last = Number(host.session?.getItem(key) ?? Number.NEGATIVE_INFINITY);
  if (host.now() - last < RELOAD_GUARD_MS) return;
  host.session?.setItem(key, String(host.now()));
  host.leave(hrefOf(to));
}

function placeOf(url: URL): Place {
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}

function hrefOf(place: Place): string {
  return place.pathname + place.search + place.hash;
}

function isEntryState(state: unknown): state is EntryState {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string';
}
