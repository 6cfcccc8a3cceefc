import { SEARCH_RECENT_LIMIT } from '../constants.ts';

/** The queries stored as text, newest first; anything else than a list of texts counts as none. */
export function readRecent(stored: string | null): string[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** The stored text after one more query; each stands once, old ones are forgotten. */
export function addRecent(stored: string | null, query: string): string {
  const others = readRecent(stored).filter((other) => other !== query);
  return JSON.stringify([query, ...others].slice(0, SEARCH_RECENT_LIMIT));
}
