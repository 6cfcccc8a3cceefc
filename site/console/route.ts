import { useSyncExternalStore } from 'react';

/** The location within the console: the part of its address after the number sign. */
export interface Route {
  /** Parts of the path, decoded: `plans`, and the id of a plan. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** The route of a hash such as `#/plans/1?task=end`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  return { parts: parts.map(decode), query: new URLSearchParams(query) };
}

/** The hash of a route; members of the query that are undefined are left out. */
export function hashOf(
  parts: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const search = new URLSearchParams(given).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** The current route. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => location.hash));
}

/** Navigates to a route; refining the current one adds no entry to the history. */
export function go(hash: string, { replace = false } = {}): void {
  if (!replace) location.hash = hash;
  else {
    history.replaceState(null, '', hash);
    // `replaceState` fires no event.
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

function listen(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
