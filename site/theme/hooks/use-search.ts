import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type SearchAnswer } from '../../app/search-client.ts';
import type { DocsVersion } from '../../shared/site.ts';

export interface SearchScope {
  readonly version: DocsVersion | null;
  /** Only what stands under this route; null for everything. */
  readonly under: string | null;
  readonly limit: number;
  readonly contextLength: number;
}

export interface SearchState {
  /** Null before the first answer to this query. */
  readonly answer: SearchAnswer | null;
  readonly isLoading: boolean;
  /** Loads the index ahead of the first query. */
  prepare(): void;
}

/** Results for a query, refreshed as query, version or scope change; nothing is fetched for an empty query. */
export function useSearch(query: string, { version, under, limit, contextLength }: SearchScope): SearchState {
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [isLoading, setLoading] = useState(false);
  const prepared = useRef<DocsVersion | null>(null);

  const askFor = useCallback(
    (text: string) => {
      if (version === null) return;
      ask(version, text, { limit, contextLength, under }, (next) => {
        setLoading(!next.isComplete);
        setAnswer(text === '' ? null : next);
      });
    },
    [version, under, limit, contextLength],
  );

  useEffect(() => {
    if (query.trim() === '') {
      setAnswer(null);
      setLoading(false);
      return;
    }
    setLoading(true);
    askFor(query);
  }, [query, askFor]);

  const prepare = useCallback(() => {
    if (prepared.current === version) return;
    prepared.current = version;
    askFor('');
  }, [version, askFor]);
  return { answer, isLoading, prepare };
}
