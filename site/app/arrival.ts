import type { Place } from './scroll-rule.ts';

/** The state of a history entry. */
export interface HistoryEntry {
  /** Unique in this tab, also across documents. */
  readonly key: string;
}

/** How a reader came to this document. */
export interface Arrival {
  readonly place: Place;
  readonly entry: HistoryEntry;
}

/** Names the history entry of this document; after a reload it has a name already. */
export function arrive(): Arrival {
  const state: unknown = history.state;
  const entry = isHistoryEntry(state) ? state : { key: String(Date.now()) };
  history.replaceState(entry, '');
  const { pathname, search, hash } = location;
  return { place: { pathname, search, hash }, entry };
}

export function isHistoryEntry(state: unknown): state is HistoryEntry {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string';
}
