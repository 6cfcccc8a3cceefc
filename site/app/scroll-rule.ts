export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export type ScrollAction =
  | { readonly kind: 'none' }
  | { readonly kind: 'top' }
  | { readonly kind: 'element'; readonly id: string };

/** Where to scroll after a navigation from one place to another; null for the first load, where the browser scrolls. */
export function scrollAction(from: Place | null, to: Place): ScrollAction {
  if (from === null) return { kind: 'none' };
  const isSamePlace = from.pathname === to.pathname && from.hash === to.hash;
  if (isSamePlace && from.search !== to.search) return { kind: 'none' };
  if (to.hash !== '' && to.hash !== '#') return { kind: 'element', id: decodeHash(to.hash) };
  return isSamePlace ? { kind: 'none' } : { kind: 'top' };
}

/** The id that a hash names; one that cannot be decoded is used unchanged. */
export function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
